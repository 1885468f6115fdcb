import PersistenceTesting
import Purchases
import Testing
import Wording

@testable import Persistence

/// What people do to tickets: each deed is audited, and a conflict says who was first.
struct TicketActionsTests {
    private static func shop(_ count: Int = 1) throws -> Shop {
        let shop = try Shop.staffed()
        for index in 0..<count {
            try shop.bring(
                ReportedAttempt(
                    id: "a\(index)", transaction: "700\(index)", events: ReportedAttempt.lost(Double(index))))
        }
        return shop
    }

    private func failure(_ work: () throws -> Void) -> StoreError? {
        #expect(throws: StoreError.self) { try work() }
    }

    @Test func aClaimedTicketIsItsAgents() throws {
        let shop = try Self.shop()
        let claimed = try shop.store.work(.claim, on: "1", by: Shop.agent, at: Shop.now).ticket
        #expect(claimed.claimedBy == Shop.agent && claimed.state == .claimed && claimed.claimedAt == Shop.now)
        let before = try shop.store.verifyAudit().entries
        #expect(try shop.store.work(.claim, on: "1", by: Shop.agent, at: Shop.now).ticket == claimed)
        #expect(try shop.store.verifyAudit().entries == before)
        let refused = failure { _ = try shop.store.act(.claim, on: "1", by: Shop.lead, at: Shop.now) }
        #expect(refused == .ticket("1", .held(by: Shop.agent)))
        #expect(try shop.store.work(.release, on: "1", by: Shop.agent, at: Shop.now).ticket.state == .open)
        #expect(
            failure { _ = try shop.store.act(.release, on: "1", by: Shop.agent, at: Shop.now) }?.code
                == .conflict
        )
    }

    @Test func aNoteOnATicketIsOnItsCustomersPageAndTimeline() throws {
        let shop = try Self.shop(2)
        _ = try shop.store.act(
            .note("called twice"), on: "2", reference: "HD-1", by: Shop.agent, at: Shop.now)
        try shop.store.act(.note("speaks German"), on: AppUserID("u_1"), by: Shop.agent, at: Shop.now)
        let page = try #require(try shop.store.customerPage(AppUserID("u_1"), at: Shop.now))
        #expect(page.notes.map(\.text) == ["called twice", "speaks German"])
        #expect(page.notes.map(\.ticket) == ["2", nil])
        let told = page.events.filter { $0.kind == .note }
        #expect(
            told.map { Reader.program.words(of: $0.content) } == [
                "ana on ticket 2: called twice", "ana: speaks German",
            ])
        #expect(told.map(\.reference) == ["2", nil])
        #expect(try shop.page("2").notes.map(\.ticket) == ["2"])
    }

    @Test func newsNeverTakeATicketFromItsAgent() throws {
        let shop = try Shop.staffed()
        try shop.bring(ReportedAttempt(events: [ReportedAttempt.state("purchased", 0)]))
        _ = try shop.store.act(.claim, on: "1", by: Shop.agent, at: Shop.now)
        try shop.bring(ReportedAttempt(events: [ReportedAttempt.state("finished", 1)]))
        let ticket = try #require(try shop.queue.first)
        #expect(ticket.state == .claimed && ticket.group == .lossOfFunds && ticket.claimedBy == Shop.agent)
    }

    @Test func nextClaimsTheWorstThatIsFree() throws {
        let shop = try Self.shop(3)
        try shop.bring(ReportedAttempt(id: "g2", events: [ReportedAttempt.state("purchased", -50)]))
        try shop.bring(ReportedAttempt(id: "g1", events: [ReportedAttempt.state("failed", -90)]))
        _ = try shop.store.act(.claim, on: "1", by: Shop.lead, at: Shop.now)
        let claimed = try (0..<4).map { _ in
            try shop.store.claimNextTicket(by: Shop.agent, at: Shop.now)?.ticket.id
        }
        #expect(claimed == ["2", "3", "4", nil])
    }

    @Test func resolvingNeedsWhatItsKindNeeds() throws {
        let shop = try Self.shop()
        let wrongs: [TicketEnd] = [
            TicketEnd(.madeGood), TicketEnd(.superseded), TicketEnd(.writtenOff),
            TicketEnd(.credited, note: "x"), TicketEnd(.credited, quantity: 3),
            TicketEnd(.credited, note: "x", quantity: 0), TicketEnd(.delivered, quantity: 3),
            TicketEnd(.writtenOff, note: "  "),
        ]
        for wrong in wrongs {
            let error = failure {
                _ = try shop.store.act(.resolve(wrong), on: "1", by: Shop.lead, at: Shop.now)
            }
            #expect(error?.code == .usage)
        }
        let credited = TicketEnd(.credited, note: "100 coins", quantity: 100)
        let answer = try shop.store.act(
            .resolve(credited), on: "1", reference: "HD-1", by: Shop.agent, at: Shop.now)
        let ticket = try #require(answer.page?.ticket)
        #expect(ticket.resolution == .credited && ticket.creditedQuantity == 100)
        #expect(try shop.page().notes.map(\.text) == ["100 coins"] && shop.queue.isEmpty)
    }

    @Test func onlyLeadsWriteOff() throws {
        let shop = try Self.shop()
        let ending = TicketEnd(.writtenOff, note: "no answer")
        let refused = failure {
            _ = try shop.store.act(.resolve(ending), on: "1", by: Shop.agent, at: Shop.now)
        }
        #expect(refused?.code == .refused)
        _ = try shop.store.act(.resolve(ending), on: "1", by: Shop.lead, at: Shop.now)
        #expect(try shop.tickets().map(\.resolution) == [.writtenOff])
    }

    @Test func whoCameSecondIsToldWhoWasFirst() throws {
        let shop = try Self.shop()
        let version = try shop.page().ticket.version
        try shop.bring(ReportedAttempt(id: "a0", transaction: "7000", events: ReportedAttempt.failing(1)))
        let stale = failure {
            let ending = TicketEnd.said(.delivered)
            _ = try shop.store.act(
                .resolve(ending), on: "1", reference: "HD-1", version: version, by: Shop.lead, at: Shop.now)
        }
        #expect(stale == .ticket("1", .changed(state: .open, group: .lossOfFunds, cause: "21005")))
        let now = try shop.page().ticket.version
        _ = try shop.store.act(
            .resolve(.said(.delivered)), on: "1", reference: "HD-1", version: now, by: Shop.lead, at: Shop.now
        )
        let second = failure {
            _ = try shop.store.act(
                .resolve(.said(.refunded)), on: "1", reference: "HD-1", by: Shop.lead, at: Shop.now)
        }
        let first = StoreError.ticket("1", .resolved(as: .delivered, by: Shop.lead, at: Shop.now))
        #expect(second == first)
        #expect(failure { try shop.makeGood() } == first)
        #expect(
            failure { _ = try shop.store.act(.claim, on: "9", by: Shop.lead, at: Shop.now) }?.code
                == .notFound)
    }

    @Test func aPersonsEndStandsAgainstTheFacts() throws {
        let shop = try Self.shop()
        _ = try shop.store.act(
            .resolve(.said(.delivered)), on: "1", reference: "HD-1", by: Shop.lead, at: Shop.now)
        try shop.bring(ReportedAttempt(id: "a0", transaction: "7000", events: ReportedAttempt.failing(9)))
        #expect(try shop.queue.isEmpty && shop.tickets().map(\.resolution) == [.delivered])
    }

    @Test func whatNobodyPaidForIsTakenUpWhenAChargeTurnsUp() throws {
        let shop = try Shop.staffed()
        try shop.bring(ReportedAttempt(events: [ReportedAttempt.state("failed", 0)]))
        _ = try shop.store.act(.resolve(TicketEnd(.notCharged)), on: "1", by: Shop.agent, at: Shop.now)
        try shop.bring(ReportedAttempt(events: ReportedAttempt.lost(2)))
        #expect(try shop.queue.map(\.group) == [.lossOfFunds] && shop.alarms == 1)
    }

    @Test func reopenedLossesRingAgain() throws {
        let shop = try Shop.staffed()
        try shop.bring(ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost()))
        func end() throws {
            let alarm = try #require(try shop.store.takeAlarm(by: Shop.agent, at: Shop.now))
            try shop.store.settleAlarm(alarm, as: .needless, by: Shop.agent, at: Shop.now)
            #expect(try shop.store.alarmStanding() == .clear)
        }
        let grant = try shop.makeGood()
        try end()
        _ = try shop.store.revoke(grant.id, reason: "mistake", by: Shop.lead, at: Shop.now)
        #expect(try shop.store.hasDueAlarm(at: Shop.now))
        try shop.bring(Paper.receipt([Paper.Entry(id: "7000", chain: "7000")], on: 2))
        try end()
        _ = try shop.store.act(.reopen(note: "he sees nothing"), on: "1", by: Shop.agent, at: Shop.now)
        #expect(try shop.store.hasDueAlarm(at: Shop.now))
    }

    @Test func reopeningNeedsANoteAndStandsAgainstTheFacts() throws {
        let shop = try Self.shop()
        let receipt = Paper.receipt([Paper.Entry(id: "7000", chain: "7000")], on: 2)
        try shop.bring(receipt)
        #expect(try shop.tickets().map(\.resolution) == [.delivered])
        let silent = failure {
            _ = try shop.store.act(.reopen(note: " "), on: "1", by: Shop.agent, at: Shop.now)
        }
        #expect(silent?.code == .usage)
        _ = try shop.store.act(.reopen(note: "he sees nothing"), on: "1", by: Shop.agent, at: Shop.now)
        #expect(try shop.queue.map(\.state) == [.open])
        try shop.bring(ReportedAttempt(id: "a0", transaction: "7000", events: ReportedAttempt.failing(1)))
        #expect(try shop.queue.count == 1)
        let twice = failure {
            _ = try shop.store.act(.reopen(note: "x"), on: "1", by: Shop.agent, at: Shop.now)
        }
        #expect(twice?.code == .conflict)
    }
}
