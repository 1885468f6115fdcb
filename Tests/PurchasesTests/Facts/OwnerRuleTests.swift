import Purchases
import Testing

/// Source: the project's rule of owners: attachment, token, named customer, purchase report, in this order.
@Suite struct OwnerRuleTests {
    private static func claim(_ kind: OwnerClaim.Kind, _ customer: String?, _ time: Double) -> OwnerClaim {
        OwnerClaim(kind: kind, customer: customer.map { AppUserID($0) }, at: day(time))
    }

    @Test(arguments: [
        ([claim(.named, "b", 1), claim(.appAccountToken, "c", 2), claim(.attach, "d", 0)], "d"),
        ([claim(.attach, "d", 1), claim(.attach, "a", 2)], "a"),
        ([claim(.attach, "a", 2), claim(.attach, "d", 1)], "a"),
        ([claim(.attach, "a", 2), claim(.attach, "b", 2), claim(.attach, "a", 1)], "b"),
        ([claim(.named, "b", 1), claim(.appAccountToken, "c", 2)], "c"),
        ([claim(.purchaseReport, "a", 0), claim(.named, "b", 1)], "b"),
        ([claim(.named, "b", 2), claim(.named, "c", 1)], "c"),
        ([claim(.named, "b", 1), claim(.named, "a", 1)], "a"),
        ([claim(.appAccountToken, nil, 0), claim(.purchaseReport, "a", 3)], "a"),
        ([claim(.appAccountToken, nil, 0)], nil), ([], nil),
    ])
    func decides(_ claims: [OwnerClaim], _ owner: String?) {
        #expect(OwnerRule.holding(claims)?.customer?.rawValue == owner)
    }

    private static func token(
        _ token: String, of customer: String?, bought: Double, told: Double, vouched: Bool = true
    ) -> OwnerClaim {
        OwnerClaim(
            kind: .appAccountToken, customer: customer.map { AppUserID($0) }, token: PersonIdentifier(token),
            at: day(told),
            word: AccountWord(isVouched: vouched, purchasedAt: day(bought), documentTime: day(told)))
    }

    /// Tokens, and whose the newest word makes the chain; another claims it by name.
    static let words: [([OwnerClaim], String)] = [
        // The newer purchase, though its document is older.
        ([token("a", of: "a", bought: 1, told: 9), token("b", of: "b", bought: 5, told: 5)], "b"),
        // The newer document on one purchase: Set App Account Token.
        ([token("a", of: "a", bought: 1, told: 1), token("b", of: "b", bought: 1, told: 6)], "b"),
        // What is vouched for before what is not, however new.
        (
            [
                token("a", of: "a", bought: 1, told: 1),
                token("b", of: "b", bought: 5, told: 9, vouched: false),
            ], "a"
        ),
        // A token without a word counts for nothing any more.
        ([token("a", of: "a", bought: 1, told: 1), claim(.appAccountToken, "b", 0)], "a"),
        // Nobody carries the newest.
        ([token("a", of: "a", bought: 1, told: 1), token("b", of: nil, bought: 5, told: 5)], "n"),
    ]

    @Test(arguments: words)
    func theNewestWordOnTheAccountHolds(_ tokens: [OwnerClaim], _ owner: String) {
        let claims = tokens + [Self.claim(.named, "n", 0)]
        #expect(OwnerRule.holding(claims)?.customer?.rawValue == owner)
        #expect(OwnerRule.holding(claims.reversed())?.customer?.rawValue == owner)
    }

    private static func report(
        _ customer: String, _ time: Double, arrived: Double? = nil, needsEvidence: Bool = false
    ) -> OwnerClaim {
        OwnerClaim(
            kind: .purchaseReport, customer: AppUserID(customer), at: day(time),
            receivedAt: arrived.map { day($0) }, needsEvidence: needsEvidence)
    }

    /// Claims of which some are reports, whose the chain is, and whose reports are unproven.
    struct Reports: Sendable {
        let claims: [OwnerClaim]
        let owner: String?
        var unproven: [String] = []
    }

    /// A clock that stands in 1999.
    private static let wrongClock = -9000.0
    private static let nobodysToken = claim(.appAccountToken, nil, 0)
    private static let byKey = report("a", 1, arrived: 2, needsEvidence: true)

    static let reports = [
        Reports(claims: [report("b", wrongClock, arrived: 9), report("a", 5, arrived: 6)], owner: "a"),
        Reports(claims: [report("b", 1), report("a", 5, arrived: 6)], owner: "a"),
        Reports(claims: [report("b", 1), report("a", 5)], owner: "b"),
        Reports(claims: [report("b", 5, arrived: 6), report("a", 4, arrived: 6)], owner: "a"),
        Reports(claims: [report("b", 5, arrived: 6), report("a", 5, arrived: 6)], owner: "a"),
        Reports(
            claims: [report("a", wrongClock, arrived: 2), claim(.named, "b", 9)], owner: "b", unproven: ["a"]),
        Reports(
            claims: [report("a", 1, arrived: 2), report("b", 3), claim(.appAccountToken, "b", 9)], owner: "b",
            unproven: ["a"]),
        Reports(claims: [nobodysToken, report("a", 1, arrived: 2)], owner: "a"),
        Reports(claims: [byKey], owner: nil, unproven: ["a"]),
        Reports(claims: [byKey, report("b", 9)], owner: "b", unproven: ["a"]),
        Reports(claims: [byKey, claim(.named, "b", 3)], owner: "b", unproven: ["a"]),
        Reports(claims: [byKey, claim(.named, "a", 3)], owner: "a"),
        Reports(claims: [nobodysToken, byKey], owner: nil, unproven: ["a"]),
        Reports(claims: [nobodysToken, byKey, claim(.named, "a", 3)], owner: "a", unproven: ["a"]),
    ]

