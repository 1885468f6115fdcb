import Foundation
import Purchases
import Testing

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
        try store.addNote(text, to: People.customer, by: People.agent, at: People.now)
        #expect(try size(folder.path) == before)
        for _ in 0..<3 { try store.addNote(text, to: People.customer, by: People.agent, at: People.now) }
        try store.close()
        #expect(try size(folder.path) > WALCounter.passiveLimit)
        #expect(try Store.open(at: folder.path).verifyAudit().isOK)
    }
}
