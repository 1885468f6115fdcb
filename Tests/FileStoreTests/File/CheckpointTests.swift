import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

struct CheckpointTests {
    private func size(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }

    @Test func aGrownWALIsWrittenBackAfterTheAnswer() throws {
        let folder = try StoreFolder()
        let store = try folder.create()
        let before = try size(folder.path)
        let text = String(repeating: "x", count: 3 << 20)
        try store.act(.note(text), on: People.customer, by: People.agent, at: People.now)
        #expect(try size(folder.path) == before)
        for _ in 0..<3 { try store.act(.note(text), on: People.customer, by: People.agent, at: People.now) }
        try store.close()
        #expect(try size(folder.path) > WALCounter.passiveLimit)
        #expect(try Store.open(at: folder.path).verifyAudit().isOK)
    }
}

struct DurabilityTests {
    @Test func whoeverMakesAStoreUpNeedNotWaitForTheDisk() throws {
        let folder = try StoreFolder()
        let store = try Durability.$current.withValue(.none) { try folder.create() }
        #expect(try Raw.writerNumber(store, "PRAGMA synchronous") == 0)
    }

    @Test func withoutItsWALTheFileIsAsItWas() throws {
        let folder = try StoreFolder()
        try folder.create().close()
        try Raw.write(folder.path, "PRAGMA wal_checkpoint(TRUNCATE)")
        let before = try Data(contentsOf: URL(filePath: folder.path))
        let head = try Data(contentsOf: URL(filePath: folder.path + ".head"))
        let store = try Durability.$current.withValue(.onlyWAL) { try Store.open(at: folder.path) }
        let text = String(repeating: "x", count: 3 << 20)
        for _ in 0..<4 { try store.act(.note(text), on: People.customer, by: People.agent, at: People.now) }
        try store.close()
        #expect(try Data(contentsOf: URL(filePath: folder.path)) == before)
        for suffix in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: folder.path + suffix) }
        try head.write(to: URL(filePath: folder.path + ".head"))
        #expect(try Store.open(at: folder.path).customerPage(People.customer, at: People.now)?.notes == [])
    }
}
