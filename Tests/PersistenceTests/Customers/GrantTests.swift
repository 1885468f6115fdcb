import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

struct GrantTests {
    private func grant(
        _ store: Store, _ change: (inout GrantRequest) -> Void = { _ in }, key: String? = nil,
        by agent: AgentName = People.agent
    ) throws -> GrantOutcome {
        var request = try People.request()
        change(&request)
        return try store.give(request, key: key, by: agent, at: People.now)
    }

    @Test func aGrantGivesAccessAtOnce() throws {
        let store = try People.inMemory()
        let outcome = try grant(store)
        #expect(!outcome.before.isEntitled && outcome.after.isEntitled)
        #expect(outcome.after.until == People.now + .days(7))
        #expect(outcome.gained == .days(7))
        #expect(outcome.grant.id == GrantID("1"))
        #expect(outcome.allowance.customer == .days(55) && outcome.allowance.grants == 19)
    }

    @Test func theSameKeyGivesTheSameAnswer() throws {
        let store = try People.inMemory()
        let first = try grant(store, key: "k")
        let second = try grant(store, key: "k")
        #expect(!first.isReplay && second.isReplay)
        #expect(second.grant == first.grant && second.before == first.before && second.after == first.after)
        #expect(try Raw.number(store, "SELECT count(*) FROM grants") == 1)
    }

    @Test func aKeyUsedForSomethingElseIsAConflict() throws {
        let store = try People.inMemory()
        _ = try grant(store, key: "k")
        let error = failure { _ = try grant(store, { $0.reason = "nonsense" }, key: "k") }
        #expect(error?.code == .conflict && error?.code.exitCode == 5)
    }

    @Test func aPreviewWritesNothing() throws {
        let store = try People.inMemory()
        let outcome = try store.wholePage(
            of: GrantPreviewQuery(try People.request(days: 500)), by: People.agent, at: People.now)
        #expect(outcome.after.isEntitled && outcome.gained == .days(500))
        #expect(outcome.excess == .tooLong(days: 500, limit: 31))
        let byLead = try store.wholePage(
            of: GrantPreviewQuery(try People.request(days: 500)), by: People.lead, at: People.now)
        #expect(byLead.excess == nil)
        #expect(try Raw.number(store, "SELECT count(*) FROM grants") == 0)
    }

    @Test func whatNamesNothingIsToldTheNearestNames() throws {
        let store = try People.inMemory()
        let customer = failure { _ = try grant(store, { $0.customer = AppUserID("u_1024") }) }
        #expect(
            customer?.code == .notFound
                && customer == .unknown(.customer(AppUserID("u_1024"), near: ["u_1042"]))
        )
        let entitlement = failure { _ = try grant(store, { $0.entitlement = EntitlementID("premum") }) }
        #expect(entitlement == .unknown(.entitlement(EntitlementID("premum"), near: ["premium"])))
        #expect(failure { _ = try grant(store, { $0.ticket = TicketID("7") }) }?.code == .notFound)
    }

    @Test func whatMakesNoSenseIsRefused() throws {
        let store = try People.inMemory()
        let wrongs: [(inout GrantRequest) -> Void] = [
            { $0.term = .until(People.now) }, { $0.term = .until(People.now - .days(1)) },
            { $0.reason = "x" },
            { $0.reason = "other" }, { $0.term = .lost },
            {
                $0.start = .at(People.now + .days(9))
                $0.term = .until(People.now + .days(8))
            },
        ]
        for wrong in wrongs { #expect(failure { _ = try grant(store, wrong) }?.code == .usage) }
        _ = try grant(
            store,
            {
                $0.reason = "other"
                $0.note = "he asked"
            })
    }

    @Test func leadsHaveNoLimitsAndViewersGiveNothing() throws {
        let store = try People.inMemory()
        #expect(try grant(store, { $0.term = .lifetime }, by: People.lead).gained == nil)
        #expect(failure { _ = try grant(store, by: People.viewer) }?.code == .refused)
    }

    @Test func nothingGainedNeedsToBeWanted() throws {
        let store = try People.inMemory()
        _ = try grant(store)
        #expect(failure { _ = try grant(store) }?.code == .usage)
        #expect(try grant(store, { $0.evenIfNothingIsGained = true }).gained == .zero)
    }

    @Test func afterStartsWherePresentAccessEnds() throws {
        let store = try People.inMemory()
        _ = try grant(store)
        let outcome = try grant(store, { $0.start = .after })
        #expect(outcome.grant.startsAt == People.now + .days(7))
        #expect(outcome.gained == .days(7) && outcome.after.until == People.now + .days(14))
    }

    @Test func revokingEndsAccessNow() throws {
        let store = try People.inMemory()
        let given = try grant(store).grant
        let later = People.now + .days(1)
        let outcome = try store.revoke(given.id, reason: "mistake", by: People.agent, at: later)
        #expect(outcome.before.isEntitled && !outcome.after.isEntitled)
        #expect(outcome.grant.state(at: later) == .revoked)
        #expect(
            failure { _ = try store.revoke(GrantID("99"), reason: "x", by: People.agent, at: later) }?.code
                == .notFound)
    }

    @Test func aTicketIsResolvedAsMadeGood() throws {
        let store = try People.inMemory()
        try Raw.write(
            store,
            """
            INSERT INTO tickets (id, customer_id, product_id, environment, opened_at_ms, waiting_since_ms, "group",
              state, cause, attempts, attempt_limit, blocks_repurchase)
            VALUES (7, 1, 'pass', 'Production', 1, 1, 3, 'open', 'http_503', 2, 5, 0)
            """)
        let outcome = try grant(
            store,
            {
                $0.ticket = TicketID("7")
                $0.entitlement = EntitlementID("pass")
            })
        #expect(outcome.grant.ticket == TicketID("7"))
        #expect(try Raw.texts(store, "SELECT state, resolution FROM tickets") == [["resolved", "made_good"]])
        #expect(failure { _ = try grant(store, { $0.ticket = TicketID("7") }) }?.code == .conflict)
        #expect(try store.verifyAudit().isOK)
    }
}
