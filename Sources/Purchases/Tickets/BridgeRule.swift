/// When access is given for as long as the App Store cannot be asked, for how long, and what ends it.
///
/// A bridge is a grant with a reason of its own. It is no delivery and makes nothing good: the ticket stays what it is, and
/// goes on as without it. `Bridges` in `Persistence/Derivation` gives and ends bridges by this rule.
package struct BridgeRule: Hashable, Sendable {
    /// How long one charge is bridged at the most, by all its bridges together.
    package static let longest = TimeLength.hours(24)

    /// How long one bridge lasts; zero for none at all.
    private let length: TimeLength
    private let caps: BridgeCaps

    /// The rule as leads set it, in hours, with its caps; none where they set none.
    package init(hours: Int, caps: BridgeCaps = BridgeCaps()) {
        length = min(.hours(Int64(max(0, hours))), BridgeRule.longest)
        self.caps = caps
    }

    /// Of what a charge unlocks, what a bridge may give beside the bridges of other charges: nothing above a cap, and nothing
    /// that another bridge gives the customer just now.
    package func entitlements(of charge: BridgedCharge, beside others: OtherBridges) -> [EntitlementID] {
        guard others.inTheHour < caps.perHour, others.ofCustomer < caps.perCustomer else { return [] }
        return charge.entitlements.filter { !others.running.contains($0) }
    }

    /// The time of the bridge after a try that the App Store did not answer; nil for none.
    ///
    /// - Parameter outcome: what came of the try, by code.
    /// - Parameter given: when bridges of this charge held before, or hold.
    package func span(
        for charge: BridgedCharge, after outcome: String, given: [Span], at now: Instant
    ) -> Span? {
        guard BridgeRule.isOutage(outcome), charge.isToBeBridged, charge.until.map({ $0 > now }) ?? true
        else {
            return nil
        }
        let union = Span.union(given)
        guard !union.contains(where: { $0.contains(now) }) else { return nil }
        let held = union.compactMap(\.length).reduce(.zero, +)
        guard union.allSatisfy({ $0.until != nil }), held < BridgeRule.longest else { return nil }
        return Span(
            from: now, until: min(now + min(length, BridgeRule.longest - held), charge.until ?? .latest))
    }

    /// Whether a try failed because the App Store cannot be asked, and not because of what was asked or of us.
    ///
    /// Not so for 401, 21004, a missing key and a certificate that does not fit, which are ours to mend; for a limit (429),
    /// within which we have to stay; and for 21002, which also answers a receipt that somebody made up.†
    ///
    /// Source: Apple, verifyReceipt `status` 21005, 21009, 21100–21199; App Store Server API 5000000, 5000001.
    package static func isOutage(_ outcome: String) -> Bool {
        switch outcome {
        case "network", "timeout", "circuit_open", "21005", "21009", "5000000", "5000001": return true
        default: break
        }
        if let status = number(outcome, after: "http_") { return (500..<600).contains(status) }
        return outcome.count == 5 && Int(outcome).map { (21_100...21_199).contains($0) } ?? false
    }

    /// The App Store's word against a purchase among the outcomes of its tries, the oldest first; nil while there is
    /// none.
    ///
    /// That it knows no such transaction counts when it says so twice†: right after a charge it may not know it yet.
    ///
    /// Source: Apple, verifyReceipt `status` 21003 and 21010; App Store Server API 4040005 and 4040010.
    package static func denial(in outcomes: [String]) -> String? {
        if let final = outcomes.first(where: VerificationPace.isFinal) { return final }
        return outcomes.filter(unknown.contains).dropFirst().first
    }

    /// What the App Store answers about a transaction that it does not know.
    static let unknown: Set<String> = ["4040005", "4040010"]

    private static func number(_ text: String, after prefix: String) -> Int? {
        text.hasPrefix(prefix) ? Int(text.dropFirst(prefix.count)) : nil
    }
}

/// How many charges are bridged at the most: what apps report costs nothing to make up.
package struct BridgeCaps: Hashable, Sendable {
    /// For the store, in any hour.
    package let perHour: Int
    /// For one customer, in any 365 days.
    package let perCustomer: Int

    /// Caps; without values those that stand until leads say otherwise†.
    package init(perHour: Int = 100, perCustomer: Int = 6) {
        (self.perHour, self.perCustomer) = (perHour, perCustomer)
    }
}

