internal import Foundation
internal import GRDB
public import Purchases

extension Store {
    /// Makes an empty store, whose first lead is who makes it, and opens it.
    ///
    /// Errors: the path is taken, on a network file system, or cannot be written.
    public static func create(
        at path: String, practice: Bool = false, serves: [AppStoreEnvironment] = [.production],
        bundleIDs: [BundleID] = [], appAppleIDs: [Int64] = [], by agent: AgentName, at now: Instant
    ) throws -> Store {
        let founding = StoreCreation(
            isPractice: practice, serves: serves, bundleIDs: bundleIDs, appAppleIDs: appAppleIDs, lead: agent,
            at: now)
        try create(at: path, founding, faults: .none)
        return try open(at: path)
    }

    /// The file is finished under another name and then linked: it is never seen half made, and never overwrites one.
    static func create(at path: String, _ founding: StoreCreation, faults: FaultPlan) throws {
        try founding.check()
        if FileManager.default.fileExists(atPath: path) { throw StoreError.exists(path) }
        let draft = try draft(of: path, founding, faults: faults)
        defer { draft.discard() }
        try draft.publish()
    }

    /// An empty store that is not in its place yet, for whoever publishes and discards it.
    static func draft(of path: String, _ founding: StoreCreation, faults: FaultPlan) throws -> StoreDraft {
        try founding.check()
        try makeFolder(of: path)
        try StoreFile(path: path).checkFileSystem()
        let draft = try StoreDraft(of: path)
        do {
            try StoreError.translating(path) { try build(draft.path, founding, faults) }
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
            throw StoreError(
                .unavailable, "the folder \(folder) cannot be made", remedy: "check its permissions")
        }
    }

    private static func build(_ draft: String, _ founding: StoreCreation, _ faults: FaultPlan) throws {
        let queue = try DatabaseQueue(path: draft)
        try Schema.migrator(faults: faults).migrate(queue)
        try queue.write { try founding.write($0) }
        try queue.close()
    }
}
