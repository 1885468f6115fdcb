import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// A grant is cancelled by its giver within the window, and then it is as if it had not been given.
struct CancelTests {
    @Test func cancellingEndsAccessAndGivesTheTicketBack() throws {
        let shop = try Shop.staffed()
        try shop.bring(
            ReportedAttempt(product: "week_pass", transaction: "7000", events: ReportedAttempt.lost()))
        let grant = try shop.makeGood("1", by: Shop.agent)
        #expect(try shop.queue.isEmpty)
        let outcome = try shop.store.cancelGrant(grant.id, by: Shop.agent, at: Shop.now + .seconds(29))
        #expect(outcome.before.isEntitled && !outcome.after.isEntitled)
        #expect(try shop.queue.map(\.id) == ["1"])
        #expect(
            try shop.store.audit(about: "grant:\(grant.id)").entries.map(\.action) == [
                "grant.cancel", "grant",
            ])
        #expect(try shop.store.verifyAudit().isOK)
        #expect(
            failure { _ = try shop.store.cancelGrant(grant.id, by: Shop.agent, at: Shop.now + .seconds(29)) }
                == .grant(.revoked(grant.id, at: Shop.now + .seconds(29))))
    }

    @Test func theWindowIsHalfOpenAndAClockSetBackClosesIt() throws {
        let store = try People.inMemory()
        let window = People.now + .seconds(30)
        for (late, isOpen) in [
            (-86_400, false), (-1, false), (0, true), (29, true), (30, false), (90, false),
        ] {
            var wish = try People.request()
            wish.evenIfNothingIsGained = true
            let grant = try store.give(wish, by: People.agent, at: People.now)
            #expect(grant.cancelUntil == window)
            let error = failure {
                _ = try store.cancelGrant(
                    grant.grant.id, by: People.agent, at: People.now + .seconds(Int64(late)))
            }
            #expect(
                isOpen ? error == nil : error == .over(.grant(grant.grant.id), since: window), "\(late) s")
        }
        #expect(try store.verifyAudit().isOK)
    }

    @Test func thePolicySaysHowLong() throws {
        let store = try People.inMemory()
        try store.set(.cancelSeconds, to: "0", by: People.lead, at: People.now)
        let given = try store.give(People.request(), by: People.agent, at: People.now)
        #expect(given.cancelUntil == nil)
        #expect(
            failure { _ = try store.cancelGrant(given.grant.id, by: People.agent, at: People.now) }
                == .over(.grant(given.grant.id), since: nil))
        try store.set(.cancelSeconds, to: "600", by: People.lead, at: People.now)
        _ = try store.cancelGrant(given.grant.id, by: People.agent, at: People.now + .seconds(599))
    }

    @Test(arguments: [People.lead, People.viewer, People.service, "stranger"])
    func onlyItsGiverCancels(_ agent: AgentName) throws {
        let store = try People.inMemory()
        let grant = try store.give(People.request(), by: People.agent, at: People.now).grant
        let error = failure { _ = try store.cancelGrant(grant.id, by: agent, at: People.now) }
        #expect(error?.code == .refused)
        #expect(try store.grant(grant.id)?.revokedAt == nil)
    }

    @Test func whatWasCancelledCountsAgainstNoAgentsDay() throws {
        let store = try People.inMemory()
        try store.set(.grantsPerDay, to: "1", by: People.lead, at: People.now)
        let grant = try store.give(People.request(), by: People.agent, at: People.now).grant
        _ = try store.cancelGrant(grant.id, by: People.agent, at: People.now + .seconds(5))
        #expect(
            try store.give(People.request(), by: People.agent, at: People.now + .seconds(6)).allowance.grants
                == 0)
        #expect(
            failure { _ = try store.revoke("2", reason: "cancelled", by: People.agent, at: People.now) }?.code
                == .usage)
    }

    @Test func anApprovedGrantIsItsLeadsToCancel() throws {
        let store = try People.inMemory()
        let request = try RequestTests.file(store)
        guard
            case .approved(_, let outcome) = try store.act(
                .approve(), on: request.id, by: People.lead, at: People.now)
        else { throw Expected("an approval") }
        let id = outcome.grant.id
        #expect(
            failure { _ = try store.cancelGrant(id, by: People.agent, at: People.now) }
                == .ofAnother(.grant(id), by: People.lead))
        _ = try store.cancelGrant(id, by: People.lead, at: People.now + .seconds(3))
        #expect(try store.requestPage(request.id, by: People.lead, at: People.now)?.grant?.revokedAt != nil)
        #expect(try store.verifyAudit().isOK)
    }
}
