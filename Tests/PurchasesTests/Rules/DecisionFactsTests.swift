import Foundation
import Testing

@testable import Purchases

/// What a decision depends on: everything that a lead would want to hear of, and not the time that goes on.
struct DecisionFactsTests {
    private static let now = Instant(milliseconds: 1_700_000_000_000)
    private static let premium = EntitlementID("premium")

    private static func grant(_ id: String, days: Int64, revoked: Bool = false) -> Grant {
        Grant(
            id: GrantID(id), customer: AppUserID("u_1"), entitlement: premium, startsAt: now,
            endsAt: now + .days(days), reason: "goodwill", grantedBy: AgentName("lea"), grantedAt: now,
            revokedAt: revoked ? now : nil)
    }

    private static func owed(_ ticket: String, cents: Int64 = 999) -> OwedPurchase {
        OwedPurchase(
            ticket: TicketID(ticket), group: .lossOfFunds, product: nil, originalTransactionID: nil,
            money: Money(milliunits: cents * 10, currency: "EUR"), isTrial: false, isProven: true,
            chargedAt: now, lost: nil, entitlements: [premium], cause: .late,
            expectedEnd: nil, nextStep: .makeGood)
    }

    private static func facts(
        _ grants: [Grant] = [], owed: [OwedPurchase] = [], after time: TimeLength = .zero
    ) -> DecisionFacts {
        let facts = CustomerFacts(
            customer: Customer(id: AppUserID("u_1")), grants: grants, owed: owed)
        return DecisionFacts(
            CustomerAccess(facts: facts, rules: AccessRules()), for: premium, at: now + time)
    }

    private static func given(_ grant: Grant) -> DecisionFacts.Given { DecisionFacts.Given(grant) }

    private static let week = grant("2", days: 7)
    private static let bridge = Grant(
        id: GrantID("3"), customer: AppUserID("u_1"), entitlement: premium, startsAt: now,
        endsAt: now + .hours(4), reason: Grant.bridgeReason, grantedBy: AgentName("importer"), grantedAt: now)

    private static let examples: [(String, DecisionFacts, DecisionFacts, [DecisionChange])] = [
        ("nothing", facts(), facts(), []),
        ("time alone", facts([week]), facts([week], after: .days(6)), []),
        ("a bridge", facts(), facts([bridge]), []),
        ("a bridge that ended", facts([bridge]), facts([bridge], after: .hours(5)), []),
        ("time that ended access", facts([week]), facts([week], after: .days(7)), [.accessEnded]),
        (
            "a grant", facts(), facts([week]),
            [.accessBegan(until: week.endsAt), .given(given(week))]
        ),
        (
            "a longer grant", facts([week]), facts([week, grant("10", days: 9)]),
            [
                .accessMoved(from: week.endsAt, to: now + .days(9)),
                .given(given(grant("10", days: 9))),
            ]
        ),
        (
            "a grant taken back", facts([week]), facts([grant("2", days: 7, revoked: true)]),
            [.accessEnded, .takenBack(given(grant("2", days: 7, revoked: true)))]
        ),
        (
            "a loss", facts(), facts(owed: [owed("5")]),
            facts(owed: [owed("5")]).losses.map(DecisionChange.lost)
        ),
        (
            "another sum", facts(owed: [owed("5")]), facts(owed: [owed("5", cents: 1)]),
            facts(owed: [owed("5", cents: 1)]).losses.map(DecisionChange.lossChanged)
        ),
        ("a loss that is settled", facts(owed: [owed("5")]), facts(), [.settled(TicketID("5"))]),
    ]

    @Test(arguments: examples)
    func whatChanged(
        _ what: String, _ before: DecisionFacts, _ after: DecisionFacts, _ changes: [DecisionChange]
    ) {
        #expect(after.changes(since: before) == changes, "\(what)")
        #expect((before == after) == changes.isEmpty, "\(what)")
    }

    @Test func theOrderOfFactsDoesNotCount() throws {
        let (one, other) = (Self.grant("2", days: 7), Self.grant("10", days: 3))
        let (lossA, lossB) = (Self.owed("9"), Self.owed("12"))
        let forward = Self.facts([one, other], owed: [lossA, lossB])
        #expect(forward == Self.facts([other, one], owed: [lossB, lossA]))
        let kept = try JSONDecoder().decode(DecisionFacts.self, from: try JSONEncoder().encode(forward))
        #expect(kept == forward)
    }
}
