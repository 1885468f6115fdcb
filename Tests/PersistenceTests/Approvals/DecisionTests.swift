import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Requests are decided once, by somebody else, on the facts that were seen.
struct DecisionTests {
    private static let second = AgentName("lea")

    private func staffed() throws -> (Store, ApprovalRequest) {
        let store = try People.inMemory()
        try store.addAgent(Self.second, role: .lead, by: People.lead, at: People.now)
        return (store, try RequestTests.file(store))
    }

    @Test func approvingGivesItInTheNameOfTheLead() throws {
        let (store, request) = try staffed()
        let at = People.now + .hours(2)
        guard
            case .approved(let ended, let outcome) = try store.act(
                .approve(note: "fine"), on: request.id, by: People.lead, at: at)
        else { throw Expected("an approval") }
        #expect(ended.state == .approved && ended.decision?.grant == outcome.grant.id)
        #expect(outcome.grant.grantedBy == People.lead && outcome.grant.grantedAt == at)
        #expect(outcome.grant.endsAt == at + .days(40) && outcome.after.isEntitled)
        #expect(try store.verifyAudit().isOK)
        let entry = try #require(try store.audit(about: "request:\(request.id)").entries.first)
        #expect(entry.action == "request.approve" && entry.agent == People.lead)
        #expect(
            try store.audit(about: "grant:\(outcome.grant.id)").entries.map(\.action) == ["request.approve"])
        try Raw.write(store, "DROP TRIGGER grants_revoke_once; UPDATE grants SET ends_at_ms = ends_at_ms + 1")
        #expect(try store.verifyAudit().firstBroken?.about == "grant:\(outcome.grant.id)")
    }

    @Test func aTicketIsMadeGoodWithTheApproval() throws {
        let shop = try Shop.staffed()
        try shop.bring(
            ReportedAttempt(product: "forever", transaction: "7000", events: ReportedAttempt.lost()))
        let wish = GrantRequest(
            customer: "u_1", entitlement: "pro", term: .lost, reason: "not_delivered", ticket: "1")
        guard case .filed(let request) = try shop.store.grant(wish, by: Shop.agent, at: Shop.now) else {
            throw Expected("a request")
        }
        #expect(try shop.queue.map(\.id) == ["1"])
        _ = try shop.store.act(.approve(), on: request.id, by: Shop.lead, at: Shop.now)
        #expect(try shop.tickets().map(\.resolution) == [.madeGood])
    }

    @Test func aTicketThatWasSettledMeanwhileIsAConflict() throws {
        let shop = try Shop.staffed()
        try shop.bring(
            ReportedAttempt(product: "forever", transaction: "7000", events: ReportedAttempt.lost()))
        let wish = GrantRequest(
            customer: "u_1", entitlement: "pro", term: .lost, reason: "not_delivered", ticket: "1")
        _ = try shop.store.grant(wish, by: Shop.agent, at: Shop.now)
        try shop.makeGood("1", .lifetime, of: "pro", by: Shop.lead)
        let error = failure { _ = try shop.store.act(.approve(), on: "1", by: Shop.lead, at: Shop.now) }
        #expect(error?.code == .conflict)
        let page = try #require(try shop.store.requestPage("1", by: Shop.lead, at: Shop.now))
        #expect(page.problem?.code == .conflict && page.outcome == nil)
        #expect(page.changes.contains(.settled("1")))
    }

    /// Who tries what with ada's request, and whether the role and the four eyes let them.
    private static let tries: [(AgentName, String, Bool)] = [
        (People.lead, "approve", true), (People.lead, "decline", true), (People.lead, "withdraw", false),
        (People.agent, "approve", false), (People.agent, "decline", false),
        (People.agent, "withdraw", true), (People.viewer, "approve", false),
        (People.viewer, "decline", false), (People.viewer, "withdraw", false),
        (People.service, "approve", false), (People.service, "withdraw", false),
        ("stranger", "approve", false), ("stranger", "decline", false), ("stranger", "withdraw", false),
    ]

    @Test(arguments: tries)
    func whoMayDoWhat(_ agent: AgentName, _ act: String, _ isAllowed: Bool) throws {
        let (store, request) = try staffed()
        let error = failure {
            switch act {
            case "approve": _ = try store.act(.approve(), on: request.id, by: agent, at: People.now)
            case "decline": _ = try store.act(.decline(note: "no"), on: request.id, by: agent, at: People.now)
            default: _ = try store.act(.withdraw, on: request.id, by: agent, at: People.now)
            }
        }
        #expect(isAllowed ? error == nil : error?.code == .refused, "\(String(describing: error))")
        let page = try #require(try store.requestPage(request.id, by: People.lead, at: People.now))
        #expect((page.request.state == .open) != isAllowed)
        #expect(
            try Raw.number(store, "SELECT count(*) FROM grants") == (isAllowed && act == "approve" ? 1 : 0))
        #expect(try store.verifyAudit().isOK)
    }

    @Test func nobodyDecidesTheirOwnAlsoAsALead() throws {
        let (store, request) = try staffed()
        try store.addAgent(People.agent, role: .lead, by: People.lead, at: People.now)
        #expect(
            failure { _ = try store.act(.approve(), on: request.id, by: People.agent, at: People.now) }
                == .request(request.id, .own))
        #expect(
            failure {
                _ = try store.act(.decline(note: "no"), on: request.id, by: People.agent, at: People.now)
            }
                == .request(request.id, .own))
    }

    @Test(arguments: ["approve", "decline", "withdraw"])
    func aDecisionStands(_ first: String) throws {
        let (store, request) = try staffed()
        let at = People.now + .hours(1)
        switch first {
        case "approve": _ = try store.act(.approve(), on: request.id, by: People.lead, at: at)
        case "decline": _ = try store.act(.decline(note: "no"), on: request.id, by: People.lead, at: at)
        default: _ = try store.act(.withdraw, on: request.id, by: People.agent, at: at)
        }
        let state: RequestState =
            first == "approve" ? .approved : first == "decline" ? .declined : .withdrawn
        let decided = StoreError.request(
            request.id, .decided(state, by: first == "withdraw" ? People.agent : People.lead, at: at))
        let acts: [() throws -> Void] = [
            { _ = try store.act(.approve(), on: request.id, by: Self.second, at: at) },
            { _ = try store.act(.decline(note: "no"), on: request.id, by: Self.second, at: at) },
            { _ = try store.act(.withdraw, on: request.id, by: People.agent, at: at) },
        ]
        for act in acts { #expect(failure { try act() } == decided && decided.code.exitCode == 5) }
        #expect(try Raw.number(store, "SELECT count(*) FROM grants") == (first == "approve" ? 1 : 0))
    }

    @Test func whatNamesNothingAndSaysNothingIsRefused() throws {
        let (store, request) = try staffed()
        #expect(
            failure { _ = try store.act(.approve(), on: "99", by: People.lead, at: People.now) }
                == .unknown(.request("99")))
        #expect(
            failure { _ = try store.act(.approve(), on: "x", by: People.lead, at: People.now) }?.code
                == .notFound)
        #expect(
            failure {
                _ = try store.act(.decline(note: "  "), on: request.id, by: People.lead, at: People.now)
            }
                == .needs(.note(for: .declining)))
    }

    @Test func changedFactsAreSaidOnceAndThenCountAsSeen() throws {
        let (store, request) = try staffed()
        let gift = try store.give(People.request(days: 3), by: People.lead, at: People.now).grant
        let changed: [DecisionChange] = [.accessBegan(until: gift.endsAt), .given(.init(gift))]
        let answer = try store.act(.approve(), on: request.id, by: Self.second, at: People.now)
        #expect(answer == .changed(request, changed))
        #expect(try Raw.number(store, "SELECT count(*) FROM grants") == 1)
        #expect(try store.audit(action: "request.review").entries.count == 1)
        // The page still tells all that changed since it was asked.
        #expect(try store.requestPage(request.id, by: People.lead, at: People.now)?.changes == changed)
        guard case .approved = try store.act(.approve(), on: request.id, by: People.lead, at: People.now)
        else {
            throw Expected("an approval of what was seen")
        }
        #expect(try store.verifyAudit().isOK)
    }

    @Test func whoSawThePageApprovesWhatItShowed() throws {
        let (store, request) = try staffed()
        let old = try #require(try store.requestPage(request.id, by: People.lead, at: People.now)).digest
        try store.give(People.request(days: 3), by: People.lead, at: People.now)
        let new = try #require(try store.requestPage(request.id, by: People.lead, at: People.now)).digest
        guard
            case .changed = try store.act(
                .approve(seen: old), on: request.id, by: People.lead, at: People.now)
        else {
            throw Expected("a conflict")
        }
        guard
            case .approved = try store.act(
                .approve(seen: new), on: request.id, by: People.lead, at: People.now)
        else { throw Expected("an approval") }
    }

    @Test func whatTimeMadeSenselessIsAConflict() throws {
        let store = try People.inMemory()
        var wish = try People.request()
        wish.term = .until(People.now + .days(40))
        _ = try store.grant(wish, by: People.agent, at: People.now)
        let late = People.now + .days(41)
        let error = failure { _ = try store.act(.approve(), on: "1", by: People.lead, at: late) }
        #expect(
            error == .request("1", .unfit(.grant(.endsInPast(People.now + .days(40)))))
                && error?.code == .conflict)
        #expect(
            try store.requestPage("1", by: People.lead, at: late)?.problem
                == .grant(.endsInPast(People.now + .days(40))))
        _ = try store.act(.decline(note: "too late"), on: "1", by: People.lead, at: late)
    }
}
