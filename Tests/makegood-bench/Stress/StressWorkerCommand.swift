import ArgumentParser
internal import FileStore
import Foundation
import Intake
import Persistence
import Purchases

/// One of those who work on the store in a stress run.
struct StressWorkerCommand: ParsableCommand {
    /// What a process of a run does.
    enum Role: String, ExpressibleByArgument {
        /// Writes as fast as it is answered.
        case writer
        /// Reads what consoles show.
        case reader
        /// Reads as the app's backend does.
        case backend
        /// Imports.
        case importer
        /// Checkpoints all the time.
        case checkpointer
        /// Writes notes whatever befalls the store.
        case noter
    }

    static let configuration = CommandConfiguration(commandName: "stress-worker", shouldDisplay: false)

    @OptionGroup var plan: StressPlan
    @Option var role: Role
    @Option var number = 0
    @Flag var replacement = false

    func run() throws {
        switch role {
        case .writer: try StressWriter(plan: plan, number: number, isReplacement: replacement).run()
        case .reader: try StressReader(plan: plan).run()
        case .backend: try StressBackend(plan: plan).run()
        case .importer: try StressImporter(plan: plan).run()
        case .checkpointer: try StressCheckpointer(plan: plan).run()
        case .noter: try TroubleWriter(plan: plan, number: number).run()
        }
    }
}

/// Imports people to come with their purchases and reports, every fourth batch twice.
struct StressImporter {
    /// What everybody is told.
    let plan: StressPlan
    /// The name of its process.
    static let name = "importer"

    private static let batch = 40
    /// How long it pauses between batches, in microseconds.
    private static let pause: UInt32 = 50_000

    /// Imports until it is told to end.
    func run() throws {
        let folder = try plan.folder()
        let store = try Store.open(at: folder.store)
        try folder.await(as: StressImporter.name)
        var (round, documents) = (0, 0)
        while !folder.isOver {
            for _ in 0..<(round % 4 == 3 ? 2 : 1) { documents += try bring(round, to: store) }
            round += 1
            usleep(StressImporter.pause)
        }
        try folder.keep(String(documents), as: StressImporter.name)
        try store.close()
    }

    private func bring(_ round: Int, to store: Store) throws -> Int {
        let first = plan.customers + round * StressImporter.batch
        let importer = try Importer(store: store, agent: StoreBuilder.lead, now: BenchPopulation.now)
        return try DocumentWriter.Kind.allCases.reduce(0) { sum, kind in
            let bytes = DocumentWriter(population: plan.population)
                .documents(kind, first..<first + StressImporter.batch)
            let report = try importer.run(bytes, named: kind.rawValue)
            if let refused = report.rejected.first {
                throw BenchError("the store refused \(refused.source): \(refused.detail)")
            }
            return sum + report.accepted
        }
    }
}

/// Reads what consoles show, one screen after the other.
struct StressReader {
    /// What everybody is told.
    let plan: StressPlan
    /// The name of its process.
    static let name = "reader"

    /// Reads until it is told to end.
    func run() throws {
        let folder = try plan.folder()
        let store = try Store.open(at: folder.store)
        try folder.takeTurns(as: StressReader.name) { try read($0, in: store) }
        try store.close()
    }

    private func read(_ turn: Int, in store: Store) throws {
        let person = plan.population.person(plan.random(turn, 41, below: plan.customers))
        let now = BenchPopulation.now
        switch turn % 5 {
        case 0, 1:
            guard try store.wholePage(of: CustomerQuery(person.id), at: now)?.customer.id == person.id else {
                throw BenchError("there is no page of \(person.idText)")
            }
        case 2: _ = try store.wholePage(of: SearchQuery(String(person.name.prefix(4))), at: now)
        case 3:
            let page = try store.wholePage(of: TicketListQuery(), at: now)
            if let ticket = page.tickets.first {
                _ = try store.wholePage(of: TicketQuery(ticket.id), at: now)
            }
        default: _ = try store.wholePage(of: TicketCountsQuery(), at: now)
        }
    }
}

/// Reads as the app's backend does: with SQLite alone, and now and then in a transaction that it holds for a while.
struct StressBackend {
    /// What everybody is told.
    let plan: StressPlan
    /// The name of its process.
    static let name = "backend"
    /// How long a transaction is held at most, in milliseconds: while it is, no -wal can be begun anew.
    static let longest = 250

    /// Reads until it is told to end.
    func run() throws {
        let folder = try plan.folder()
        let store = try StoreTable(folder.store)
        try folder.takeTurns(as: StressBackend.name) { turn in
            let person = plan.population.person(plan.random(turn, 42, below: plan.customers))
            try store.rows("BEGIN")
            try store.rows(
                "SELECT entitlement, until_ms FROM active_entitlements WHERE app_user_id = '\(person.idText)'"
            )
            if turn % 50 == 49 {
                usleep(UInt32(1000 * plan.random(turn, 43, below: StressBackend.longest)))
            }
            try store.rows("COMMIT")
        }
    }
}

/// Checkpoints all the time: three times as much as can be, then all of it.
struct StressCheckpointer {
    /// What everybody is told.
    let plan: StressPlan
    /// The name of its process.
    static let name = "checkpointer"

    /// How long it pauses, in microseconds.
    private static let pause: UInt32 = 2000

    /// Checkpoints until it is told to end.
    func run() throws {
        let folder = try plan.folder()
        let store = try Store.open(at: folder.store)
        try folder.takeTurns(as: StressCheckpointer.name) { turn in
            if turn % 4 == 3 { try store.emptyWAL() } else { try store.writeBackWAL() }
            usleep(StressCheckpointer.pause)
        }
        try store.close()
    }
}
