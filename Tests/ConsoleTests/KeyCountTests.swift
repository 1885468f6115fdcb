import FileStore
import Persistence
import Practice
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console

/// Ten tickets of a practice store in a row, each ended by few keys, and nothing done by accident.
@MainActor
struct KeyCountTests {
    private static let now = Instant(milliseconds: 1_795_219_200_000)
    private static let ana = AgentName("ana")

    /// The most keys for a ticket that a grant ends, the one that claims it included.
    private static let mostForGrant = 5
    /// The most keys beside typed text for any other.
    private static let mostForOthers = 7

    /// How a ticket is ended.
    private enum Ending: Equatable {
        /// What was lost is given back.
        case grant
        /// A consumable was credited in the app.
        case credit
        /// It waits for the customer.
        case wait
    }

    /// Types keys and counts them.
    @MainActor
    private final class Typist {
        let desk: Desk
        var keys = 0

        init(_ desk: Desk) { self.desk = desk }

        func press(_ script: KeyScript) async {
            keys += script.keys.count
            await desk.type(script)
        }
    }

    @Test func tenTicketsInARowTakeFewKeysAndNoAccident() async throws {
        let lead = AgentName("lena")
        let population = PracticePopulation(customers: 120, seed: 1, now: Self.now)
        let store = try Store.inMemory(practice: true, by: lead, at: population.start)
        try population.fill(store, lead: lead)
        let desk = Desk(
            store, size: Size(columns: 120, rows: 40), role: .agent, now: Self.now)
        await desk.type("<Esc>2")
        var ends: [(ticket: TicketID, ending: Ending)] = []
        for turn in 0..<10 {
            let typist = Typist(desk)
            await typist.press("w")
            let line = desk.terminal.grid.lines.joined(separator: "\n")
            let match = try #require(line.firstMatch(of: /Ticket (\d+) is yours/), "turn \(turn)")
            let id = TicketID(String(match.1))
            let page = try #require(try store.wholePage(of: TicketQuery(id), at: Self.now))
            // Every third one waits, whatever its advice: work is mixed.
            let planned = try turn % 3 == 2 ? Ending.wait : ending(page, in: store)
            await end(typist, planned)
            let most = planned == .grant ? Self.mostForGrant : Self.mostForOthers
            #expect(typist.keys <= most, "ticket \(id): \(typist.keys) keys for \(planned)")
            ends.append((id, planned))
        }
        #expect(Set(ends.map(\.ticket)).count == 10)
        #expect(ends.contains { $0.ending == .grant } && ends.contains { $0.ending == .wait })
        try expectNothingElse(ends, in: store)
        #expect(desk.terminal.copies.isEmpty)
    }

    /// How an agent ends a ticket by its advice.
    private func ending(_ page: TicketPage, in store: Store) throws -> Ending {
        if page.expectedEnd == .credited { return .credit }
        guard page.expectedEnd == .madeGood, page.lost != nil, !page.owed.isDoubtful,
            let customer = page.ticket.customer, let entitlement = page.owed.entitlements.first
        else { return .wait }
        let request = GrantRequest(
            customer: customer, entitlement: entitlement, term: .lost, start: .after, reason: "outage",
            ticket: page.ticket.id)
        let outcome = try store.wholePage(of: GrantPreviewQuery(request), by: Self.ana, at: Self.now)
        return outcome.excess == nil && outcome.gained != .zero ? .grant : .wait
    }

    private func end(_ typist: Typist, _ ending: Ending) async {
        switch ending {
        case .grant:
            await typist.press("m")
            await typist.press("<C-s>")
            #expect(typist.desk.shows("y grant"))
            await typist.press("y")
        case .credit:
            await typist.press("r<Tab>")
            await typist.desk.type("100")
            await typist.press("<Tab>")
            await typist.desk.type("by hand in the shop")
            await typist.press("<C-s>y")
            await typist.desk.pass(.seconds(3))
        case .wait:
            await typist.press("z")
            // The y of habit answers nothing here, and copies nothing.
            await typist.press("<C-s>y")
        }
    }

    /// Every ticket ended as it was meant, and nothing else was done.
    private func expectNothingElse(_ ends: [(ticket: TicketID, ending: Ending)], in store: Store) throws {
        for (id, ending) in ends {
            let ticket = try #require(try store.wholePage(of: TicketQuery(id), at: Self.now)?.ticket)
            switch ending {
            case .grant: #expect(ticket.resolution == .madeGood, "ticket \(id)")
            case .credit: #expect(ticket.resolution == .credited, "ticket \(id)")
            case .wait: #expect(ticket.state == .waiting, "ticket \(id)")
            }
        }
        let entries = try store.wholePage(of: AuditQuery(by: Self.ana, since: Self.now)).entries
        let actions = Dictionary(grouping: entries, by: \.action).mapValues(\.count)
        #expect(actions["grant"] ?? 0 == ends.count { $0.ending == .grant }, "\(actions)")
        #expect(actions["reveal"] == nil, "\(actions)")
    }
}
