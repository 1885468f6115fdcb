import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// What exceeds an agent's limits becomes a request, once, and is found again.
struct RequestTests {
    /// Files what exceeds the agent's limits.
    static func file(
        _ store: Store, days: Int = 40, key: String? = nil, by agent: AgentName = People.agent,
        at now: Instant = People.now
    ) throws -> ApprovalRequest {
        let answer = try store.grant(try People.request(days: days), key: key, by: agent, at: now)
        guard case .filed(let request) = answer else { throw Expected("a request, not \(answer)") }
        return request
    }

    @Test func whatExceedsALimitIsFiledWithItsLimitAndLeadsGiveIt() throws {
        let store = try People.inMemory()
        let examples: [(GrantRequest.Term, GrantPolicy.Excess)] = [
            (.until(People.now + .days(32)), .tooLong(days: 32, limit: 31)),
            (.until(People.now + .days(500)), .tooLong(days: 500, limit: 31)), (.lifetime, .lifetime),
        ]
        for (term, excess) in examples {
            var wish = try People.request()
            wish.term = term
            guard case .filed(let request) = try store.grant(wish, by: People.agent, at: People.now) else {
                Issue.record("\(term) was given")
                continue
            }
            #expect(request.because == excess && request.state == .open && request.wish == .grant(wish))
            #expect(request.askedBy == People.agent && request.askedAt == People.now)
        }
        #expect(try Raw.number(store, "SELECT count(*) FROM grants") == 0)
        #expect(try store.verifyAudit().isOK)
        #expect(try store.audit(action: "request.file").entries.count == 3)
        #expect(
            try store.give(People.request(days: 500), by: People.lead, at: People.now).gained == .days(500))
    }

    @Test func theCustomersYearAndTheAgentsDayAreLimitsToo() throws {
        let store = try People.inMemory()
        var month = try People.request(days: 31)
        month.evenIfNothingIsGained = true
        for _ in 0..<2 { try store.give(month, by: People.agent, at: People.now) }
        func because() throws -> GrantPolicy.Excess? {
            guard case .filed(let filed) = try store.grant(month, by: People.agent, at: People.now) else {
                return nil
            }
            return filed.because
        }
        #expect(try because() == .customerHasEnough(days: 93, limit: 62))
        try store.set(.daysPerCustomer, to: "3650", by: People.lead, at: People.now)
        try store.set(.grantsPerDay, to: "2", by: People.lead, at: People.now)
        #expect(try because() == .tooMany(limit: 2))
    }

    @Test func theSameKeyGivesTheSameRequestAndThenItsGrant() throws {
        let store = try People.inMemory()
        let first = try Self.file(store, key: "k")
        #expect(try Self.file(store, key: "k") == first)
        #expect(try Raw.number(store, "SELECT count(*) FROM approval_requests") == 1)
        #expect(failure { _ = try Self.file(store, days: 41, key: "k") } == .taken(.requestKey("k")))
        _ = try store.act(.approve(), on: first.id, by: People.lead, at: People.now + .hours(1))
        let outcome = try store.give(People.request(days: 40), key: "k", by: People.agent, at: People.now)
        #expect(outcome.isReplay && outcome.grant.grantedBy == People.lead)
        #expect(outcome.after.isEntitled && !outcome.before.isEntitled)
    }

    @Test func theSameKeyTellsThatARequestWasDeclined() throws {
        let store = try People.inMemory()
        let first = try Self.file(store, key: "k")
        _ = try store.act(.decline(note: "too much"), on: first.id, by: People.lead, at: People.now)
        let again = try Self.file(store, key: "k")
        #expect(again.state == .declined && again.decision?.note == "too much")
    }

    @Test func whatGainsNothingIsNotAskedFor() throws {
        let store = try People.inMemory()
        try store.give(People.request(days: 100), by: People.lead, at: People.now)
        #expect(failure { _ = try Self.file(store) } == .grant(.nothingGained))
        #expect(try store.wholePage(of: RequestListQuery(.all), by: People.lead).rows.isEmpty)
    }

    @Test func theOpenOnesComeFirstThenTheNewestDecision() throws {
        let store = try People.inMemory()
        try store.addAgent("ben", role: .agent, by: People.lead, at: People.now)
        let asked = try (0..<6).map {
            try Self.file(
                store, days: 40 + $0, by: $0 == 5 ? "ben" : People.agent,
                at: People.now + .seconds(Int64($0)))
        }
        for (turn, index) in [1, 3].enumerated() {
            _ = try store.act(
                .decline(note: "no"), on: asked[index].id, by: People.lead,
                at: People.now + .hours(1 + Int64(turn)))
        }
        func listed(_ scope: ApprovalScope, by agent: AgentName, limit: Int) throws -> [String] {
            var (ids, cursor): ([String], String?) = ([], nil)
            repeat {
                let page = try store.wholePage(
                    of: RequestListQuery(scope, after: cursor, limit: limit), by: agent)
                ids += page.rows.map(\.request.id.rawValue)
                cursor = page.next
            } while cursor != nil
            return ids
        }
        for limit in 1...7 {
            #expect(try listed(.all, by: People.lead, limit: limit) == ["1", "3", "5", "6", "4", "2"])
            #expect(try listed(.open, by: People.viewer, limit: limit) == ["1", "3", "5", "6"])
            #expect(try listed(.all, by: People.agent, limit: limit) == ["1", "3", "5", "4", "2"])
            #expect(try listed(.all, by: "ben", limit: limit) == ["6"])
        }
        #expect(
            try store.wholePage(of: RequestNewsQuery(since: People.now), by: People.lead).open.counted == 4)
        #expect(try store.wholePage(of: RequestNewsQuery(since: People.now), by: "ben").open.counted == 1)
        let news = try store.wholePage(of: RequestNewsQuery(since: People.now + .hours(1)), by: People.agent)
        #expect(news.open.counted == 3 && news.decided.map(\.id) == ["4"])
        #expect(try store.wholePage(of: RequestNewsQuery(since: People.now), by: People.lead).decided.isEmpty)
        #expect(
            failure { _ = try store.wholePage(of: RequestListQuery(), by: People.service) }?.code == .refused)
        #expect(
            failure { _ = try store.wholePage(of: RequestListQuery(after: "x"), by: People.lead) }?.code
                == .usage)
    }

    @Test func aRequestsPageShowsWhatWasSeenAndWhatIsSoNow() throws {
        let store = try People.inMemory()
        let request = try Self.file(store)
        let fresh = try #require(try store.requestPage(request.id, by: People.lead, at: People.now))
        #expect(fresh.changes.isEmpty && fresh.problem == nil && fresh.outcome?.gained == .days(40))
        #expect(fresh.customer?.id == People.customer && fresh.evidence?.allowance.grants == 20)
        let gift = try store.give(People.request(days: 3), by: People.lead, at: People.now).grant
        let later = try #require(try store.requestPage(request.id, by: People.lead, at: People.now))
        #expect(later.digest != fresh.digest && later.verdict?.isEntitled == true)
        #expect(
            later.changes == [
                .accessBegan(until: gift.endsAt),
                .given(.init(gift)),
            ])
        #expect(later.outcome?.gained == .days(37) && later.evidence == fresh.evidence)
        #expect(try store.requestPage("99", by: People.lead, at: People.now) == nil)
        try store.addAgent("ben", role: .agent, by: People.lead, at: People.now)
        #expect(try store.requestPage(request.id, by: "ben", at: People.now) == nil)
    }

    @Test func aRequestChangesWhatConsolesShow() throws {
        let store = try People.inMemory()
        let request = try Self.file(store)
        _ = try store.act(.withdraw, on: request.id, by: People.agent, at: People.now)
        let changes = try store.changes(since: 0).filter { $0.entity == .request }
        #expect(changes.map(\.id) == ["1", "1"])
    }
}

/// What an example should have come to.
struct Expected: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) { description = "expected \(what)" }
}
