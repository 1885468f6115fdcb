import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Importers killed at sampled places: each document is in or not, and the retry tells the truth.
struct KilledImportTests {
    /// Where an importer dies, and at which passage of the place.
    struct Death: Sendable, Codable {
        let point: String
        let passage: Int
    }

    private static let deaths =
        [1, 7, 63, 75].map { Death(point: "document_applied", passage: $0) }
        + [1, 2].flatMap { passage in
            ["write_begun", "before_commit", "after_commit"].map { Death(point: $0, passage: passage) }
        }

    /// More than one part has, where a part is one document.
    static let count = 80

    /// Chains of two charges each, and every fourth document bad.
    static func documents() -> [ImportItem] {
        (0..<count).map { index in
            guard index % 4 != 3 else { return Paper.unreadable(index) }
            let chain = "\(10_000 + index)"
            let entries = [
                Paper.Entry(id: chain, chain: chain, line: "L\(chain)"),
                Paper.Entry(id: chain + "1", chain: chain, line: "M\(chain)", day: 30),
            ]
            return Paper.receipt(entries, on: 31).item(for: AppUserID("u_\(index / 4)"))
        }
    }

    private func count(_ store: Store, _ table: String) throws -> Int {
        try store.number("SELECT count(*) FROM \(table)")
    }

    /// What is in the file is whole documents, and bringing everything again ends as if nobody had died.
    private func check(_ folder: StoreFolder) throws {
        let store = try folder.open()
        let documents = try count(store, "documents")
        let quarantined = try count(store, "quarantine")
        #expect(try count(store, "chains") == documents && count(store, "transactions") == 2 * documents)
        #expect(try StoreHealth.problems(of: store).isEmpty)
        let unfinished = try store.number("SELECT count(*) FROM imports WHERE finished_ms IS NULL")
        let entries = try store.verifyAudit().entries
        let report = try Shop(store).bring(Self.documents())
        #expect(report.documents == Self.count && report.duplicates == documents)
        #expect(report.newChains == Self.count * 3 / 4 - documents && report.rejected.count == Self.count / 4)
        #expect(try count(store, "quarantine") == Self.count / 4 && quarantined <= Self.count / 4)
        #expect(try store.verifyAudit().isOK && store.verifyAudit().entries == entries + unfinished + 1)
        #expect(try store.number("SELECT count(*) FROM imports WHERE finished_ms IS NULL") == 0)
        let told = try store.audit(limit: unfinished + 1).entries.filter {
            $0.details.contains(#""is_interrupted":true"#)
        }
        #expect(told.count == unfinished)
        let whole = try Shop()
        try whole.bring(Self.documents())
        #expect(try StoreMeaning(of: store) == StoreMeaning(of: whole.store))
    }

    @Test(arguments: deaths) func aKilledProcessLeavesWholeDocuments(_ death: Death) async throws {
        let folder = try StoreFolder()
        try folder.createShop().close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, point = death.point as String, passage = death.passage as Int] in
            let plan = StoreFaults.environment(["MAKEGOOD_FAULT": "\(point):\(passage)"])
            let store = try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: plan)
            // Where commits are counted each document is a part of its own, however quick the machine is.
            let limit = point == "document_applied" ? WritePatience.timeLimit : .zero
            try WritePatience.$timeLimit.withValue(limit) {
                try Shop(store).bring(KilledImportTests.documents())
            }
        }
        try check(folder)
    }

    @Test func aRunThatCannotGoOnIsAuditedAtOnce() throws {
        let folder = try StoreFolder()
        try folder.createShop().close()
        let passed = PassedPoints()
        let failing = try folder.open(
            StoreFaults { point in
                guard point == .documentApplied, passed.next() == 75 else { return }
                throw StoreError.store(.readOnly)
            })
        #expect(throws: StoreError.store(.readOnly)) {
            // Each document is a part of its own, however quick the machine is.
            try WritePatience.$timeLimit.withValue(.zero) {
                try Shop(failing).bring(KilledImportTests.documents())
            }
        }
        let entry = try #require(try failing.audit(limit: 1).entries.first)
        #expect(entry.action == "import" && entry.details.contains(#""is_interrupted":true"#))
        #expect(try failing.number("SELECT count(*) FROM documents") > 0)
        try failing.close()
        try check(folder)
    }
}
