internal import Foundation
internal import GRDB
public import Purchases

extension Store {
    /// Copies the store as it is at one moment, while others go on writing.
    ///
    /// The copy is for its owner's eyes only (0600) and never overwrites a file. Errors: conflict when the path is
    /// taken; refused by role; unavailable when the copy cannot be written.
    public func backup(to destination: String, by agent: AgentName) throws {
        try require(.backup, of: agent)
        guard let path else {
            throw StoreError.inMemory
        }
        try StoreFile(path: destination).checkName()
        try StoreFile(path: destination).checkFileSystem()
        if FileManager.default.fileExists(atPath: destination) { throw StoreError.exists(destination) }
        try Leftovers(place: destination).refuseDeeds()
        let draft = try StoreDraft(of: destination)
        defer { draft.discard() }
        try StoreError.translating(destination) {
            try Store.copy(path, to: draft.path)
            try Store.begin(draft.path)
        }
        try Leftovers(place: destination).clear()
        try draft.publish()
    }

    /// A copy is a file of its own: put in the place of its store, it is not taken for it.
    private static func begin(_ draft: String) throws {
        let queue = try DatabaseQueue(path: draft)
        try queue.write { try StoreHead.begin(in: $0) }
        try queue.close()
    }

    /// `VACUUM INTO` reads in one transaction of its own and writes nothing to the store.
    private static func copy(_ path: String, to draft: String) throws {
        let queue = try DatabaseQueue(path: path, configuration: Connections.configuration(readOnly: true))
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "VACUUM INTO ?", arguments: [draft])
        }
        try queue.close()
    }
}
