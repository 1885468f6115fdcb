internal import Foundation
internal import GRDB
public import Purchases

extension Store {
    /// Makes an empty store, whose first lead is who makes it, and opens it.
    ///
    /// - Throws: `StoreError`: the path is taken, on a network file system, or cannot be written.
    public static func create(
        at path: String, practice: Bool = false, serves: [AppStoreEnvironment] = [.production],
        bundleIDs: [BundleID] = [], appAppleIDs: [Int64] = [], by agent: AgentName, at now: Instant
    ) throws -> Store {
        let founding = StoreCreation(
            isPractice: practice, serves: serves, bundleIDs: bundleIDs, appAppleIDs: appAppleIDs, lead: agent,
            at: now)
        try create(at: path, founding: founding, faults: .none)
        return try open(at: path)
    }

    /// The file is finished under another name and then renamed: it is never seen half made, and never overwrites one.
    static func create(at path: String, founding: StoreCreation, faults: FaultPlan) throws {
        try founding.check()
        if FileManager.default.fileExists(atPath: path) { throw StoreError.exists(path) }
        try Leftovers(place: path).refuseDeeds()
        let draft = try draft(of: path, founding: founding, faults: faults)
        defer { draft.discard() }
        try Leftovers(place: path).publish(draft)
    }

    /// An empty store that is not in its place yet, for whoever publishes and discards it.
    static func draft(of path: String, founding: StoreCreation, faults: FaultPlan) throws -> StoreDraft {
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
            throw StoreError.folderNotMade(folder)
        }
    }

    private static func build(_ draft: String, founding: StoreCreation, faults: FaultPlan) throws {
        let queue = try DatabaseQueue(path: draft)
        try Migrations.run(on: queue, faults: faults)
        try queue.write { try founding.write($0) }
        try queue.close()
    }
}

/// How a store begins: what it serves and who leads.
struct StoreCreation: Sendable {
    /// Whether it is a store to practise on.
    let isPractice: Bool
    /// What the population that it is to hold is made of; nil for an empty store.
    var population: String?
    /// The environments whose purchases give access.
    let serves: [AppStoreEnvironment]
    /// The apps; any when empty.
    let bundleIDs: [BundleID]
    /// The apps' numbers in App Store Connect.
    let appAppleIDs: [Int64]
    /// The first lead.
    let lead: AgentName
    /// When it is made.
    let at: Instant

    /// Refuses what a store cannot serve.
    func check() throws {
        try SettingRules.checkEnvironments(serves, isPractice: isPractice)
        try AgentRules.checkLogin(lead)
    }

    /// Writes the first entries, the audit log's first among them.
    func write(_ db: Database) throws {
        try StoreState.createdAt.set(String(at.milliseconds), in: db)
        try StoreState.practice.set(isPractice ? "1" : "0", in: db)
        if let population { try StoreState.population.set(population, in: db) }
        for environment in Set(serves).sorted() {
            try db.run("INSERT INTO served_environments (environment) VALUES (?)", [environment.rawValue])
        }
        try SettingTable.set(.bundleIDs, to: bundleIDs.map(\.rawValue).joined(separator: ","), in: db)
        try SettingTable.set(.appAppleIDs, to: appAppleIDs.map(String.init).joined(separator: ","), in: db)
        try db.run(
            "INSERT INTO agents (login, role, since_ms, added_by) VALUES (?, 'lead', ?, ?)",
            [lead.rawValue, at.milliseconds, lead.rawValue])
        try AuditLog.append(
            try AuditDraft(lead.rawValue, about: [.agent(lead)], Details(self)), action: .initialize,
            by: lead,
            at: at, in: db)
    }

    private struct Details: Encodable {
        let practice: Bool
        let population: String?
        let serves: [AppStoreEnvironment]
        let bundleIds: [BundleID]
        let appAppleIds: [Int64]

        init(_ founding: StoreCreation) {
            (practice, serves) = (founding.isPractice, founding.serves)
            population = founding.population
            (bundleIds, appAppleIds) = (founding.bundleIDs, founding.appAppleIDs)
        }
    }
}
