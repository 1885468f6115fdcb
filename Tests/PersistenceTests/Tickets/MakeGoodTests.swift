import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// A grant with a ticket makes it good, taking the grant back reopens it, and what comes after is shown to leads.
struct MakeGoodTests {
    private static let lost = ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost())

    private static func receipt(on day: Int64, product: String = "tea.monthly", days: Int64? = 30) -> Paper {
        Paper.receipt([Paper.Entry(id: "7000", chain: "7000", product: product, days: days)], on: day)
    }

    @Test func aGrantResolvesTheTicket() throws {
        let shop = try Shop.staffed()
        try shop.bring(Self.lost)
        let grant = try shop.makeGood(by: Shop.agent)
        let page = try shop.page()
        #expect(page.ticket.resolution == .madeGood && page.ticket.resolvedBy == Shop.agent)
        #expect(page.grants.map(\.id) == [grant.id] && page.moves.last?.agent == Shop.agent)
        #expect(try shop.queue.isEmpty && shop.store.verifyAudit().isOK)
    }

    @Test func takingItBackReopens() throws {
        let shop = try Shop.staffed()
        try shop.bring(Self.lost)
        let grant = try shop.makeGood()
        _ = try shop.store.revoke(grant.id, reason: "mistake", by: Shop.lead, at: Shop.now)
        let ticket = try #require(try shop.queue.first)
        #expect(ticket.state == .open && !ticket.isMadeGood && ticket.resolution == nil)
        #expect(try shop.page().moves.map(\.to) == [.lossOfFunds, nil, .lossOfFunds])
        try shop.makeGood()
        #expect(try shop.queue.isEmpty && shop.alarms == 1)
    }

    @Test func takenBackAfterADeliveryItIsDelivered() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        let grant = try shop.makeGood()
        try shop.bring(Self.receipt(on: 2))
        #expect(try shop.tickets().map(\.aftermath) == [.delivered])
        #expect(try shop.tickets().map(\.resolution) == [.madeGood])
        #expect(try shop.store.grant(grant.id)?.revokedAt == nil)
        _ = try shop.store.revoke(grant.id, reason: "mistake", by: Shop.lead, at: Shop.now)
        #expect(try shop.tickets().map(\.resolution) == [.delivered] && shop.queue.isEmpty)
    }

    @Test func aLateReceiptIsNoDeliveryAfterIt() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        try shop.makeGood()
        try shop.bring(Self.receipt(on: 31))
        #expect(try shop.tickets().map(\.aftermath) == [nil])
        #expect(try shop.tickets().map(\.resolution) == [.madeGood])
    }

    /// A lost purchase, its receipt, and how many days `lost` gives; nil where nothing says how long it lasts.
    static let lengths: [(String, Paper?, Int64?)] = [
        ("tea.monthly", receipt(on: 31), 30), ("week_pass", nil, 7), ("tea.monthly", nil, nil),
        ("week_pass", receipt(on: 20, product: "week_pass", days: nil), 7),
    ]

    @Test(arguments: lengths)
    func lostGivesTheTimeThatWasPaidFor(_ product: String, _ receipt: Paper?, _ days: Int64?) throws {
        let shop = try Shop()
        try shop.bring(
            ReportedAttempt(product: product, transaction: "7000", events: ReportedAttempt.lost()))
        if let receipt { try shop.bring(receipt) }
        guard let days else {
            let error = #expect(throws: StoreError.self) { try shop.makeGood("1", GrantRequest.Term.lost) }
            #expect(error?.code == .usage)
            return
        }
        let grant = try shop.makeGood("1", GrantRequest.Term.lost)
        #expect(grant.endsAt == Shop.now + .days(days))
        #expect(try shop.tickets().map(\.resolution) == [.madeGood])
    }

    @Test func whatHasNoEndIsMadeGoodWithoutEnd() throws {
        let shop = try Shop.staffed()
        let events = ReportedAttempt.lost()
        try shop.bring(ReportedAttempt(product: "forever", transaction: "7000", events: events))
        // The App Store's record does not show the charge: without proof it is generosity, and a lead's to give.
        #expect(throws: Absent.self) { try shop.makeGood("1", .lost, of: "pro", by: Shop.agent) }
        #expect(
            try shop.store.wholePage(of: RequestListQuery(), by: Shop.lead).rows.map(\.request.because) == [
                .lifetime
            ])
        #expect(try shop.makeGood("1", .lost, of: "pro").endsAt == nil)
        #expect(try shop.tickets().map(\.resolution) == [.madeGood])
    }

    /// Nothing begins after access without end; giving what was lost now all the same settles the ticket.
    @Test func overAccessWithoutEndItIsAConflict() throws {
        let shop = try Shop.staffed()
        try shop.bring(Self.lost)
        try shop.bring(Self.receipt(on: 31))
        let always = GrantRequest(
            customer: AppUserID("u_1"), entitlement: EntitlementID("premium"), term: .lifetime,
            reason: "goodwill")
        _ = try shop.store.give(always, by: Shop.lead, at: Shop.now)
        let error = failure { _ = try shop.makeGood("1", .lost, by: Shop.agent) }
        #expect(error == .grant(.noEndToStartAfter(hasTicket: true)) && error?.code.exitCode == 5)
        var now = GrantRequest(
            customer: AppUserID("u_1"), entitlement: EntitlementID("premium"), term: .lost, start: .now,
            reason: "not_delivered", ticket: "1")
        #expect(
            failure { _ = try shop.store.give(now, by: Shop.agent, at: Shop.now) } == .grant(.nothingGained))
        now.evenIfNothingIsGained = true
        let outcome = try shop.store.give(now, by: Shop.agent, at: Shop.now)
        #expect(outcome.gained == .zero && outcome.grant.endsAt == Shop.now + .days(30))
        #expect(try shop.tickets().map(\.resolution) == [.madeGood])
    }

    @Test func theDefaultGivesBackWholeAfterWhatTheCustomerHasAlready() throws {
        let shop = try Shop.staffed()
        try shop.bring(Self.lost)
        try shop.bring(Self.receipt(on: 31))
        let week = try #require(CalendarPeriod(days: 7).map(GrantRequest.Term.period))
        let gift = GrantRequest(
            customer: "u_1", entitlement: "premium", term: week, start: .now, reason: "goodwill")
        _ = try shop.store.grant(gift, by: Shop.agent, at: Shop.now)
        let request = GrantRequest(
            customer: "u_1", entitlement: "premium", term: .lost, reason: "late", ticket: "1")
        let outcome = try shop.store.give(request, by: Shop.agent, at: Shop.now)
        #expect(outcome.before.isEntitled && outcome.grant.startsAt == Shop.now + .days(7))
        #expect(outcome.gained == .days(30) && outcome.missing == .zero)
        #expect(outcome.after.owed.isEmpty && outcome.before.owed.map(\.ticket) == ["1"])
    }

    @Test func whatIsStartedTooEarlyGivesLessAndSaysSo() throws {
        let shop = try Shop.staffed()
        try shop.bring(Self.lost)
        try shop.bring(Self.receipt(on: 31))
        let week = try #require(CalendarPeriod(days: 7).map(GrantRequest.Term.period))
        let gift = GrantRequest(customer: "u_1", entitlement: "premium", term: week, reason: "goodwill")
        _ = try shop.store.grant(gift, by: Shop.agent, at: Shop.now)
        let request = GrantRequest(
            customer: "u_1", entitlement: "premium", term: .lost, start: .now, reason: "late", ticket: "1")
        let outcome = try shop.store.wholePage(of: GrantPreviewQuery(request), by: Shop.agent, at: Shop.now)
        #expect(outcome.gained == .days(23) && outcome.missing == .days(7))
    }

    @Test func restitutionNeedsNoLeadAndCountsAgainstNoLimit() throws {
        let shop = try Shop.staffed()
        try shop.store.set(.longestGrantDays, to: "1", by: Shop.lead, at: Shop.now)
        try shop.bring(Self.lost)
        #expect(throws: StoreError.self) { try shop.makeGood("1", .lost, by: Shop.agent) }
        try shop.bring(Self.receipt(on: 31))
        let more = try #require(CalendarPeriod("P31D").map(GrantRequest.Term.period))
        #expect(throws: Absent.self) { try shop.makeGood("1", more, by: Shop.agent) }
        let request = GrantRequest(
            customer: "u_1", entitlement: "premium", term: .lost, reason: "late", ticket: "1")
        let outcome = try shop.store.give(request, by: Shop.agent, at: Shop.now)
        #expect(outcome.grant.isRestitution && outcome.allowance.customer == .days(62))
        #expect(outcome.allowance.grants == 20 && outcome.grant.endsAt == Shop.now + .days(30))
        #expect(try shop.store.verifyAudit().isOK)
    }

    @Test func aTicketTakenUpAgainIsNotRestoredTwiceBeyondTheLimits() throws {
        let shop = try Shop.staffed()
        try shop.store.set(.longestGrantDays, to: "1", by: Shop.lead, at: Shop.now)
        try shop.bring(Self.lost)
        try shop.bring(Self.receipt(on: 31))
        let request = GrantRequest(
            customer: "u_1", entitlement: "premium", term: .lost, reason: "late", ticket: "1")
        _ = try shop.store.grant(request, by: Shop.agent, at: Shop.now)
        _ = try shop.store.act(.reopen(note: "again"), on: "1", by: Shop.agent, at: Shop.now)
        #expect(throws: Absent.self) { try shop.store.give(request, by: Shop.agent, at: Shop.now) }
    }

    @Test func attachingAChainOfNobodyShowsWhatItsPurchasesOwe() throws {
        let shop = try Shop()
        try shop.bring(
            ReportedAttempt(customer: nil, transaction: "7000", events: ReportedAttempt.lost()))
        try shop.bring(Self.receipt(on: 3), customer: nil)
        try shop.bring(Paper.customer("u_2"))
        let preview = try shop.store.wholePage(
            of: AttachPreviewQuery(AttachRequest("7000", to: "u_2", reason: "x")), at: Shop.now)
        #expect(preview.after["u_2"]?.first?.owed.map(\.ticket) == ["1"])
        let done = try shop.store.move(
            AttachRequest("7000", to: "u_2", reason: "goodwill"), by: Shop.lead, at: Shop.now)
        let page = try #require(try shop.store.customerPage("u_2", at: Shop.now))
        #expect(page.owed.map(\.ticket) == ["1"] && done.after["u_2"] == page.verdicts)
        let early = try shop.store.wholePage(
            of: AttachPreviewQuery(AttachRequest("7000", to: "u_9", reason: "x", createsCustomer: true)),
            at: Shop.soon)
        #expect(early.after["u_9"]?.allSatisfy { $0.owed.isEmpty } == true)
    }

    @Test func whatTheProductDoesNotUnlockMakesNothingGood() throws {
        let shop = try Shop()
        try shop.bring(
            ReportedAttempt(product: "forever", transaction: "7000", events: ReportedAttempt.lost()))
        let error = #expect(throws: StoreError.self) { try shop.makeGood("1", of: "premium") }
        #expect(error?.code.exitCode == 64)
        #expect(
            error == .grant(.unlocksOthers(ticket: 1, "forever", unlocks: ["pro"], asked: "premium")))
        #expect(try shop.queue.count == 1)
    }

    @Test func aGrantWithoutItsTicketIsWarnedOfItAndOfWhatWasGivenBefore() throws {
        let shop = try Shop.staffed()
        try shop.bring(Self.lost)
        let week = try #require(CalendarPeriod(days: 7).map(GrantRequest.Term.period))
        let request = GrantRequest(customer: "u_1", entitlement: "premium", term: week, reason: "goodwill")
        let first = try shop.store.give(request, by: Shop.agent, at: Shop.now)
        #expect(first.warnings.map(\.code) == ["open_ticket"])
        var second = request
        (second.start, second.ticket) = (.after, "1")
        let outcome = try shop.store.wholePage(
            of: GrantPreviewQuery(second), by: Shop.lead, at: Shop.now + .hours(23))
        #expect(outcome.warnings == [.recentGrant(first.grant)])
        #expect(
            try shop.store.wholePage(of: GrantPreviewQuery(second), by: Shop.lead, at: Shop.now + .hours(25))
                .warnings.isEmpty)
    }

    @Test func theCustomersVerdictOwnsTheLossAndTheStripDrawsIt() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        try shop.bring(Self.receipt(on: 31))
        let page = try #require(try shop.store.customerPage("u_1", at: Shop.now))
        let verdict = try #require(page.verdicts.first { $0.entitlement == "premium" })
        #expect(verdict.owed.map(\.ticket) == ["1"] && verdict.because.first?.rule == .lossOfFunds)
        #expect(try verdict.nextStep == .ticket(shop.page().nextStep))
        #expect(page.chains.first?.coverage.pieces.map(\.kind) == [.lost])
        try shop.makeGood("1", .lost)
        let after = try #require(try shop.store.customerPage("u_1", at: Shop.now))
        #expect(after.owed.isEmpty && after.verdicts.allSatisfy { $0.owed.isEmpty })
        #expect(after.chains.first?.coverage.pieces.first?.kind == .lost)
    }

    @Test func anEntitlementOfTheTicketsProductIsKnown() throws {
        let shop = try Shop(catalog: false)
        try shop.bring(Self.lost)
        let request = GrantRequest(
            customer: "u_1", entitlement: "tea.monthly", term: .until(Shop.now + .days(9)),
            reason: "not_delivered", ticket: "1")
        #expect(try shop.store.give(request, by: Shop.lead, at: Shop.now).grant.ticket == "1")
    }

    @Test func anotherCustomersTicketIsRefused() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        try shop.bring(Paper.customer("u_2"))
        let error = #expect(throws: StoreError.self) { try shop.makeGood("1", customer: "u_2") }
        #expect(error == .grant(.ticketOfAnother("1", owner: "u_1")))
        #expect(try shop.queue.count == 1)
    }
}
