import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Eight agents at random, while time passes and clocks are set back: the store does just what the plain rules say.
struct EightAgentsTests {
    private static let agents = (1...8).map { AgentName("agent\($0)") }

    /// A shop with twelve tickets of two groups and eight agents, and what the oracle knows of it.
    private static func shop() throws -> (Shop, TicketOracle) {
        let shop = try Shop()
        for agent in agents { try shop.store.addAgent(agent, role: .agent, by: Shop.lead, at: Shop.now) }
        for index in 0..<12 {
            let hours = Double((index * 5) % 12)
            let events =
                index % 3 == 0 ? [ReportedAttempt.state("purchased", hours)] : ReportedAttempt.lost(hours)
            try shop.bring(ReportedAttempt(id: "a\(index)", transaction: "t\(index)", events: events))
        }
        let rows = try shop.tickets().map { ticket in
            TicketOracle.Row(
                number: Int(ticket.id.rawValue) ?? 0, group: ticket.group,
                waitingSince: ticket.waitingSince, state: ticket.state, queuedAt: ticket.queuedAt)
        }
        return (shop, TicketOracle(rows: rows, now: Shop.now))
    }

    private func act(_ random: inout SeededRandom) -> TicketOracle.Act {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<3: .next
        case 3..<6: .claim
        case 6..<8: .release
        case 8..<10: .skip
        case 10..<12: .wait(hours: Int64.random(in: 1...60, using: &random))
        case 12..<14: .assign(to: Self.agents.randomElement(using: &random) ?? Self.agents[0])
        case 14, 15: .note
        case 16: .contacted
        case 17, 18: .resolve
        default: .reopen
        }
    }

    private func carryOut(
        _ act: TicketOracle.Act, on id: TicketID, by agent: AgentName, at now: Instant, in store: Store
    ) throws -> TicketPage? {
        switch act {
        case .claim: try store.work(.claim, on: id, by: agent, at: now)
        case .release: try store.work(.release, on: id, by: agent, at: now)
        case .contacted: try store.work(.contacted(by: .chat), on: id, by: agent, at: now)
        case .note: try store.work(.note("a note"), on: id, by: agent, at: now)
        case .resolve:
            try store.act(.resolve(.said(.credited)), on: id, reference: "HD-1", by: agent, at: now).page
        case .reopen: try store.work(.reopen(note: "again"), on: id, by: agent, at: now)
        case .next: try store.claimNextTicket(by: agent, at: now)
        case .skip: try store.work(.skip(reason: "too hard"), on: id, by: agent, at: now)
        case .wait(let hours):
            try store.work(.wait(for: .customer, until: now + .hours(hours)), on: id, by: agent, at: now)
        case .assign(let other): try store.work(.assign(to: other), on: id, by: agent, at: now)
        }
    }

    private func answer(
        _ act: TicketOracle.Act, on id: TicketID, by agent: AgentName, at now: Instant, in store: Store
    ) throws -> TicketOracle.Answer {
        let before = try store.number("SELECT max(sequence) FROM audit")
        do {
            let page = try carryOut(act, on: id, by: agent, at: now, in: store)
            guard try store.number("SELECT max(sequence) FROM audit") > before else { return .nothing }
            return .done(page.flatMap { Int($0.ticket.id.rawValue) } ?? 0)
        } catch let error as StoreError where error.code == .conflict {
            return .conflict
        }
    }

    /// What both say of every ticket.
    private func check(_ oracle: TicketOracle, _ store: Store) throws -> [String] {
        try oracle.rows.compactMap { row in
            guard let ticket = try store.ticketPage(TicketID("\(row.number)"), at: oracle.now)?.ticket else {
                return "ticket \(row.number) is gone"
            }
            let isSame =
                ticket.state == row.state && ticket.claimedBy == row.holder
                && ticket.claimedAt == row.heldSince && ticket.assignedTo == row.assignee
                && ticket.waitingUntil == row.waitsUntil && ticket.skips == row.skipCount
                && ticket.queuedAt == row.queuedAt && ticket.dueAt == row.dueAt(TicketOracle.goals)
            return isSame ? nil : "\(row) is \(ticket)"
        }
    }

    @Test(arguments: Soak.seeds(2))
    func theStoreDoesWhatTheRulesSay(_ seed: UInt64) throws {
        var (shop, oracle) = try Self.shop()
        var random = SeededRandom(seed: seed)
        var (acknowledged, clock) = (try shop.store.verifyAudit().entries, Shop.now)
        for step in 0..<220 {
            clock = clock + .seconds(Int64.random(in: 0...7200, using: &random))
            // Every fourth stretch of steps is lived with the clock a day back.
            oracle.now = (step / 20) % 4 == 3 ? clock - .days(1) : clock
            if Int.random(in: 0..<4, using: &random) == 0 {
                let moved = try shop.store.applyOverdueMoves(by: Shop.lead, at: oracle.now)
                oracle.pass()
                if moved > 0 { acknowledged += 1 }
            }
            let agent = Self.agents.randomElement(using: &random) ?? Self.agents[0]
            let (index, act) = (Int.random(in: oracle.rows.indices, using: &random), act(&random))
            let id = TicketID("\(oracle.rows[index].number)")
            let said = try answer(act, on: id, by: agent, at: oracle.now, in: shop.store)
            let expected = oracle.answer(act, on: index, by: agent)
            let wrong = try check(oracle, shop.store)
            #expect(said == expected && wrong.isEmpty, "step \(step), \(agent) \(act) \(id): \(wrong)")
            guard said == expected, wrong.isEmpty else { return }
            if case .done = said { acknowledged += 1 }
        }
        let verified = try shop.store.verifyAudit()
        #expect(verified.isOK && verified.entries == acknowledged)
    }
}
