import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Importers of purchase reports killed at sampled places: no ticket is half made, and bringing all again makes no other.
struct KilledTicketTests {
    private static let deaths =
        [2, 9, 30].map { KilledImportTests.Death(point: "document_applied", passage: $0) }
        + ["write_begun", "before_commit", "after_commit"].map {
            KilledImportTests.Death(point: $0, passage: 1)
        }

    /// Twelve purchases that are lost; of every three one is delivered in time, and one refunded.
    static func documents() -> [Paper] {
        (0..<12).flatMap { index -> [Paper] in
            let id = "7\(100 + index)"
            let attempt = { ReportedAttempt(id: "a\(index)", transaction: id, events: $0).paper }
            let reports = ReportedAttempt.lost().map { attempt([$0]) }
            let entry = Paper.Entry(id: id, chain: id, revokedOn: index % 3 == 1 ? 35 : nil)
            return reports + (index % 3 == 2 ? [] : [Paper.receipt([entry], on: index % 3 == 0 ? 2 : 40)])
        }
    }

    private func count(_ store: Store, _ sql: String) throws -> Int {
        try store.number("SELECT count(*) FROM \(sql)")
    }

    /// Every loss has its alarm, every attempt is what the rules say, and nothing points to nowhere.
    private func checkWhole(_ store: Store) throws {
        #expect(try StoreHealth.problems(of: store).isEmpty)
        #expect(try count(store, "pragma_foreign_key_check") == 0)
        let losses =
            #"tickets t WHERE t."group" = 3 AND NOT EXISTS (SELECT 1 FROM alarms a WHERE a.ticket_id = t.id)"#
        #expect(try count(store, losses) == 0)
        #expect(try count(store, "attempts WHERE outcome = 'failed' AND ticket_id IS NULL") == 0)
        #expect(
            try count(
                store, "tickets t WHERE NOT EXISTS (SELECT 1 FROM ticket_moves m WHERE m.ticket_id = t.id)")
                == 0)
    }

    private func states(_ store: Store) throws -> [String] {
        try Shop(store).tickets().map {
            "\($0.transactionID?.rawValue ?? "") \($0.group) \($0.resolution?.rawValue ?? "") \($0.cause)"
        }.sorted()
    }

    @Test(arguments: deaths) func nothingIsHalfMade(_ death: KilledImportTests.Death) async throws {
        let folder = try StoreFolder()
        try folder.createShop().close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, point = death.point as String, passage = death.passage as Int] in
            let plan = StoreFaults.environment(["MAKEGOOD_FAULT": "\(point):\(passage)"])
            let store = try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: plan)
            try Shop(store).bring(KilledTicketTests.documents())
        }
        let store = try folder.open()
        try checkWhole(store)
        try Shop(store).bring(Self.documents())
        try checkWhole(store)
        let whole = try Shop()
        try whole.bring(Self.documents())
        #expect(try states(store) == states(whole.store))
        #expect(try Shop(store).tickets().count == 12 && Shop(store).queue.count == 4)
        #expect(try Shop(store).alarms == 12 && StoreMeaning(of: store) == StoreMeaning(of: whole.store))
    }
}
