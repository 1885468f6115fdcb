/// Which tickets of a batch are made good, and why the others are left out. A batch makes many tickets good in one act,
/// such as those of an outage; `Persistence/Batches` plans and runs it.
///
/// † Ours. A ticket is a charge, so that every ticket gives at most one grant, also where one customer has several: each
/// gives back its own lost period, one after the other.
package enum BatchRule {
    /// The most tickets of one batch.
    package static let most = 20_000

    /// Why a ticket is left out by what it says of itself; nil when what is owed for it decides.
    ///
    /// What ended counts before everything else: somebody, or Apple, has settled it.
    package static func exclusion(of candidate: BatchCandidate) -> BatchExclusion? {
        if candidate.isMerged { return .duplicate }
        if candidate.isMadeGood { return .madeGood }
        switch candidate.resolution {
        case .madeGood?: return .madeGood
        case .refunded?: return .refunded
        case .delivered?: return .delivered
        case .credited?: return .credited
        case .writtenOff?: return .writtenOff
        case .superseded?, .notCharged?, .withdrawn?: return .notCharged
        case .duplicate?: return .duplicate
        case nil: break
        }
        if candidate.group == .notCharged { return .notCharged }
        if candidate.isUnproved { return .unproved }
        return candidate.customer == nil ? .noCustomer : nil
    }

    /// Why what is owed for a ticket cannot be given; nil when it can, for that length.
    package static func exclusion(of owed: OwedPurchase, for length: BatchLength) -> BatchExclusion? {
        if owed.nextStep.isForConsumable { return .consumable }
        if owed.isDoubtful { return .doubtful }
        if owed.product == nil { return .unknownProduct }
        if owed.entitlements.isEmpty { return .unlocksNothing }
        return length == .lost && owed.lost == nil ? .unknownLength : nil
    }

    /// What is given for a ticket: the first that its product unlocks. One ticket, one grant.
    package static func entitlement(for owed: OwedPurchase) -> EntitlementID? { owed.entitlements.first }
}

/// What a ticket says of itself when somebody asks whether a batch makes it good.
package struct BatchCandidate: Hashable, Sendable {
    package let ticket: TicketID
    package let group: ErrorGroup
    /// Whose it is; nil while nobody knows.
    package let customer: AppUserID?
    /// How it ended; nil while it is open.
    package let resolution: TicketResolution?
    /// Whether a grant made it good, however it stands now.
    package let isMadeGood: Bool
    /// Whether only an agent's word says that it was charged.
    package let isUnproved: Bool
    /// Whether it turned out to be a duplicate of another ticket.
    package let isMerged: Bool

    /// A ticket as far as batches look at it.
    package init(
        ticket: TicketID, group: ErrorGroup, customer: AppUserID?, resolution: TicketResolution? = nil,
        isMadeGood: Bool = false, isUnproved: Bool = false, isMerged: Bool = false
    ) {
        (self.ticket, self.group, self.customer, self.resolution) = (ticket, group, customer, resolution)
        (self.isMadeGood, self.isUnproved, self.isMerged) = (isMadeGood, isUnproved, isMerged)
    }
}

/// How long everybody of a batch is given it: one rule for all.
package enum BatchLength: Hashable, Codable, Sendable, CustomStringConvertible {
    /// As long as each one's purchase would have lasted.
    case lost
    /// Days or calendar months, the same for everybody.
    case period(CalendarPeriod)

    /// The lengths offered by name, in order.
    package static let presets = GrantLength.presets.filter { $0 != "lifetime" }

    /// Reads a length as it is typed; nil for anything else, and for a lifetime, which nobody gives to many at once.
    package init?(_ text: String) {
        switch GrantLength(text) {
        case .lost?: self = .lost
        case .period(let period)?: self = .period(period)
        case .lifetime?, nil: return nil
        }
    }

    /// The length as it is written.
    package var description: String {
        switch self {
        case .lost: "lost"
        case .period(let period): period.description
        }
    }
}

/// How far a batch is.
package enum BatchState: String, Hashable, Codable, Sendable, CaseIterable {
    /// A second lead is asked.
    case waiting
    /// It is being carried out, or was left in the middle: whoever may goes on where it was.
    case running
    /// Everybody in it is done.
    case done
    /// It is being taken back, or that was left in the middle.
    case cancelling
    /// What it gave was taken back, or it never began.
    case cancelled
    /// A second lead said no.
    case declined
}

/// Why a ticket of a batch gives nothing.
package enum BatchExclusion: String, Hashable, Codable, Sendable, CaseIterable {
    /// It was made good already.
    case madeGood = "made_good"
    /// Apple gave the money back.
    case refunded
    /// The customer got what was paid for.
    case delivered
    /// It was credited in the app's own system.
    case credited
    /// A lead decided that it ends here.
    case writtenOff = "written_off"
    /// No charge is known.
    case notCharged = "not_charged"
    /// It is the same charge as another ticket.
    case duplicate
    /// Only an agent's word says that it was charged.
    case unproved
    /// Nobody knows whose it is.
    case noCustomer = "no_customer"
    /// It is a consumable, which is credited in the app's own system.
    case consumable
    /// Its receipt could not be authenticated: somebody looks at it first.
    case doubtful
    /// Nothing tells what was bought.
    case unknownProduct = "unknown_product"
    /// The catalogue says that what was bought unlocks nothing.
    case unlocksNothing = "unlocks_nothing"
    /// Nothing tells how long it would have lasted.
    case unknownLength = "unknown_length"
    /// The customer has the same without end through something else.
    case nothingLost = "nothing_lost"
    /// It cannot be given for a reason that none of the others names.
    case refused
}

extension TicketStep {
    /// Whether it speaks of a consumable, for which no grant can stand in.
    fileprivate var isForConsumable: Bool {
        switch self {
        case .credit: true
        case .awaitTry(_, let isConsumable), .actNow(_, _, let isConsumable): isConsumable
        default: false
        }
    }
}

/// What leads do with a batch that is planned, with its values.
package enum BatchAct: Hashable, Sendable {
    /// Carries it on, or goes on taking it back, so many of its members.
    case carryOn(count: Int = .max)
    /// Begins to take back everything that it gave, or ends one that waits; `carryOn` does it.
    case cancel
}
