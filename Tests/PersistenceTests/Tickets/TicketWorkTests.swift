import PersistenceTesting
import Purchases
import Testing
import Wording

@testable import Persistence

/// Handing over, contacting, waiting, passing over, linking, asking for another try: done, warned of, and refused.
struct TicketWorkTests {
    private static let ben = AgentName("ben")
    private static let later = Shop.now + .hours(24)

    /// A shop of two agents with losses of funds, the first the oldest.
    static func shop(_ count: Int = 1) throws -> Shop {
        let shop = try Shop.staffed()
        try shop.store.addAgent(ben, role: .agent, by: Shop.lead, at: Shop.now)
        try shop.store.addAgent("vic", role: .viewer, by: Shop.lead, at: Shop.now)
        for index in 0..<count {
            try shop.bring(
                ReportedAttempt(
                    id: "a\(index)", transaction: "t\(index)", events: ReportedAttempt.lost(Double(index))))
        }
        return shop
    }

    private func failure(_ work: () throws -> Void) -> StoreError? {
        #expect(throws: StoreError.self) { try work() }
    }

    @Test func whoHandsATicketOverHoldsItNoMore() throws {
        let store = try Self.shop(2).store
        _ = try store.act(.claim, on: "1", by: Shop.agent, at: Shop.now)
        let page = try store.work(
            .assign(to: Self.ben), on: "1", reference: "HD-1", by: Shop.agent, at: Shop.now)
        #expect(page.ticket.assignedTo == Self.ben && page.ticket.claimedBy == nil)
        #expect(page.ticket.state == .open && page.ticket.reference == "HD-1")
        #expect(page.deeds.map(\.event) == [.claimed, .assigned(to: Self.ben)])
        #expect(try store.claimNextTicket(by: Shop.agent, at: Shop.now)?.ticket.id == "2")
        #expect(try store.claimNextTicket(by: Self.ben, at: Shop.now)?.ticket.id == "1")
    }

    @Test func whoGivesBackWhatWasHandedOverDoesNotKeepIt() throws {
        let store = try Self.shop().store
        _ = try store.act(.assign(to: Self.ben), on: "1", by: Shop.agent, at: Shop.now)
        #expect(try store.work(.release, on: "1", by: Self.ben, at: Shop.now).ticket.assignedTo == nil)
        #expect(try store.claimNextTicket(by: Shop.agent, at: Shop.now)?.ticket.id == "1")
    }

    @Test func whatIsHandedToSomebodyWhoLeftIsEverybodys() throws {
        let store = try Self.shop().store
        _ = try store.act(.assign(to: Self.ben), on: "1", by: Shop.agent, at: Shop.now)
        #expect(try store.claimNextTicket(by: Shop.agent, at: Shop.now) == nil)
        try store.removeAgent(Self.ben, by: Shop.lead, at: Shop.now)
        #expect(try store.claimNextTicket(by: Shop.agent, at: Shop.now)?.ticket.id == "1")
    }

    @Test func onlyWhoWorksTicketsIsHandedOne() throws {
        let store = try Self.shop().store
        let unlisted = failure {
            _ = try store.act(.assign(to: "zoe"), on: "1", by: Shop.agent, at: Shop.now)
        }
        #expect(unlisted == .unknown(.agent("zoe")) && unlisted?.code == .notFound)
        let viewer = failure { _ = try store.act(.assign(to: "vic"), on: "1", by: Shop.agent, at: Shop.now) }
        #expect(viewer == .agent("vic", .worksNoTickets(.viewer)) && viewer?.code == .refused)
    }

    @Test(arguments: ContactChannel.allCases) func aContactIsKept(_ channel: ContactChannel) throws {
        let page = try Self.shop().store.work(.contacted(by: channel), on: "1", by: Shop.agent, at: Shop.now)
        #expect(page.ticket.contactedAt == Shop.now && page.ticket.contactedBy == channel)
        let told = try #require(page.deeds.last.map(TicketEvent.Content.did))
        #expect(page.events.contains { $0.content == told })
    }

    @Test func whatWaitsIsNotDueAndNotNext() throws {
        let store = try Self.shop().store
        let page = try store.work(
            .wait(for: .apple, until: Self.later), on: "1", by: Shop.agent, at: Shop.now)
        #expect(page.ticket.state == .waiting && page.ticket.dueAt == nil)
        #expect(page.ticket.waitingFor == .apple && page.ticket.waitingUntil == Self.later)
        #expect(try store.claimNextTicket(by: Shop.agent, at: Shop.now) == nil)
        let past = failure {
            _ = try store.act(.wait(for: .apple, until: Shop.now), on: "1", by: Shop.agent, at: Shop.now)
        }
        #expect(past == .invalid(.waitInPast(Shop.now)) && past?.code == .usage)
    }

