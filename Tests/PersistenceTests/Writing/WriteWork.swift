import GRDB
import GRDBSQLite
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// A write of the store, or a worker's look for work, as the list of all has it: what of the product it is, how its work
/// may grow with the store, and how it is done.
struct WriteWork: Sendable, CustomTestStringConvertible {
    /// How work may grow with the store.
    enum Growth: Hashable, Sendable {
        /// Not at all.
        case constant
        /// As what is searched gets deeper.
        case log
        /// With what it touches, which is much by nature; why.
        case rows(String)
    }

    /// Something of the product that the list has to cover.
    enum Subject: Hashable, Sendable {
        /// A function of the store, with its labels.
        case call(String)
        /// Taking a document in.
        case document(DocumentKind)
        /// What the server does by itself, by its type.
        case worker(String)
    }

    /// What it does; made ready for somebody who had nothing to do with the writes before.
    typealias Act = @Sendable (WriteTown) throws -> () throws -> Void

    let testDescription: String
    /// What of the product it covers.
    let subjects: [Subject]
    /// How its work may grow.
    let growth: Growth
    /// How it is done; nil where it is not counted.
    let act: Act?

    /// A write that calls functions of the store.
    init(_ name: String, _ calls: String..., growth: Growth = .constant, act: @escaping Act) {
        self.init(name, of: calls.map(Subject.call), growth: growth, act: act)
    }

    /// A write that covers something else, too.
    init(_ name: String, of subjects: [Subject], growth: Growth = .constant, act: @escaping Act) {
        (testDescription, self.subjects, self.growth, self.act) = (name, subjects, growth, act)
    }

    /// What a store in memory cannot do; why it need not be counted.
    init(_ name: String, _ calls: String..., uncounted reason: String) {
        (testDescription, subjects, growth, act) = (name, calls.map(Subject.call), .rows(reason), nil)
    }
}

extension WriteWork {
    static let all =
        ofTickets + ofQueues + ofAlarms + ofCustomers + ofGrants + ofRequests + ofBatches + ofIncidents
        + ofExtensions + ofTokens + ofRefunds + ofSettings + ofPrivacy + ofDocuments + ofImports + ofUpgrades
        + ofServers + ofRetries + ofWebhooks + ofWorkers
}

/// A store that many customers have used for years, and in which one more does something.
///
/// Customers who had nothing to do with a write before are made by the documents and acts that make them in the product.
final class WriteTown {
    /// What the store's one connection runs.
    private final class Steps {
        var count = 0
    }

    let store: Store
    let now = People.now
    /// The last number that somebody had.
    private(set) var number = 0
    private let steps = Steps()

    /// The few, and eight times as many.
    static let sizes = (few: 250, many: 2000)

    private static let few = Result { try WriteWorkStore.store(of: sizes.few) }
    private static let many = Result { try WriteWorkStore.store(of: sizes.many) }

    /// A town of its own with few customers, or with many.
    init(of size: KeyPath<(few: Int, many: Int), Int>) throws {
        let whole = size == \.few ? Self.few : Self.many
        let queue = try DatabaseQueue(configuration: Configuration())
        try whole.get().file?.database.backup(to: queue)
        store = try Store(
            on: FileEngine(path: nil, isReadOnly: false, database: queue, lock: nil, wal: WALCounter()),
            faults: .none)
    }

    /// A town in a store that has what one of its own has.
    init(in store: Store) { self.store = store }

    /// A number that nobody had before.
    func next() -> Int {
        number += 1
        return number
    }

    /// The steps of SQLite's machine in all statements that the store's connection runs during some work: those that look
    /// before the lock is taken, the transaction with its beginning and its end, triggers, and the text index's own.
    func steps(of work: () throws -> Void) throws -> Int {
        steps.count = 0
        follow(true)
        defer { follow(false) }
        try work()
        return steps.count
    }

    private func follow(_ isCounting: Bool) {
        _ = try? store.underneath { db in
            guard isCounting else { return sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
            sqlite3_progress_handler(
                db.sqliteConnection, 1,
                { steps in
                    steps.map { Unmanaged<Steps>.fromOpaque($0).takeUnretainedValue().count += 1 }
                    return 0
                }, Unmanaged.passUnretained(steps).toOpaque())
        }
    }
}

extension WriteWork {
    /// How often it is counted: now and then the index of parts of names merges what others wrote.
    private static let repetitions = 2

    /// The least steps that it takes in a town, once its statements are prepared; nil where it is not counted.
    func steps(in town: WriteTown) throws -> Int? {
        guard let act else { return nil }
        try act(town)()
        return try (0..<Self.repetitions).map { _ in
            let next = try act(town)
            return try town.steps(of: next)
        }.min()
    }
}
