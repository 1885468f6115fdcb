import CStore
import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

struct OpeningTests {
    @Test func aMissingStoreNamesWhatMakesOne() throws {
        let temporary = try StoreFolder()
        let error = failure { _ = try Store.open(at: temporary.path) }
        #expect(error == .file(temporary.path, .missing))
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.folder).isEmpty)
    }

    @Test(arguments: ["", "hello, I am no store", "SQLite format 3\0but cut off"])
    func whatIsNoStoreIsRefusedAndLeftAlone(_ content: String) throws {
        let temporary = try StoreFolder()
        try temporary.write(content)
        let code = failure { _ = try Store.open(at: temporary.path) }?.code
        #expect(code == .configuration || code == .damaged)
        #expect(try String(contentsOfFile: temporary.path, encoding: .utf8) == content)
    }

    @Test func aFolderIsRefused() throws {
        let temporary = try StoreFolder()
        #expect(failure { _ = try Store.open(at: temporary.folder) }?.code == .configuration)
    }

    @Test func anotherProgramsDatabaseIsRefusedAndLeftAlone() throws {
        let temporary = try StoreFolder()
        try Raw.write(temporary.path, "CREATE TABLE theirs (a)")
        let before = try Data(contentsOf: URL(fileURLWithPath: temporary.path))
        #expect(failure { _ = try Store.open(at: temporary.path) }?.code == .configuration)
        #expect(try Data(contentsOf: URL(fileURLWithPath: temporary.path)) == before)
    }

    @Test func aNewerSchemaNamesBothVersions() throws {
        let temporary = try StoreFolder()
        let store = try temporary.create()
        try Raw.write(store, "PRAGMA user_version = 70")
        try store.close()
        let error = failure { _ = try Store.open(at: temporary.path) }
        #expect(error == .store(.newer(version: 70)))
        #expect(error?.code == .configuration)
    }

    /// Steps were numbered from 1 before the first release, too: their names tell the two apart, whatever the version.
    @Test(arguments: [1, 2, 4, 8])
    func aStoreOfBeforeTheFirstReleaseIsRefusedAndLeftAlone(_ version: Int) throws {
        let temporary = try StoreFolder()
        let store = try temporary.create()
        for step in 1...version {
            try Raw.write(store, "INSERT INTO grdb_migrations (identifier) VALUES ('\(step)')")
        }
        try Raw.write(store, "DELETE FROM grdb_migrations WHERE identifier = 'v1'")
        try Raw.write(store, "PRAGMA user_version = \(version)")
        try store.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: temporary.path))
        for readOnly in [false, true] {
            let error = failure { _ = try Store.open(at: temporary.path, readOnly: readOnly) }
            #expect(
                error == .file(temporary.path, .unreleased(version: Int32(version)))
                    && error?.code == .configuration
            )
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: temporary.path)) == before)
    }

    @Test func anOlderSchemaIsLeftAloneByWhoeverWritesNothing() throws {
        let temporary = try StoreFolder()
        let store = try temporary.create()
        try Raw.write(store, "PRAGMA user_version = 0")
        try store.close()
        let error = failure { _ = try Store.open(at: temporary.path, readOnly: true) }
        #expect(error == .store(.older(version: 0)) && error?.code == .configuration)
    }

    @Test func aCutOffFileIsDamaged() throws {
        let temporary = try StoreFolder()
        let store = try temporary.create()
        try Raw.write(store, "PRAGMA wal_checkpoint(TRUNCATE)")
        try store.close()
        let file = try #require(FileHandle(forWritingAtPath: temporary.path))
        try file.truncate(atOffset: 8192)
        try file.close()
        #expect(failure { _ = try Store.open(at: temporary.path) }?.code == .damaged)
    }

    /// A copy that nobody opened yet keeps a journal; a store whose -wal was just written back has an empty one.
    @Test(arguments: ["DELETE", "WAL"])
    func aStoreThatOthersWriteWhileItIsOpenedIsNotCutOff(_ journal: String) throws {
        let temporary = try StoreFolder()
        let store = try temporary.create()
        try Raw.write(store, "PRAGMA wal_checkpoint(TRUNCATE)")
        try store.close()
        if journal == "DELETE" { try Raw.write(temporary.path, "PRAGMA journal_mode = DELETE") }
        let path = temporary.path
        let others = StoreFaults { point in
            guard point == .pagesCounted else { return }
            // More pages than are free in the file.
            try? Raw.write(
                path,
                """
                PRAGMA journal_mode = WAL; CREATE TABLE theirs (a); INSERT INTO theirs VALUES (zeroblob(1000000))
                """)
        }
        let opened = try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: others)
        #expect(try opened.wholePage(of: AgentListQuery()).count == 4)
        try opened.close()
    }

    @Test func anExistingFileIsNeverOverwritten() throws {
        let temporary = try StoreFolder()
        try temporary.write("precious")
        let error = failure { _ = try Store.create(at: temporary.path, by: People.lead, at: People.now) }
        #expect(error?.code == .conflict)
        #expect(try String(contentsOfFile: temporary.path, encoding: .utf8) == "precious")
    }

    @Test func theStoreAndItsLockAreTheOwnersOnly() throws {
        let temporary = try StoreFolder()
        let store = try temporary.create()
        for file in [temporary.path, temporary.path + ".lock", temporary.path + "-wal"] {
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(file)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.folder).count == 5)
        try store.close()
    }

    @Test func theWriterWaitsForTheDisk() throws {
        let temporary = try StoreFolder()
        let store = try temporary.create()
        #expect(try Raw.writerNumber(store, "PRAGMA synchronous") == 2)
        #expect(try Raw.writerNumber(store, "PRAGMA foreign_keys") == 1)
        #expect(try Raw.writerNumber(store, "PRAGMA application_id") == Int(StoreFormat.applicationID))
        #expect(try Raw.writerNumber(store, "PRAGMA user_version") == Int(StoreFormat.version))
    }

    @Test func theWALOutlivesItsLastUser() throws {
        let temporary = try StoreFolder()
        try temporary.create().close()
        #expect(FileManager.default.fileExists(atPath: temporary.path + "-wal"))
        #expect(try Store.open(at: temporary.path).wholePage(of: AgentListQuery()).count == 4)
    }

    @Test func ofManyWhoMakeOneStoreOneWins() async throws {
        let temporary = try StoreFolder()
        let path = temporary.path
        let made = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<6 {
                group.addTask { (try? Store.create(at: path, by: People.lead, at: People.now)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(made == 1)
        #expect(try Store.open(at: path).verifyAudit().isOK)
    }

    @Test func readOnlyWritesNothing() throws {
        let temporary = try StoreFolder()
        try temporary.create().close()
        let store = try Store.open(at: temporary.path, readOnly: true)
        #expect(try store.wholePage(of: AgentListQuery()).count == 4)
        let error = failure {
            _ = try store.grant(try People.request(), by: People.agent, at: People.now)
        }
        #expect(error == .store(.readOnly) && error?.code.exitCode == 4)
    }

    @Test(arguments: [(0x6969, "nfs"), (0xff53_4d42, "cifs"), (0x0102_1997, "9p"), (0xef53, nil)])
    func networkFileSystemsAreKnownByTheirNumbers(_ magic: Int64, _ name: String?) {
        #expect(cstore_network_name(magic).map { String(cString: $0) } == name)
    }
}

@Test func theApplicationIdentifierReadsMKGD() {
    #expect(StoreFormat.applicationID == 0x4D4B_4744)
}