/// What was bridged beside a charge, as far as its own bridge depends on it.
package struct OtherBridges: Hashable, Sendable {
    /// How many other charges were bridged in the last hour, counted up to the cap.
    package let inTheHour: Int
    /// How many other charges of the customer were bridged in the last 365 days.
    package let ofCustomer: Int
    /// What bridges of other charges give the customer just now.
    package let running: Set<EntitlementID>

    /// What was bridged; nothing unless told.
    package init(inTheHour: Int = 0, ofCustomer: Int = 0, running: Set<EntitlementID> = []) {
        (self.inTheHour, self.ofCustomer, self.running) = (inTheHour, ofCustomer, running)
    }
}

/// A charge and its ticket, as far as a bridge depends on them.
package struct BridgedCharge: Hashable, Sendable {
    /// The group that the facts put it in; nil when it is no failed purchase.
    package let group: ErrorGroup?
    /// How its ticket ended; nil while it is open.
    package let resolution: TicketResolution?
    /// Whose it is; nil where nobody is known.
    package let customer: AppUserID?
    /// What it unlocks.
    package let entitlements: [EntitlementID]
    /// Whether the app reported it as purchased, and nothing of the App Store's tells of it yet.
    package let isReported: Bool
    /// Whether Apple gave any of it back.
    package let isRefunded: Bool
    /// The App Store's word against it, by code, that ours or the app's verifications met; nil while there is none.
    package let refusal: String?
    /// When what was bought ends; nil where nothing tells, or where it has no end.
    package let until: Instant?

    /// A charge.
    ///
    /// - Parameter outcomes: what tries of our own came to, the oldest first.
    package init(
        _ verdict: PurchaseVerdict, customer: AppUserID?, resolution: TicketResolution?, outcomes: [String]
    ) {
        let purchase = verdict.purchase
        self.init(
            group: verdict.outcome.group, resolution: resolution, customer: customer,
            entitlements: verdict.isOfUnknownKind ? [] : verdict.entitlements,
            isReported: purchase.has(.purchased) && !verdict.isUnproved && purchase.charge == nil,
            isRefunded: verdict.refundedAt != nil,
            refusal: BridgeRule.denial(in: outcomes + purchase.statuses), until: verdict.lost?.until)
    }

    /// A charge, part by part.
    package init(
        group: ErrorGroup?, resolution: TicketResolution? = nil, customer: AppUserID?,
        entitlements: [EntitlementID], isReported: Bool = true, isRefunded: Bool = false,
        refusal: String? = nil, until: Instant? = nil
    ) {
        (self.group, self.resolution, self.customer) = (group, resolution, customer)
        (self.entitlements, self.isReported) = (entitlements, isReported)
        (self.isRefunded, self.refusal, self.until) = (isRefunded, refusal, until)
    }

    /// Whether it may be bridged: paid by the app's word, not delivered, somebody's, and of something that gives access.
    var isToBeBridged: Bool {
        group == .undelivered && isReported && customer != nil && !entitlements.isEmpty
            && end(of: customer) == nil
    }

    /// The fact that ends a bridge which a customer has, by code; nil while nothing does.
    ///
    /// That the ticket became a loss of funds does not: the customer has paid all the same. Nor does the app's word that it
    /// delivered, for as long as nothing of the App Store's takes the bridge's place.†
    package func end(of holder: AppUserID?) -> String? {
        if let refusal { return refusal }
        if isRefunded { return TicketResolution.refunded.rawValue }
        if resolution == .delivered, isReported, holder == customer { return nil }
        if let resolution { return resolution.rawValue }
        switch group {
        case nil, .notCharged?: return TicketResolution.notCharged.rawValue
        case .undelivered?, .lossOfFunds?: return holder == customer ? nil : BridgedCharge.moved
        }
    }

    /// The code of an end because the purchase became another customer's.
    private static let moved = "moved"

    /// The codes with which the rule itself ends bridges; nobody may use them by hand. Any other reason is a person's,
    /// and after it the rule gives that charge no bridge again.
    package static let ownEnds = Set(TicketResolution.allCases.map(\.rawValue) + [moved, "21003", "21010"])
        .union(BridgeRule.unknown)
}

extension Purchase {
    /// What the App Store answered the app's own verifications that failed, by code, the oldest first.
    fileprivate var statuses: [String] {
        failedVerifications.compactMap { $0.event.receiptStatus.map(String.init) }
    }
}