    /// Source: the project's rule of owners: a report claims only a chain that nobody else claims, by its arrival, and one
    /// of an app's key only beside evidence.
    @Test(arguments: reports) func aReportDecidesOnlyWhatNobodyElseClaims(_ example: Reports) {
        for order in OwnerRuleTests.orders(example.claims) {
            #expect(OwnerRule.holding(order)?.customer?.rawValue == example.owner)
            let unproven = Set(order).subtracting(OwnerRule.proven(order))
            #expect(unproven.compactMap { $0.customer?.rawValue }.sorted() == example.unproven)
        }
    }

    private static func orders(_ claims: [OwnerClaim]) -> [[OwnerClaim]] {
        guard claims.count > 1 else { return [claims] }
        return claims.indices.flatMap { index in
            var rest = claims
            let first = rest.remove(at: index)
            return orders(rest).map { [first] + $0 }
        }
    }

    private static func late(_ customer: String, _ time: Double, known: Double) -> OwnerClaim {
        OwnerClaim(
            kind: .appAccountToken, customer: AppUserID(customer), token: "t", at: day(time),
            knownAt: day(known))
    }

    /// Claims, and the day since which the present owner is known.
    static let since: [([OwnerClaim], Double?)] = [
        ([], nil), ([claim(.appAccountToken, nil, 1)], nil), ([claim(.named, "a", 3)], 3),
        ([claim(.purchaseReport, "a", 1), claim(.attach, "a", 60)], 1),
        ([claim(.purchaseReport, "b", 1), claim(.attach, "a", 60)], 60),
        ([claim(.purchaseReport, "a", 1), claim(.named, "b", 0), claim(.attach, "a", 60)], 60),
        ([claim(.attach, "a", 1), claim(.attach, "b", 5), claim(.attach, "a", 60)], 1),
        ([late("a", 1, known: 40)], 40), ([late("a", 1, known: 40), claim(.purchaseReport, "a", 2)], 2),
        ([late("a", 1, known: 40), claim(.named, "b", 2)], 40),
    ]

    @Test(arguments: since)
    func saysSinceWhenTheOwnerIsKnown(_ claims: [OwnerClaim], _ since: Double?) {
        #expect(OwnerRule.ownerKnownAt(claims) == since.map { day($0) })
    }

    @Test(arguments: [
        ([claim(.named, "a", 1), claim(.purchaseReport, "b", 1)], true),
        ([claim(.named, "a", 1), claim(.purchaseReport, "a", 1)], false),
        ([claim(.named, "a", 1), claim(.appAccountToken, nil, 1)], false),
    ])
    func isDisputedByTwoCustomers(_ claims: [OwnerClaim], _ expected: Bool) {
        #expect(OwnerRule.isDisputed(claims) == expected)
    }

    /// Claims, each known at its time, and whether a lead has something to decide.
    static let unsettled: [([OwnerClaim], Bool)] = [
        ([], false), ([claim(.named, "a", 1)], false),
        ([claim(.named, "a", 1), claim(.purchaseReport, "b", 1)], true),
        ([claim(.appAccountToken, "a", 1), claim(.attach, "b", 2)], false),
        ([claim(.attach, "b", 2), claim(.appAccountToken, "a", 3)], true),
        ([claim(.attach, "b", 2), claim(.appAccountToken, "b", 3)], false),
        ([claim(.attach, "a", 2), claim(.attach, "b", 3)], false),
        ([claim(.attach, "b", 2), claim(.appAccountToken, nil, 3)], false),
        ([claim(.attach, "b", 5), late("a", 1, known: 9)], true),
        ([token("a", of: "a", bought: 1, told: 1), token("b", of: "b", bought: 5, told: 5)], false),
        (
            [
                token("a", of: "a", bought: 1, told: 1, vouched: false),
                token("b", of: "b", bought: 5, told: 5, vouched: false),
            ], true
        ),
        (
            [
                token("a", of: "a", bought: 1, told: 1), token("b", of: "b", bought: 5, told: 5),
                claim(.named, "c", 1),
            ], true
        ),
        ([claim(.named, "b", 5), byKey], false), ([claim(.attach, "b", 0), byKey], false),
        ([claim(.named, "b", 5), claim(.named, "a", 9), byKey], true),
    ]

    @Test(arguments: unsettled)
    func anAttachmentSettlesWhatWasKnown(_ claims: [OwnerClaim], _ expected: Bool) {
        #expect(OwnerRule.isUnsettled(claims) == expected)
    }
}
