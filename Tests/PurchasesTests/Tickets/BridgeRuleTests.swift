import Purchases
import Testing

/// Access is bridged only while the App Store cannot be asked, for who paid, and for 24 hours of a charge at the most.
struct BridgeRuleTests {
    private static let now = Instant(milliseconds: 1_700_000_000_000)
    private static let person = AppUserID("u_1")
    private static let tea = [EntitlementID("premium")]

    private func span(hours: Int = 4, after outcome: String = "http_503", given: [Span] = []) -> Span? {
        let charge = BridgedCharge(group: .undelivered, customer: Self.person, entitlements: Self.tea)
        return BridgeRule(hours: hours).span(for: charge, after: outcome, given: given, at: Self.now)
    }

    private func held(_ from: Int64, _ until: Int64) throws -> Span {
        try #require(Span(from: Self.now + TimeLength(from), until: Self.now + TimeLength(until)))
    }

    @Test(arguments: [
        // Apple is away, or says that it is not well.
        ("network", true), ("timeout", true), ("circuit_open", true), ("http_500", true), ("http_503", true),
        ("http_599", true), ("21005", true), ("21009", true), ("21100", true), ("21199", true),
        ("5000000", true), ("5000001", true),
        // Ours to mend, or to wait for.
        ("http_401", false), ("21004", false), ("no_receipt", false), ("no_key", false), ("no_secret", false),
        ("http_429", false), ("4290000", false), ("busy", false), ("certificate", false),
        // An answer about the purchase, or about what was sent.
        ("21002", false), ("21003", false), ("21010", false), ("21000", false), ("21099", false),
        ("21200", false), ("211000", false), ("4040010", false), ("not_delivered", false),
        ("not_json", false), ("http_404", false), ("http_600", false), ("http_", false), ("", false),
    ])
    func whatAnOutageIs(_ outcome: String, _ isOne: Bool) {
        #expect(BridgeRule.isOutage(outcome) == isOne)
        #expect((span(after: outcome) != nil) == isOne)
    }

