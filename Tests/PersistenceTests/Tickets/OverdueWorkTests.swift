import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What time does: it brings back what waited and what vanished holders held, and makes tickets overdue.
struct OverdueWorkTests {
    private static let ben = AgentName("ben")

    private func move(_ store: Store, _ hours: Int64) throws -> Int {
        try store.applyOverdueMoves(by: Shop.lead, at: Shop.now + .hours(hours))
    }

    @Test func whatWaitedComesBackWhenItsTimeComes() throws {
        let shop = try TicketWorkTests.shop(2)
        let until = Shop.now + .hours(5)
        _ = try shop.store.act(.wait(for: .customer, until: until), on: "1", by: Shop.agent, at: Shop.now)
        _ = try shop.store.act(.claim, on: "2", by: Self.ben, at: Shop.now)
        _ = try shop.store.act(.wait(for: .apple, until: until), on: "2", by: Self.ben, at: Shop.now)
        #expect(try move(shop.store, 4) == 0)
        #expect(try move(shop.store, 5) == 2)
        #expect(try move(shop.store, 5) == 0)
        let pages = try [shop.page("1", at: until), shop.page("2", at: until)]
        #expect(pages.map(\.ticket.state) == [.open, .claimed])
        #expect(pages.map(\.ticket.dueAt) == [until + .hours(24), until + .hours(24)])
        #expect(
            pages.allSatisfy { $0.deeds.last?.event == .woken(because: .time) && $0.ticket.waitingFor == nil }
        )
        // Whoever held it has the whole time for it again.
        #expect(pages[1].ticket.claimedAt == until)
        #expect(try shop.store.audit(about: "ticket:2", limit: 1).entries.first?.action == "ticket.overdue")
    }

    @Test func aClaimLapsesWhenItsHolderDoesNothing() throws {
        let shop = try TicketWorkTests.shop()
        _ = try shop.store.act(.claim, on: "1", by: Shop.agent, at: Shop.now)
        _ = try shop.store.act(.contacted(by: .chat), on: "1", by: Shop.agent, at: Shop.now + .hours(3))
        #expect(try move(shop.store, 10) == 0)
        #expect(try move(shop.store, 11) == 1)
        let page = try shop.page()
        #expect(page.ticket.state == .open && page.ticket.claimedBy == nil)
        #expect(page.deeds.last?.event == .lapsed(holder: Shop.agent, hours: 8))
        #expect(page.deeds.last?.agent == nil)
        #expect(try shop.store.claimNextTicket(by: Self.ben, at: Shop.now + .hours(11)) != nil)
    }

    @Test func noClaimLapsesWithoutAPolicy() throws {
        let shop = try TicketWorkTests.shop()
        try shop.store.set(.claimHours, to: "0", by: Shop.lead, at: Shop.now)
        _ = try shop.store.act(.claim, on: "1", by: Shop.agent, at: Shop.now)
        #expect(try move(shop.store, 10_000) == 0)
    }

    @Test func whoseConsoleIsOpenKeepsTheClaim() throws {
        let folder = try StoreFolder()
        let store = try folder.createShop()
        try store.addAgent(Shop.agent, role: .agent, by: Shop.lead, at: Shop.now)
        try Shop(store).bring(ReportedAttempt(events: ReportedAttempt.lost()))
        _ = try store.act(.claim, on: "1", by: Shop.agent, at: Shop.now)
        let console = try #require(try store.enterPresence(as: Shop.agent, at: Shop.now))
        #expect(try move(store, 9) == 0)
        console.leave()
        #expect(try move(store, 9) == 1)
    }

    @Test func whatSomebodyLooksAtIsNotNextForOthers() throws {
        let folder = try StoreFolder()
        let store = try folder.createShop()
        for agent in [Shop.agent, Self.ben] {
            try store.addAgent(agent, role: .agent, by: Shop.lead, at: Shop.now)
        }
        for index in 0..<2 {
            try Shop(store).bring(
                ReportedAttempt(
                    id: "a\(index)", transaction: "t\(index)", events: ReportedAttempt.lost(Double(index))))
        }
        let console = try #require(try store.enterPresence(as: Self.ben, at: Shop.now))
        console.show(Attention(.views, ticket: "1"), at: Shop.now)
        #expect(try store.claimNextTicket(by: Shop.agent, at: Shop.now)?.ticket.id == "2")
        #expect(try store.claimNextTicket(by: Self.ben, at: Shop.now)?.ticket.id == "1")
        console.leave()
    }

    /// A clock that is set back a day wakes, lapses and dues nothing, and what was done meanwhile stands when it is right
    /// again.
    @Test func aClockSetBackDoesNothing() throws {
        let shop = try TicketWorkTests.shop(2)
        _ = try shop.store.act(.claim, on: "1", by: Shop.agent, at: Shop.now)
        _ = try shop.store.act(
            .wait(for: .app, until: Shop.now + .hours(2)), on: "2", by: Shop.agent, at: Shop.now)
        #expect(try move(shop.store, -24) == 0)
        let early = try shop.store.work(
            .contacted(by: .chat), on: "1", by: Shop.agent, at: Shop.now - .days(1))
        #expect(early.ticket.claimedAt == Shop.now)
        #expect(try move(shop.store, 1) == 0)
        #expect(try shop.page("1").ticket.state == .claimed && shop.page("2").ticket.state == .waiting)
    }

    @Test func aChangedPolicyMovesWhatIsDue() throws {
        let shop = try TicketWorkTests.shop(2)
        try shop.bring(
            ReportedAttempt(id: "u", transaction: "u", events: [ReportedAttempt.state("purchased", 0)]))
        _ = try shop.store.act(
            .wait(for: .app, until: Shop.now + .hours(2)), on: "2", by: Shop.agent, at: Shop.now)
        let due = { try shop.tickets().sorted { $0.id < $1.id }.map(\.dueAt) }
        try shop.raw("UPDATE tickets SET queued_at_ms = \(Shop.now.milliseconds)")
        let entries = try shop.store.verifyAudit().entries
        try shop.store.set(.lossGoalHours, to: "4", by: Shop.lead, at: Shop.now)
        #expect(try shop.store.verifyAudit().entries == entries + 1)
        #expect(try due() == [Shop.now + .hours(4), nil, Shop.now + .hours(72)])
        try shop.store.set(.undeliveredGoalHours, to: "0", by: Shop.lead, at: Shop.now)
        #expect(try due() == [Shop.now + .hours(4), nil, nil])
        try shop.store.set(.undeliveredGoalHours, to: "1", by: Shop.lead, at: Shop.now)
        #expect(try due() == [Shop.now + .hours(4), nil, Shop.now + .hours(1)])
    }

    @Test func whatIsOverdueComesFirstPageByPage() throws {
        let shop = try TicketWorkTests.shop(12)
        // The younger half came into its queue before the older: it is overdue earlier.
        let (now, before) = (Shop.now.milliseconds, (Shop.now - .hours(25)).milliseconds)
        try shop.raw("UPDATE tickets SET queued_at_ms = iif(id > 6, \(before), \(now))")
        try shop.store.set(.lossGoalHours, to: "25", by: Shop.lead, at: Shop.now)
        let whole = try shop.store.tickets(limit: 100, at: Shop.now).tickets
        let order = (7...12).map { TicketID("\($0)") } + (1...6).map { TicketID("\($0)") }
        #expect(whole.map(\.id) == order)
        #expect(whole.map { $0.place(at: Shop.now) } == whole.map { $0.place(at: Shop.now) }.sorted())
        for size in [1, 4, 5, 6, 7, 11, 12] {
            var (found, cursor): ([Ticket], String?) = ([], nil)
            repeat {
                // Time passes between pages, and what becomes overdue meanwhile is neither lost nor shown twice.
                let at = Shop.now + .hours(cursor == nil ? 0 : 100)
                let page = try shop.store.tickets(after: cursor, limit: size, at: at)
                found += page.tickets
                cursor = page.next
            } while cursor != nil && found.count < 100
            #expect(found.map(\.id) == order, "\(size)")
        }
        #expect(try shop.store.claimNextTicket(by: Shop.agent, at: Shop.now)?.ticket.id == "7")
        #expect(
            try shop.store.wholePage(of: TicketCountsQuery(), at: Shop.now).overdue(in: .lossOfFunds).counted
                == 6)
        let due = try TicketFilter(parsing: "due:overdue", at: Shop.now)
        #expect(try shop.store.tickets(due, limit: 100, at: Shop.now).tickets.count == 6)
        let today = try TicketFilter(parsing: "due:today", at: Shop.now)
        #expect(try shop.store.tickets(today, limit: 100, at: Shop.now).tickets.count == 6)
        let tomorrow = Shop.now + .days(1)
        #expect(try shop.store.tickets(today, limit: 100, at: tomorrow).tickets.count == 12)
    }
}
