internal import Foundation
internal import GRDB
package import Persistence
package import Purchases

extension Store {
    /// Copies the store as it is at one moment, while others go on writing.
    ///
    /// The copy is for its owner's eyes only (0600) and never overwrites a file. The audit log is told when the copy stands,
    /// so that it holds everything but its own entry.
    ///
    /// - Throws: ``StoreError``: conflict when the path is taken; refused by role, and for a store opened for reading only;
    ///   unavailable when the copy cannot be written, or not be told: then there is none.
    @discardableResult
    package func backup(
        to destination: String, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> BackupCopy {
        try StoreError.translating { try copy(to: destination, by: agent, at: now) }
    }

    private func copy(to destination: String, by agent: AgentName, at now: Instant) throws -> BackupCopy {
        if isReadOnly { throw StoreError.store(.readOnly) }
        try require(.backup, of: agent)
        guard let path = file?.path else {
            throw StoreError.store(.inMemory)
        }
        try StoreFile(path: destination).checkName()
        try StoreFile(path: destination).checkFileSystem()
        if FileManager.default.fileExists(atPath: destination) { throw StoreError.taken(.path(destination)) }
        try Leftovers(place: destination).refuseDeeds()
        let draft = try StoreDraft(of: destination)
        defer { draft.discard() }
        try StoreError.translating(destination) {
            try Store.copy(path, to: draft.path)
            try Store.begin(draft.path)
        }
        let copy = try StoreError.translating(destination) {
            try BackupCopy(at: draft.path, named: destination)
        }
        try Leftovers(place: destination).publish(draft)
        do {
            try write(.backup, by: agent, at: now) { _ in .done((), try AuditDraft(copy.file, copy)) }
        } catch {
            try? FileManager.default.removeItem(atPath: destination)
            throw error
        }
        return copy
    }

    /// A copy is a file of its own: put in the place of its store, it is not taken for it.
    private static func begin(_ draft: String) throws {
        let queue = try DatabaseQueue(path: draft)
        try queue.write { try StoreHead.begin(in: $0.connection) }
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

/// A copy of a store, as the audit log tells of it.
package struct BackupCopy: Hashable, Sendable, Encodable {
    /// The name of its file, without the folder.
    package let file: String
    /// How many bytes it has.
    package let bytes: Int64
    /// How many entries its audit log has.
    package let entries: Int64
    /// The hash of the last of them.
    package let head: String

    /// What is to be told of a copy that lies at a path and is to have a name.
    fileprivate init(at path: String, named destination: String) throws {
        file = URL(fileURLWithPath: destination).lastPathComponent
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        bytes = (attributes[.size] as? NSNumber)?.int64Value ?? 0
        let queue = try DatabaseQueue(path: path, configuration: Connections.configuration(readOnly: true))
        (entries, head) = try queue.read { try AuditLog.head($0.connection) }
        try queue.close()
    }
}
