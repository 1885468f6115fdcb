internal import Foundation
internal import GRDB
package import Persistence
package import Purchases

extension Store {
    /// Makes an empty store, whose first lead is who makes it, and opens it.
    ///
    /// - Throws: `StoreError`: the path is taken, on a network file system, or cannot be written.
    package static func create(
        at path: String, practice: Bool = false, serves: [AppStoreEnvironment] = [.production],
        bundleIDs: [BundleID] = [], appAppleIDs: [Int64] = [], by agent: AgentName, at now: Instant
    ) throws(StoreError) -> Store {
        let founding = StoreCreation(
            isPractice: practice, serves: serves, bundleIDs: bundleIDs, appAppleIDs: appAppleIDs, lead: agent,
            at: now)
        try StoreError.translating { try create(at: path, founding: founding, faults: .none) }
        return try open(at: path)
    }

    /// The file is finished under another name and then renamed: it is never seen half made, and never overwrites one.
    static func create(at path: String, founding: StoreCreation, faults: StoreFaults) throws {
        try founding.check()
        if FileManager.default.fileExists(atPath: path) { throw StoreError.taken(.path(path)) }
        try Leftovers(place: path).refuseDeeds()
        let draft = try draft(of: path, founding: founding, faults: faults)
        defer { draft.discard() }
        try Leftovers(place: path).publish(draft)
    }

    /// An empty store that is not in its place yet, which the caller publishes and discards.
    static func draft(of path: String, founding: StoreCreation, faults: StoreFaults) throws -> StoreDraft {
        try founding.check()
        try makeFolder(of: path)
        try StoreFile(path: path).checkFileSystem()
        let draft = try StoreDraft(of: path)
        do {
            try StoreError.translating(path) { try build(draft.path, founding: founding, faults: faults) }
        } catch {
            draft.discard()
            throw error
        }
        return draft
    }

    private static func makeFolder(of path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        guard !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StoreError.disk(folder, .folderNotMade)
        }
    }

    private static func build(_ draft: String, founding: StoreCreation, faults: StoreFaults) throws {
        let queue = try DatabaseQueue(path: draft)
        try Migrations.run(on: queue, faults: faults)
        try queue.write { try founding.write($0.connection) }
        try queue.close()
    }
}