    @Test(arguments: [
        (["network", "21003"], "21003"), (["21010", "http_503"], "21010"), (["timeout", "4040010"], nil),
        (["4040010", "http_503", "4040010"], "4040010"), (["4040005", "4040010"], "4040010"),
        (["not_delivered", "21002", "21005"], nil), ([], nil),
    ])
    func whatIsAWordAgainstIt(_ outcomes: [String], _ word: String?) {
        #expect(BridgeRule.denial(in: outcomes) == word)
        if let word { #expect(BridgedCharge.ownEnds.contains(word)) }
    }

    /// What was bought is over: nothing is left to bridge, and no bridge goes beyond it.
    @Test func nothingIsBridgedBeyondWhatWasBought() {
        func span(until: TimeLength) -> Span? {
            let charge = BridgedCharge(
                group: .undelivered, customer: Self.person, entitlements: Self.tea, until: Self.now + until)
            return BridgeRule(hours: 4).span(for: charge, after: "network", given: [], at: Self.now)
        }
        #expect(span(until: .zero) == nil && span(until: .zero - .days(60)) == nil)
        #expect(span(until: .hours(1))?.length == .hours(1))
        #expect(span(until: .days(30))?.length == .hours(4))
    }

    /// Each charge, whether it is bridged, and what ends its bridge.
    private static let charges: [(BridgedCharge, bridged: Bool, end: String?)] = [
        (charge(.undelivered), true, nil),
        // Who lost it for good keeps what was given, and is given no more.
        (charge(.lossOfFunds), false, nil),
        (charge(.notCharged), false, "not_charged"),
        (charge(nil), false, "not_charged"),
        (charge(.undelivered, isReported: false), false, nil),
        (charge(.undelivered, entitlements: []), false, nil),
        (charge(.undelivered, customer: nil), false, "moved"),
        (charge(.undelivered, customer: AppUserID("u_2")), true, "moved"),
        (charge(.undelivered, isRefunded: true), false, "refunded"),
        (charge(.undelivered, refusal: "21003"), false, "21003"),
        (charge(.undelivered, refusal: "21010"), false, "21010"),
        (charge(nil, resolution: .delivered, isReported: false), false, "delivered"),
        // Only the app says so: until the App Store does, nothing else gives access.
        (charge(nil, resolution: .delivered), false, nil),
        (charge(nil, resolution: .delivered, customer: AppUserID("u_2")), false, "delivered"),
        (charge(nil, resolution: .delivered, isRefunded: true), false, "refunded"),
        (charge(nil, resolution: .delivered, refusal: "21010"), false, "21010"),
        (charge(.undelivered, resolution: .madeGood), false, "made_good"),
        (charge(.undelivered, resolution: .credited), false, "credited"),
        (charge(.undelivered, resolution: .refunded), false, "refunded"),
        (charge(.undelivered, resolution: .superseded), false, "superseded"),
        (charge(.undelivered, resolution: .duplicate), false, "duplicate"),
        (charge(.undelivered, resolution: .writtenOff), false, "written_off"),
    ]

    private static func charge(
        _ group: ErrorGroup?, resolution: TicketResolution? = nil, customer: AppUserID? = person,
        entitlements: [EntitlementID] = tea, isReported: Bool = true, isRefunded: Bool = false,
        refusal: String? = nil
    ) -> BridgedCharge {
        BridgedCharge(
            group: group, resolution: resolution, customer: customer, entitlements: entitlements,
            isReported: isReported, isRefunded: isRefunded, refusal: refusal)
    }

    @Test(arguments: charges)
    func whatIsBridgedAndWhatEndsIt(_ charge: BridgedCharge, _ isBridged: Bool, _ end: String?) {
        let span = BridgeRule(hours: 4).span(for: charge, after: "network", given: [], at: Self.now)
        #expect((span != nil) == isBridged)
        #expect(charge.end(of: Self.person) == end)
        if let end { #expect(BridgedCharge.ownEnds.contains(end)) }
    }

    @Test(
        arguments: [(0, nil), (-1, nil), (1, 1), (4, 4), (24, 24), (25, 24), (1_000_000, 24)]
            as [(Int, Int64?)])
    func howLongOneLasts(_ hours: Int, _ lasts: Int64?) {
        #expect(span(hours: hours)?.length == lasts.map { .hours($0) })
    }

    @Test func allBridgesOfAChargeLastADayToTheMillisecond() throws {
        let (day, hour) = (TimeLength.days(1).count, TimeLength.hours(1).count)
        let before = -3 * day
        // Two that overlapped, for two entitlements, count once; so does what touched.
        let held = [
            try held(before, before + 2 * hour), try held(before, before + 3 * hour),
            try held(before + 3 * hour, before + 20 * hour),
            try held(before + 30 * hour, before + 34 * hour - 1),
        ]
        #expect(span(given: held)?.length == TimeLength(1))
        #expect(span(hours: 24, given: Array(held.dropLast()))?.length == .hours(4))
        #expect(span(given: held + [try self.held(before + 40 * hour, before + 40 * hour + 1)]) == nil)
    }

    private static let (premium, extra) = (EntitlementID("premium"), EntitlementID("extra"))

    /// What was bridged beside a charge of premium and extra, and what is left to be bridged of it.
    private static let beside: [(OtherBridges, left: [String])] = [
        (OtherBridges(), ["premium", "extra"]),
        (OtherBridges(inTheHour: 2, ofCustomer: 1), ["premium", "extra"]),
        (OtherBridges(inTheHour: 3), []), (OtherBridges(ofCustomer: 2), []),
        (OtherBridges(running: [premium]), ["extra"]),
        (OtherBridges(running: [premium, extra, EntitlementID("other")]), []),
    ]

    @Test(arguments: beside) func whatCapsLeave(_ others: OtherBridges, _ left: [String]) {
        let charge = Self.charge(.undelivered, entitlements: [Self.premium, Self.extra])
        let rule = BridgeRule(hours: 4, caps: BridgeCaps(perHour: 3, perCustomer: 2))
        #expect(rule.entitlements(of: charge, beside: others).map(\.rawValue) == left)
        let none = BridgeRule(hours: 4, caps: BridgeCaps(perHour: 0, perCustomer: 2))
        #expect(none.entitlements(of: charge, beside: others).isEmpty)
    }

    @Test func oneThatHoldsIsNotDoubled() throws {
        #expect(span(given: [try held(-1, 1)]) == nil)
        #expect(span(given: [try held(0, 1)]) == nil)
        #expect(span(given: [try held(-10, 0)])?.from == Self.now)
    }
}
