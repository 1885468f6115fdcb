import Foundation
import GRDB
import Purchases
import Testing

@testable import Persistence

/// A store of version 1 opens as the present version with everything that was in it, and takes reports from then on.
struct MigrationTests {
    private static let lost = ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost())

    /// A store that lived: customers, chains known in time and too late, a grant, a note, documents and quarantine.
    private static func fill(_ store: Store) throws {
        let shop = Shop(store)
        try shop.bring(
            Paper.receipt([Paper.Entry(id: "7000", chain: "7000", line: "L0")], on: 40), customer: "u_1")
        try shop.bring(
            Paper.receipt([Paper.Entry(id: "8000", chain: "8000", line: "L1")], on: 2), customer: "u_2")
        try shop.bring(Paper.receipt([Paper.Entry(id: "9000", chain: "9000", line: "L2")], on: 2))
        try shop.bring("{bad")
        try store.addNote("山田さん called", to: "u_1", by: Shop.lead, at: Shop.now)
        let request = GrantRequest(
            customer: "u_1", entitlement: "premium", term: .until(Shop.now + .days(9)), reason: "goodwill")
        _ = try store.grant(request, key: "k", by: Shop.lead, at: Shop.now)
    }

    /// A new store and one of version 1 with the same content, at the second path.
    private static func prepare(_ folder: ShopFolder) throws -> (new: Store, old: String) {
        let new = try folder.create()
        try fill(new)
        let old = folder.folder + "/old.sqlite"
        try OldStore.make(at: old, like: folder.path)
        return (new, old)
    }

    private static func version(_ path: String) throws -> Int? {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    }

    @Test func everythingIsStillThere() throws {
        let folder = try ShopFolder()
        let (new, path) = try Self.prepare(folder)
        #expect(try Self.version(path) == 1)
        let old = try Store.open(at: path)
        #expect(try Self.version(path) == Int(StoreFormat.version))
        #expect(try StoreHealth.problems(of: old).isEmpty && old.verifyAudit() == new.verifyAudit())
        #expect(try StoreMeaning(of: old) == StoreMeaning(of: new))
        for table in ["grants", "notes", "documents", "quarantine", "idempotency"] {
            let sql = "SELECT count(*) FROM \(table)"
            #expect(try old.number(sql) == new.number(sql) && old.number(sql) > 0)
        }
        #expect(try old.customerPage("u_1", at: Shop.now)?.grants.map(\.reason) == ["goodwill"])
        #expect(try old.customerPage("u_1", at: Shop.now)?.notes.map(\.text) == ["山田さん called"])
        #expect(try old.search("山田", at: Shop.now).matches == new.search("山田", at: Shop.now).matches)
    }

    @Test func bothTakeTheSameReportsFromThenOn() throws {
        let folder = try ShopFolder()
        let (new, path) = try Self.prepare(folder)
        let old = try Store.open(at: path)
        let other = ReportedAttempt(id: "x", customer: "u_9", events: [ReportedAttempt.state("failed", -1)])
        for store in [new, old] {
            try Shop(store).bring(other)
            #expect(try store.silentLossCount(at: Shop.now).count.counted == 2)
            #expect(try Shop(store).bring(Self.lost).openedTickets == 1)
            #expect(try store.silentLossCount(at: Shop.now).count.counted == 1)
            try Shop(store).makeGood("2")
        }
        #expect(try StoreMeaning(of: old) == StoreMeaning(of: new))
    }

    @Test func whatAnOlderVersionDecidedIsDecidedAnew() throws {
        let folder = try ShopFolder()
        let new = try folder.create()
        let restored = [ReportedAttempt.state("restored", 1), ReportedAttempt.state("finished", 2)]
        let nobodys = ReportedAttempt(
            id: "n", customer: nil, transaction: "8000", events: ReportedAttempt.lost())
        let entries = [("7000", "L0"), ("8000", "L1")].map { id, line in
            Paper.Entry(id: id, chain: id, line: line)
        }
        let shop = Shop(new)
        try shop.bring(ReportedAttempt(transaction: "7000", events: restored))
        try shop.bring(nobodys)
        try shop.bring(Paper.receipt([entries[0]], on: 40), customer: "u_1")
        try shop.bring(Paper.receipt([entries[1]], on: 2))
        _ = try new.attach(AttachRequest("8000", to: "u_2", reason: "found"), by: Shop.lead, at: Shop.now)
        #expect(try shop.queue.map(\.cause) == [.late, .late])
        // As the rules of version 4 had decided: a restore hid the charge, and whoever was found had got it.
        try new.database.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    UPDATE attempts SET ticket_id = NULL, outcome = iif(attempt_id = 'n', 'delivered', 'restored');
                    DELETE FROM ticket_moves; DELETE FROM alarms; DELETE FROM tickets;
                    DELETE FROM undelivered_charges
                    """)
        }
        let path = folder.folder + "/four.sqlite"
        try OldStore.make(at: path, like: folder.path, version: "4")
        #expect(try Self.version(path) == 4)
        let old = try Store.open(at: path)
        #expect(try Self.version(path) == Int(StoreFormat.version))
        #expect(try old.number("SELECT count(*) FROM undelivered_charges") == 2)
        #expect(try Shop(old).queue.isEmpty, "tickets wait for the first who writes")
        #expect(try old.applyOverdueMoves(by: Shop.lead, at: Shop.now) == 2)
        #expect(try Shop(old).queue.map(\.cause) == [.late, .late])
        #expect(try StoreHealth.problems(of: old).isEmpty && old.verifyAudit().isOK)
    }

    @Test func onlyTheTokensThatItHadAreKnownAllAlong() throws {
        let folder = try ShopFolder()
        let shop = Shop(try folder.create())
        let tokens = ["7000": DocumentMaker.tokens[0], "8000": DocumentMaker.tokens[1]]
        for (id, token) in tokens {
            try shop.bring(Paper.receipt([Paper.Entry(id: id, chain: id, token: token)], on: 2))
        }
        try shop.bring(Paper.customer("u_1", token: tokens["7000"], on: 40))
        let path = folder.folder + "/six.sqlite"
        try OldStore.make(at: path, like: folder.path, version: "6")
        let old = try Store.open(at: path)
        let known = { (chain: String) in
            let days = "(owner_known_ms - \(MadeUpChain.start)) / \(MadeUpChain.day)"
            return try old.number(
                "SELECT \(days) FROM chains WHERE original_transaction_id = '\(chain)'")
        }
        #expect(try known("7000") == 2)
        try Shop(old).bring(Paper.customer("u_1", token: tokens["8000"], on: 41))
        #expect(try known("8000") == 41)
        try Shop(old).bring(Paper.customer("u_1", token: tokens["7000"], on: 42))
        #expect(try known("7000") == 2)
        #expect(try StoreHealth.problems(of: old).isEmpty)
    }

    @Test func aMigrationThatDiesLeavesVersionOne() throws {
        let folder = try ShopFolder()
        let (_, path) = try Self.prepare(folder)
        let failing = FaultPlan { point in if point == .migration { throw StoreError.readOnly } }
        #expect(throws: (any Error).self) {
            try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: failing)
        }
        #expect(try Self.version(path) == 1)
        #expect(try StoreHealth.problems(of: Store.open(at: path)).isEmpty)
    }

    @Test func keysOfSearchesAreFolded() throws {
        let folder = try ShopFolder()
        let new = try folder.create()
        let change = CustomerChange(email: "Zoe@example.org", name: "Zoë O’Neil")
        try new.addCustomer("Zoë-7", change, by: Shop.lead, at: Shop.now)
        try new.addCustomer("u_2", CustomerChange(name: "Ada Byron"), by: Shop.lead, at: Shop.now)
        let path = folder.folder + "/old.sqlite"
        try OldStore.make(at: path, like: folder.path)
        // As versions before 5 kept them: lower-cased.
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(
                sql:
                    "UPDATE customers SET app_user_id_key = 'zoë-7', name_key = 'zoë o’neil' WHERE name LIKE 'Zo%'"
            )
        }
        try queue.close()
        let old = try Store.open(at: path)
        for query in ["zoe-7", "oneil", "oneil zoe", "zoë o’neil", "byron"] {
            #expect(try old.search(query, at: Shop.now).matches == new.search(query, at: Shop.now).matches)
            #expect(try old.search(query, at: Shop.now).matches.count == 1, "\(query)")
        }
        #expect(try StoreHealth.problems(of: old).isEmpty)
    }

    @Test func readOnlyItSaysWhatToDo() throws {
        let folder = try ShopFolder()
        let (_, path) = try Self.prepare(folder)
        let error = #expect(throws: StoreError.self) {
            let store = try Store.open(at: path, readOnly: true)
            _ = try store.ticketCounts(at: Shop.now)
        }
        #expect(error?.code == .configuration)
        #expect(try Self.version(path) == 1)
    }
}
