import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What exceeds what one lead decides alone is asked of a second one, where the store has one.
struct LeadLimitTests {
    private static let second = AgentName("lea")

    private func twoLeads() throws -> Store {
        let store = try People.inMemory()
        try store.addAgent(Self.second, role: .lead, by: People.lead, at: People.now)
        return store
    }

    private func lifetime() throws -> GrantRequest {
        var wish = try People.request()
        wish.term = .lifetime
        return wish
    }

    @Test func aLeadsLifetimeGrantIsAskedOfAnotherLeadWhoGivesIt() throws {
        let store = try twoLeads()
        let wish = try lifetime()
        #expect(
            try store.wholePage(of: GrantPreviewQuery(wish), by: People.lead, at: People.now).excess
                == .leadLifetime)
        guard
            case .filed(let request) = try store.grant(wish, key: "k", by: People.lead, at: People.now)
        else { throw Expected("a request") }
        #expect(request.because == .leadLifetime && request.askedBy == People.lead)
        #expect(try Raw.number(store, "SELECT count(*) FROM grants") == 0)
        let own = failure { _ = try store.act(.approve(), on: request.id, by: People.lead, at: People.now) }
        #expect(own == .request(request.id, .own))
        guard
            case .approved(_, let outcome) = try store.act(
                .approve(), on: request.id, by: Self.second, at: People.now)
        else { throw Expected("an approval") }
        #expect(outcome.grant.endsAt == nil && outcome.grant.grantedBy == Self.second)
        #expect(outcome.excess == nil && outcome.warnings.isEmpty)
        #expect(
            try store.grant(wish, key: "k", by: People.lead, at: People.now).outcome?.grant.id
                == outcome.grant.id)
        #expect(try store.verifyAudit().isOK)
    }

    private static let lengths: [(Int, GrantPolicy.Excess?)] = [
        (366, nil), (367, .leadTooLong(days: 367, limit: 366)),
    ]

    @Test(arguments: lengths)
    func thePolicySaysHowLongALeadsGrantMayBe(_ days: Int, _ because: GrantPolicy.Excess?) throws {
        let store = try twoLeads()
        let wish = try People.request(days: days)
        #expect(
            try store.wholePage(of: GrantPreviewQuery(wish), by: People.lead, at: People.now).excess
                == because)
        try store.set(.leadLongestGrantDays, to: "400", by: People.lead, at: People.now)
        #expect(try store.give(wish, by: People.lead, at: People.now).excess == nil)
    }

    @Test func theOnlyLeadGivesItAndIsToldOnce() throws {
        let store = try People.inMemory()
        let outcome = try store.give(lifetime(), by: People.lead, at: People.now)
        #expect(outcome.warnings == [.noSecondLead(.leadLifetime)] && outcome.excess == nil)
        let entry = try #require(try store.audit(action: "grant").entries.first)
        #expect(entry.details.hasSuffix(#","no_second_lead":true}"#))
        #expect(try store.verifyAudit().isOK)
        // Within the limits nothing is said.
        var week = try People.request()
        week.evenIfNothingIsGained = true
        #expect(
            try !store.give(week, by: People.lead, at: People.now).warnings.map(\.code).contains(
                "no_second_lead"))
    }

    @Test func anAgentsRequestNeedsNoThirdPerson() throws {
        let store = try twoLeads()
        guard case .filed(let request) = try store.grant(lifetime(), by: People.agent, at: People.now) else {
            throw Expected("a request")
        }
        #expect(request.because == .lifetime)
        guard
            case .approved(_, let outcome) = try store.act(
                .approve(), on: request.id, by: People.lead, at: People.now)
        else { throw Expected("an approval") }
        #expect(outcome.warnings.isEmpty)
    }

    @Test func aBatchOfTheOnlyLeadIsCarriedOutAndSaysSo() throws {
        let shop = try Shop.staffed()
        try shop.bring(
            (0..<2).map { index in
                ReportedAttempt(
                    id: "a\(index)", customer: "u_\(index)", product: "week_pass",
                    transaction: "\(9000 + index)", events: ReportedAttempt.lost(Double(index))
                ).paper
            })
        try shop.store.set(.bulkApprovalCount, to: "1", by: Shop.lead, at: Shop.now)
        let wish = BatchRequest(.tickets(try shop.tickets().map(\.id)), reason: "outage")
        let preview = try shop.store.wholePage(of: BatchPreviewQuery(wish), by: Shop.lead, at: Shop.now)
        #expect(preview.because == .tooManyCustomers(customers: 2, limit: 1))
        #expect(preview.isWithoutSecondLead && !preview.needsSecondLead)
        let batch = try shop.store.startBatch(wish, by: Shop.lead, at: Shop.now)
        #expect(batch.state == .running && batch.plan.isWithoutSecondLead == true)
        let entry = try #require(try shop.store.audit(action: "batch.start").entries.first)
        #expect(entry.details.contains(#""no_second_lead":true"#))
    }

    @Test func aLongBatchWantsASecondLeadForFewToo() throws {
        let night = try BatchShop(losses: 2)
        var wish = try night.wish
        wish.length = try #require(BatchLength("P2Y"))
        let batch = try night.store.startBatch(wish, by: Shop.lead, at: Shop.now)
        #expect(batch.state == .waiting)
        let request = try #require(batch.request)
        let page = try #require(try night.store.requestPage(request, by: Shop.lead, at: Shop.now))
        guard case .leadTooLong(let days, limit: 366) = page.request.because else {
            throw Expected("that it is too long, not \(page.request.because)")
        }
        #expect(days >= 730)
    }
}
