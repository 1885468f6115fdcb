import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Eight processes at a hundred tickets: nobody does one twice, and everything acknowledged is in the audit once.
@Suite(.serialized) struct EightProcessesTests {
    private static let names = (1...8).map { "agent\($0)" }

    /// A store on disk with so many losses of funds and eight agents.
    private static func store(in folder: StoreFolder, tickets: Int) throws -> Store {
        let store = try folder.createShop()
        for name in names { try store.addAgent(AgentName(name), role: .agent, by: Shop.lead, at: Shop.now) }
        let reports = (0..<tickets).map { index in
            ReportedAttempt(
                id: "a\(index)", customer: "u_\(index % 9)", transaction: "t\(index)",
                events: ReportedAttempt.lost(Double(index % 50)))
        }
        try Shop(store).bring(reports.map(\.paper))
        return store
    }

    /// What one process does until no ticket is left for it; each deed is in its log when the store has answered.
    static func work(at path: String, as name: String, seed: Int, log: String) throws {
        let (store, agent) = (try Store.open(at: path), AgentName(name))
        var random = SeededRandom(seed: UInt64(seed))
        var lines = ""
        while let page = try store.claimNextTicket(by: agent, at: Shop.now) {
            let id = page.ticket.id
            lines += "claim \(id)\n"
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                _ = try store.act(
                    .resolve(.said(.credited)), on: id, reference: "HD-1", by: agent, at: Shop.now)
                lines += "resolve \(id)\n"
            case 1:
                _ = try store.act(.contacted(by: .email), on: id, by: agent, at: Shop.now)
                lines += "contacted \(id)\n"
            case 2:
                _ = try store.act(
                    .wait(for: .customer, until: Shop.now + .days(1)), on: id, by: agent, at: Shop.now)
                lines += "wait \(id)\n"
            default: break
            }
        }
        try store.close()
        try lines.write(toFile: log, atomically: true, encoding: .utf8)
    }

    /// The deeds of the audit log as the processes' logs write them.
    private func audited(_ store: Store) throws -> [String] {
        try Raw.texts(
            store,
            """
            SELECT json_extract(details, '$.deed') || ' ' || subject FROM audit WHERE action = 'ticket'
            """
        ).compactMap { $0.first ?? nil }
    }

    @Test(arguments: Soak.seeds(1)) func eachTicketIsClaimedByExactlyOne(_ seed: UInt64) async throws {
        let folder = try StoreFolder()
        let store = try Self.store(in: folder, tickets: 100)
        let path = folder.path
        await withTaskGroup(of: Void.self) { group in
            for (number, name) in Self.names.enumerated() {
                let log = folder.file("\(name).log")
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [
                            path = path as String, name = name as String,
                            seed = (Int(seed) * 10 + number) as Int,
                            log = log as String,
                        ] in
                        try EightProcessesTests.work(at: path, as: name, seed: seed, log: log)
                    }
                }
            }
        }
        let logs = try Self.names.map {
            try String(contentsOfFile: folder.file("\($0).log"), encoding: .utf8)
        }
        let done = logs.flatMap { $0.split(separator: "\n").map(String.init) }
        let claims = done.filter { $0.hasPrefix("claim ") }
        #expect(claims.count == 100 && Set(claims).count == 100)
        #expect(try audited(store).sorted() == done.sorted())
        #expect(try store.verifyAudit().isOK && StoreHealth.problems(of: store).isEmpty)
        for (name, log) in zip(Self.names, logs) {
            for line in log.split(separator: "\n") where line.hasPrefix("claim ") {
                let id = TicketID(String(line.dropFirst(6)))
                #expect(try store.ticketPage(id, at: Shop.now)?.ticket.claimedBy == AgentName(name))
            }
        }
    }

    @Test(arguments: [(FaultPoint.ticketWritten, 0), (.beforeCommit, 0), (.afterCommit, 1)])
    func aProcessKilledInNextLeavesAllOrNothing(_ point: FaultPoint, _ claimed: Int) async throws {
        let folder = try StoreFolder()
        try Self.store(in: folder, tickets: 2).close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, name = point.rawValue as String] in
            let plan = StoreFaults.environment(["MAKEGOOD_FAULT": "\(name):1"])
            let store = try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: plan)
            _ = try store.claimNextTicket(by: "agent1", at: Shop.now)
        }
        let store = try Store.open(at: folder.path)
        #expect(try store.number("SELECT count(*) FROM tickets WHERE claimed_by = 'agent1'") == claimed)
        #expect(try store.number("SELECT count(*) FROM ticket_deeds") == claimed)
        #expect(try audited(store).count == claimed && store.verifyAudit().isOK)
        // Whoever does not know asks for one's own before taking another.
        let mine = try store.tickets(
            TicketFilter(parsing: "agent:me", at: Shop.now), by: "agent1", at: Shop.now)
        #expect(mine.tickets.count == claimed)
        #expect(
            try store.claimNextTicket(by: "agent1", at: Shop.now)?.ticket.id == TicketID("\(claimed + 1)"))
    }

    @Test(arguments: [(FaultPoint.ticketWritten, 0), (.beforeCommit, 0), (.afterCommit, 1)])
    func aClaimTriedAgainTellsTheTruth(_ point: FaultPoint, _ claimed: Int) async throws {
        let folder = try StoreFolder()
        try Self.store(in: folder, tickets: 1).close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, name = point.rawValue as String] in
            let plan = StoreFaults.environment(["MAKEGOOD_FAULT": "\(name):1"])
            let store = try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: plan)
            _ = try store.act(.claim, on: "1", by: "agent1", at: Shop.now)
        }
        let store = try Store.open(at: folder.path)
        #expect(try audited(store).count == claimed)
        #expect(try store.work(.claim, on: "1", by: "agent1", at: Shop.now).ticket.claimedBy == "agent1")
        #expect(try audited(store) == ["claim 1"] && store.verifyAudit().isOK)
    }
}
