import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// What lies where a store should, and is none or no whole one.
struct OddStoreTests {
    @Test func aPipeKeepsNobodyWaiting() throws {
        let temporary = try StoreFolder()
        try #require(mkfifo(temporary.path, 0o600) == 0)
        #expect(failure { _ = try Store.open(at: temporary.path) } == .file(temporary.path, .odd(.noFile)))
        #expect(failure { _ = try Store.open(at: "/dev/null") } == .file("/dev/null", .odd(.noFile)))
    }

    @Test(arguments: [-1, Int(Int32.min)]) func aVersionBelowNoneIsRefused(_ version: Int) throws {
        let temporary = try StoreFolder()
        let store = try temporary.create()
        try Raw.write(store, "PRAGMA user_version = \(version)")
        try store.close()
        #expect(
            failure { _ = try Store.open(at: temporary.path) }
                == .file(temporary.path, .unreleased(version: Int32(version))))
    }

    @Test(arguments: [100, 4096, 40_000]) func aCutFileGetsNoFilesBesideIt(_ length: Int) throws {
        let temporary = try StoreFolder()
        try temporary.create().close()
        let whole = temporary.folder + "/whole.sqlite"
        try Raw.write(temporary.path, "VACUUM INTO '\(whole)'")
        // A file that is not open anywhere, and says that it wants a -wal.
        try Raw.write(whole, "PRAGMA journal_mode = WAL")
        for suffix in ["-wal", "-shm"] { unlink(whole + suffix) }
        try #require(truncate(whole, off_t(length)) == 0)
        let before = try FileManager.default.contentsOfDirectory(atPath: temporary.folder).sorted()
        #expect(failure { _ = try Store.open(at: whole) }?.code == .damaged)
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.folder).sorted() == before)
    }

    @Test func aSchemaThatBecameNewerIsWrittenNoMore() throws {
        let (temporary, newer) = (try StoreFolder(), StoreFormat.version + 1)
        let store = try temporary.create()
        #expect(try store.wholePage(of: OwnRoleQuery(), by: People.agent) == .agent)
        try Raw.write(temporary.path, "PRAGMA user_version = \(newer)")
        #expect(
            failure { _ = try store.grant(try People.request(), by: People.agent, at: People.now) }
                == .store(.newer(version: newer)))
        #expect(
            failure { _ = try store.wholePage(of: OwnRoleQuery(), by: People.agent) }
                == .store(.newer(version: newer)))
        #expect(try store.number("SELECT count(*) FROM grants") == 0)
    }

    @Test(arguments: [
        (
            "DROP VIEW active_entitlements; CREATE VIEW active_entitlements AS SELECT 'u_1' AS app_user_id",
            "view active_entitlements"
        ),
        ("DROP INDEX audit_by_agent", "index audit_by_agent"),
        ("CREATE TRIGGER own AFTER INSERT ON notes BEGIN DELETE FROM settings; END", "trigger own"),
        ("CREATE TABLE own (a)", "table own"),
        ("ALTER TABLE notes ADD COLUMN own TEXT", "table notes"),
    ])
    func doctorFindsAnotherSchema(_ change: String, _ named: String) throws {
        let temporary = try StoreFolder()
        let store = try temporary.create()
        #expect(try store.doctor(at: People.now).first { $0.code == "schema" }?.level == .ok)
        try Raw.write(store, change)
        let finding = try #require(try store.doctor(at: People.now).first { $0.code == "schema" })
        #expect(finding.level == .error && finding.text.contains(named), "\(finding.text)")
    }
}