    @Test func aNoteBySomebodyElseWakes() throws {
        let store = try Self.shop().store
        _ = try store.act(.wait(for: .customer, until: Self.later), on: "1", by: Shop.agent, at: Shop.now)
        #expect(try store.work(.note("mine"), on: "1", by: Shop.agent, at: Shop.now).ticket.state == .waiting)
        let page = try store.work(.note("he answered"), on: "1", by: Self.ben, at: Shop.now + .hours(1))
        #expect(page.ticket.state == .open && page.ticket.waitingFor == nil)
        #expect(page.ticket.dueAt == Shop.now + .hours(25))
        #expect(page.deeds.last?.event == .woken(because: .note))
    }

    @Test func newsWakeAndWhoHoldsItHoldsItStill() throws {
        let shop = try Self.shop()
        _ = try shop.store.act(.claim, on: "1", by: Shop.agent, at: Shop.now)
        _ = try shop.store.act(.wait(for: .app, until: Self.later), on: "1", by: Shop.agent, at: Shop.now)
        try shop.bring(
            ReportedAttempt(id: "a0", transaction: "t0", events: ReportedAttempt.failing(1, from: 3)))
        let page = try shop.page()
        #expect(page.ticket.state == .claimed && page.ticket.claimedBy == Shop.agent)
        #expect(page.deeds.last?.event == .woken(because: .news))
    }

    @Test func theSameDocumentAgainWakesNobody() throws {
        let shop = try Self.shop()
        _ = try shop.store.act(.wait(for: .app, until: Self.later), on: "1", by: Shop.agent, at: Shop.now)
        try shop.bring(ReportedAttempt(id: "a0", transaction: "t0", events: ReportedAttempt.lost(0)))
        #expect(try shop.page().ticket.state == .waiting)
    }

    @Test func whatIsPassedOverComesToOthersAndBackLater() throws {
        let store = try Self.shop(2).store
        _ = try store.act(.claim, on: "1", by: Shop.agent, at: Shop.now)
        let page = try store.work(.skip(reason: "no Finnish"), on: "1", by: Shop.agent, at: Shop.now)
        #expect(page.ticket.claimedBy == nil && page.ticket.skips == 1 && page.ticket.state == .open)
        #expect(page.deeds.last?.event == .skipped(reason: "no Finnish"))
        #expect(try store.skips().skips.map(\.reason) == ["no Finnish"])
        let next = { (agent: AgentName, at: Instant) -> TicketID? in
            guard let id = try store.claimNextTicket(by: agent, at: at)?.ticket.id else { return nil }
            _ = try store.act(.release, on: id, by: agent, at: at)
            return id
        }
        #expect(try next(Shop.agent, Shop.now) == "2")
        #expect(try next(Self.ben, Shop.now) == "1")
        #expect(try next(Shop.agent, Self.later) == "1")
    }

    @Test func whatCameIntoAnotherGroupIsGivenAgain() throws {
        let shop = try Self.shop(0)
        try shop.bring(ReportedAttempt(transaction: "t", events: [ReportedAttempt.state("purchased", 0)]))
        _ = try shop.store.act(.skip(reason: "later"), on: "1", by: Shop.agent, at: Shop.now)
        #expect(try shop.store.claimNextTicket(by: Shop.agent, at: Shop.now) == nil)
        try shop.bring(ReportedAttempt(transaction: "t", events: [ReportedAttempt.state("finished", 1)]))
        #expect(try shop.store.claimNextTicket(by: Shop.agent, at: Shop.now)?.ticket.group == .lossOfFunds)
    }

    @Test func skipsArePagedNewestFirst() throws {
        let store = try Self.shop(3).store
        for number in 1...3 {
            _ = try store.act(
                .skip(reason: "\(number)"), on: TicketID("\(number)"), by: Shop.agent, at: Shop.now)
        }
        let first = try store.skips(limit: 2)
        #expect(first.skips.map(\.reason) == ["3", "2"])
        #expect(try store.skips(after: first.next, limit: 2).skips.map(\.reason) == ["1"])
        #expect(failure { _ = try store.skips(after: "x") }?.code == .usage)
    }

