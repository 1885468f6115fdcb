import ArgumentParser
internal import FileStore
import Foundation
import Persistence
import Purchases

/// Makes many customers good in one act, beside an agent who grants meanwhile.
struct BulkFigures {
    static let names = ["bulk.grants", "grant.during_bulk"]

    private let bench: Bench
    private let scratch: Scratch

    /// The figures on a copy of a bench's store.
    init(_ bench: Bench, _ scratch: Scratch) { (self.bench, self.scratch) = (bench, scratch) }

    /// The figures, as far as they are wanted: both are of one run.
    func figures() throws -> [Figure] {
        guard BulkFigures.names.contains(where: bench.settings.wants) else { return [] }
        let store = try Store.open(at: scratch.path)
        let batch = try BulkFigures.start(bench.settings.bulk, in: store)
        let report = bench.place("bulk")
        defer { try? FileManager.default.removeItem(atPath: report) }
        let crew = BenchCrew(bench, on: scratch.path, seconds: 1)
        let runner = try crew.start("bulk", ["--batch", batch.id.rawValue, "--report", report])
        var beside: [Double] = []
        while !FileManager.default.fileExists(atPath: report) {
            let number = beside.count
            beside.append(
                try SteadyClock.time {
                    try GrantFigures.grant(bench.population, number, "bulk", in: store)
                })
            Thread.sleep(forTimeInterval: Burst.pause)
        }
        try runner.wait()
        let page = try store.wholePage(
            of: BatchQuery(batch.id, only: .granted, limit: 1), at: BenchPopulation.now)
        try store.close()
        let took = Double(try String(contentsOfFile: report, encoding: .utf8)) ?? 0
        let worst = TableText.number((beside.max() ?? 0) * 1000)
        return [
            Figure(
                BulkFigures.names[0], .perSecond, [Double(batch.counts.tickets) / took],
                note: "\(page?.figures.customers ?? 0) customers in \(TableText.number(took)) s"),
            Figure(BulkFigures.names[1], .milliseconds, beside, note: "the longest \(worst) ms"),
        ]
    }

    /// Starts a batch of so many losses of funds, or of all that there are.
    static func start(_ count: Int, in store: Store) throws -> Batch {
        try store.set(.bulkApprovalCount, to: "36500", by: StoreBuilder.lead, at: BenchPopulation.now)
        let tickets = try losses(count, in: store)
        return try store.startBatch(
            BatchRequest(.tickets(tickets), reason: "outage"), by: StoreBuilder.lead, at: BenchPopulation.now)
    }

    private static func losses(_ count: Int, in store: Store) throws -> [TicketID] {
        let filter = try TicketFilter(parsing: "group:3", at: BenchPopulation.now)
        var (found, after) = ([TicketID](), String?.none)
        repeat {
            let page = try store.wholePage(
                of: TicketListQuery(filter, after: after, limit: 500), at: BenchPopulation.now)
            found += page.tickets.filter(\.isUnresolved).map(\.id)
            after = page.next
        } while after != nil && found.count < count
        return Array(found.prefix(count))
    }
}

/// The one who carries a batch out.
struct BulkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "bulk", shouldDisplay: false)

    @OptionGroup var options: WorkerOptions
    @Option var batch: String
    @Option var report: String

    func run() throws {
        let store = try Store.open(at: options.path())
        Burst.await(0, from: options.begin)
        let took = try SteadyClock.time {
            _ = try store.act(.carryOn(), on: BatchID(batch), by: StoreBuilder.lead, at: BenchPopulation.now)
        }
        try store.close()
        let draft = report + ".part"
        try Data("\(took)".utf8).write(to: URL(filePath: draft))
        try FileManager.default.moveItem(atPath: draft, toPath: report)
    }
}
