import Foundation
import Intake
import Persistence
import Synchronization

/// The least work of an import: the rows that it wrote, put into a store's tables by nothing but inserts.
///
/// Each part is a transaction, with the -wal and the waiting for the disk that the product has, and with an import's
/// cache. Nothing is looked up but what SQLite itself must look up to keep the tables, their indexes and their triggers;
/// references are not checked.
struct LeastWork {
    /// What putting rows in took.
    struct Outcome {
        /// How many counted rows went in.
        let units: Double
        /// How long it took, in seconds.
        let seconds: Double
        let cost: OwnWork

        /// What each counted row cost.
        var costOfEach: OwnWork { cost / units }
    }

    /// The cache of the product while it imports, in KiB.
    private static let cache: Int64 = 65_536
    /// How long a part is beside the reading, in counted rows.
    private static let part = 5000
    /// The log, in which an import has one entry: it is left alone, so that the product can go on from its own.
    private static let log: Set<String> = ["audit", "audit_subjects"]

    let rows: TableRows
    /// How many of them are counted: transactions, or documents where these tell of none.
    let units: Int

    /// The work of an import that wrote rows.
    init(_ rows: TableRows, _ kind: DocumentWriter.Kind = .verifyReceipt) {
        (self.rows, units) = (rows, rows.count(of: kind == .verifyReceipt ? "transactions" : "documents"))
    }

    /// The tables that are filled.
    private var tables: [String] { rows.tables.map(\.name).filter(LeastWork.fills) }

    /// Whether the rows of a table are among the work.
    static func fills(_ table: String) -> Bool { !log.contains(table) }

    /// How many parts of so many counted rows there are.
    func parts(of length: Int) -> Int { max(1, (units + length - 1) / length) }

    /// Puts rows into the store at a path: the first parts of all, each a transaction.
    ///
    /// - Parameters:
    ///   - skipped: A table whose rows are left out.
    ///   - checksReferences: Whether SQLite looks for what each row refers to; only in one part all of it is there.
    ///   - writesBack: Whether the -wal is written back as it grows; else it is at the end, once.
    func put(
        into path: String, parts: Int, of all: Int, skipping skipped: String? = nil,
        checksReferences: Bool = false, writesBack: Bool = true
    ) throws -> Outcome {
        let connection = try BareConnection(path, cache: LeastWork.cache)
        if !checksReferences { try connection.run("PRAGMA foreign_keys = OFF") }
        let tables = tables.filter { $0 != skipped }
        let before = try OwnWork()
        let seconds = try connection.put(rows.memory, tables, parts: parts, of: all, writesBack: writesBack)
        if !writesBack { try connection.run("PRAGMA wal_checkpoint(TRUNCATE)") }
        return Outcome(
            units: Double(units) * Double(parts) / Double(all), seconds: seconds,
            cost: try OwnWork() - before)
    }

    /// Puts all rows into the store at a path while the documents that they come from are read on a thread of its own, as
    /// an import into some store does; answers how long it took until both were done, in seconds.
    func timeBesideReading(_ documents: Data, for store: Store, into path: String) throws -> Double {
        let connection = try BareConnection(path, cache: LeastWork.cache)
        try connection.run("PRAGMA foreign_keys = OFF")
        let parts = parts(of: LeastWork.part)
        return try SteadyClock.time {
            let reading = ReadingThread(documents, for: store)
            _ = try connection.put(rows.memory, tables, parts: parts, of: parts)
            try reading.wait()
        }
    }
}

/// Reads documents as an import into a store does, and takes none of them in.
private final class ReadingThread: Sendable {
    private let admitted = Mutex<Result<Int, any Error>>(.success(0))
    private let done = DispatchSemaphore(value: 0)

    init(_ documents: Data, for store: Store) {
        let thread = Thread { [self] in
            let outcome = Result {
                try Importer(store: store, agent: StoreBuilder.lead, now: BenchPopulation.now).read(
                    documents, named: "bench")
            }
            admitted.withLock { $0 = outcome }
            done.signal()
        }
        // Decoding is recursive, and a thread of its own has little room by default.
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Waits until all is read.
    func wait() throws {
        done.wait()
        guard try admitted.withLock({ try $0.get() }) > 0 else {
            throw BenchError("no document of the bench can be read")
        }
    }
}