    @Test func linkedTicketsKnowEachOther() throws {
        let store = try Self.shop(3).store
        let page = try store.work(.link(to: "1"), on: "3", by: Shop.agent, at: Shop.now)
        #expect(page.links.map(\.id) == ["1"] && page.deeds.map(\.event) == [.linked(to: "1")])
        let other = try #require(try store.ticketPage("1", at: Shop.now))
        #expect(other.links.map(\.id) == ["3"] && other.deeds.map(\.event) == [.linked(to: "3")])
        let entries = try store.verifyAudit().entries
        _ = try store.act(.link(to: "3"), on: "1", by: Shop.agent, at: Shop.now)
        #expect(try store.verifyAudit().entries == entries)
        let itself = failure { _ = try store.act(.link(to: "1"), on: "1", by: Shop.agent, at: Shop.now) }
        #expect(itself == .ticket("1", .linkedToItself) && itself?.code == .usage)
        #expect(
            failure { _ = try store.act(.link(to: "9"), on: "1", by: Shop.agent, at: Shop.now) }
                == .unknown(.ticket("9")))
    }

    @Test func oneTryIsAskedForAtATime() throws {
        let shop = try Self.shop()
        let asked = try shop.store.work(.retry, on: "1", by: Shop.agent, at: Shop.now)
        #expect(asked.retry?.askedBy == Shop.agent && asked.retry?.triedAt == nil)
        #expect(asked.deeds.last?.event == .retryAsked)
        _ = try shop.store.act(.retry, on: "1", by: Self.ben, at: Shop.now)
        #expect(try shop.store.number("SELECT count(*) FROM requests") == 1)
        try shop.raw("INSERT INTO request_tries VALUES (1, 1, 1, '21005', 1)")
        try shop.raw(
            """
            UPDATE requests SET tried_at_ms = 1, ended_at_ms = 2, state = 'failed', next_try_ms = NULL,
              outcome = '21005' WHERE id = 1
            """)
        let again = try shop.store.work(.retry, on: "1", by: Self.ben, at: Shop.now)
        #expect(again.retry?.askedBy == Self.ben && again.retry?.endedAt == nil)
        // What was tried and failed counts among the tries as soon as the purchase is looked at.
        try shop.bring(
            ReportedAttempt(id: "a0", transaction: "t0", events: ReportedAttempt.failing(2, from: 3)))
        #expect(try shop.page().ticket.attempts == 3)
    }

    @Test func whereNobodyWasChargedNothingIsTriedAgain() throws {
        let shop = try Self.shop(0)
        try shop.bring(ReportedAttempt(events: [ReportedAttempt.state("failed", 0, errorCode: 2)]))
        let nothing = failure { _ = try shop.store.act(.retry, on: "1", by: Shop.agent, at: Shop.now) }
        #expect(nothing == .ticket("1", .nothingToRetry) && nothing?.code == .usage)
    }

    @Test func whoeverActsOnAnothersClaimIsWarned() throws {
        let store = try Self.shop().store
        _ = try store.act(.claim, on: "1", by: Shop.agent, at: Shop.now)
        for (name, act) in TicketRoleTests.acts where !["claim", "release", "next", "reopen"].contains(name) {
            let shop = try Self.shop(2)
            _ = try shop.store.act(.claim, on: "1", by: Shop.agent, at: Shop.now)
            #expect(try act(shop.store, Self.ben, nil)?.warnings == [.held(by: Shop.agent)], "\(name)")
        }
        let own = try store.work(.note("mine"), on: "1", by: Shop.agent, at: Shop.now)
        #expect(own.warnings.isEmpty)
        _ = try store.act(.assign(to: Self.ben), on: "1", by: Shop.agent, at: Shop.now)
        #expect(
            try store.work(.claim, on: "1", by: Shop.lead, at: Shop.now).warnings == [.assigned(to: Self.ben)]
        )
    }

    @Test func everyActOfTheHolderKeepsTheClaimAlive() throws {
        for (name, act) in TicketRoleTests.acts
        where ["note", "contacted", "wait", "link", "retry"].contains(name) {
            let shop = try Self.shop(2)
            _ = try shop.store.act(.claim, on: "1", by: Shop.agent, at: Shop.now - .hours(7))
            let page = try act(shop.store, Shop.agent, nil)
            #expect(page?.ticket.claimedAt == Shop.now, "\(name)")
        }
    }

    @Test func whatWasNotSeenStopsEveryAct() throws {
        for (name, act) in TicketRoleTests.acts where name != "next" {
            let shop = try Self.shop(2)
            if name == "release" { _ = try shop.store.act(.claim, on: "1", by: Shop.agent, at: Shop.now) }
            if name == "reopen" {
                _ = try shop.store.act(
                    .resolve(.said(.delivered)), on: "1", reference: "HD-1", by: Shop.lead, at: Shop.now)
            }
            let seen = try shop.page().ticket.version
            _ = try shop.store.act(.contacted(by: .app), on: "2", by: Self.ben, at: Shop.now)
            let entries = try shop.store.verifyAudit().entries
            let stale = failure { _ = try act(shop.store, Shop.agent, seen - 1) }
            guard case .ticket("1", .changed)? = stale else {
                Issue.record("\(name): \(String(describing: stale))")
                continue
            }
            #expect(try shop.store.verifyAudit().entries == entries, "\(name)")
            #expect(try act(shop.store, Shop.agent, seen) != nil, "\(name)")
        }
    }

    @Test func whatPeopleDidIsOnTheCustomersTimeline() throws {
        let store = try Self.shop().store
        _ = try store.act(.skip(reason: "no Finnish"), on: "1", by: Shop.agent, at: Shop.now)
        _ = try store.act(.contacted(by: .email), on: "1", by: Self.ben, at: Shop.now)
        let page = try #require(try store.customerPage(AppUserID("u_1"), at: Shop.now))
        let said = page.events.map { Reader.program.words(of: $0.content) }
        #expect(said.contains("ticket 1: ana passed it over: no Finnish"))
        #expect(said.contains("ticket 1: ben contacted the customer by e-mail"))
    }
}
