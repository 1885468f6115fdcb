internal import Foundation
package import GRDB

/// The store that all consoles and commands of a host share.
///
/// Its functions block: callers run them off the main actor and off the cooperative pool. Any of them may throw a
/// ``StoreError``.
public final class Store: Sendable {
    /// Where it is; nil when it is in memory.
    public let path: String?
    /// Whether this run writes nothing.
    public let isReadOnly: Bool
    /// Whether it is a store to practise on, which lets people act as others and at other times.
    public let isPractice: Bool

    /// Whether the kernel can tell here who somebody is; else everybody may read as viewers do, and nobody may write.
    public let knowsLogins: Bool

    /// What tests look at behind its back.
    package let database: any DatabaseWriter
    let lock: StoreLock?
    let wal: WALCounter
    let faults: FaultPlan
    /// The user id of the login that this process belongs to; nil where nobody knows it, and in practice stores, where one
    /// person acts as many.
    let session: UInt32?
    /// What kind of program this is; nil where nobody said it.
    let program: ProgramKind?
    /// What is to be said to whoever opened it; nil when nothing is.
    public let notice: StoreNotice?
    let damage = DamageSeen()
    private let durability = Durability.current

    init(
        path: String?, isReadOnly: Bool, database: any DatabaseWriter, lock: StoreLock?, wal: WALCounter,
        faults: FaultPlan, notice: StoreNotice? = nil, session: UInt32? = nil,
        program: ProgramKind? = nil
    ) throws {
        self.path = path
        self.isReadOnly = isReadOnly
        self.database = database
        self.lock = lock
        self.wal = wal
        isPractice = try database.read { try StoreState.isPractice($0) }
        knowsLogins = path.map(UserNamespace.knowsOwner) ?? true
        self.faults = faults
        self.notice = notice
        self.session = isPractice ? nil : session
        self.program = program
    }

    /// How error messages name it.
    var name: String { path ?? "the store in memory" }

    /// Closes all connections after finishing what was begun, a checkpoint due included. Who is the last to close writes
    /// the -wal back and empties it, so that a store at rest is one file.
    public func close() throws {
        // Without the lock: closing writes nothing, and a checkpoint under way takes the lock itself.
        try StoreError.translating(name) { try database.close() }
        guard let path, let lock, !isReadOnly, durability != .onlyWAL else { return }
        LastClose(path: path, lock: lock, durability: durability).settle()
    }

    /// Reads in one transaction: everything read inside is of one moment.
    package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try damage.watching {
            try StoreError.translating(name) {
                try database.unsafeRead { db in
                    try db.inOneMoment { try db.tellingFailedReads(of: name) { try body(db) } }
                }
            }
        }
    }

    /// Does some work while no other process writes.
    func holdingLock<Value>(_ body: () throws -> Value) throws -> Value {
        guard let lock else { return try body() }
        return try lock.hold(body)
    }
}

/// What the store says of itself.
enum StoreState: String {
    /// When it was made.
    case createdAt = "created_at_ms"
    /// "1" when it is a practice store.
    case practice
    /// What a practice store's population was made of; missing in stores without one.
    case population
    /// Which file this is: random, and new in every copy that becomes a store of its own. See ``StoreHead``.
    case fileID = "file_id"
    /// Device, inode, birth and real path of the file when it last had a head. See ``StoreHome``.
    case home
    /// The sequence of the newest audit entry.
    case auditSequence = "audit_sequence"
    /// The hash of the newest audit entry.
    case auditHash = "audit_hash"
    /// Who is being erased, within the transaction that does it: the guards of append-only tables let it pass.
    case erasing
    /// Who was erased, until nothing is left of it in free pages and in the -wal.
    case unswept = "erasure_unswept"
    /// The SHA-256 of the catalogue.
    case catalogDigest = "catalog_sha256"
    /// Who restored it and when, for those who had the store before it open.
    case restored
    /// The products of which a catalogue changed something, until everything that follows is worked out.
    case catalogChanged = "catalog_changed"
    /// How far that has come.
    case catalogPlace = "catalog_place"
    /// How far an upgrade of a store of before has come; missing where nothing is left to do.
    case upgradePlace = "upgrade_place"
    /// Up to which change backends were told what became of entitlements.
    case entitlementsTold = "entitlements_told"
    /// The last customer whom a look at everybody's entitlements has passed, while one is under way.
    case entitlementsSweep = "entitlements_sweep"
    /// Up to which change it was looked whether tickets are to be verified, or not any more.
    case verificationsLooked = "verifications_looked"
    /// The last change of a ticket and the last event of an entitlement of which webhooks were made.
    case webhooksTold = "webhooks_told"
    /// When messages of webhooks that are old were looked for last.
    case webhooksForgotten = "webhooks_forgotten"
    /// "1" while the first such look is under way.
    case entitlementsFirst = "entitlements_first"
    /// When answers and events that are kept for a time alone were looked for last.
    case pruned
    /// Before when answers to requests over HTTP may go, within the transaction that forgets them: the guard of the table
    /// lets them pass.
    case pruningBefore = "pruning_before_ms"
    /// Up to when the App Store's history of notifications was read in production.
    case historyReadProduction = "history_read_production"
    /// The same in the sandbox.
    case historyReadSandbox = "history_read_sandbox"

    /// Its value; nil when it was never set.
    func read(_ db: Database) throws -> String? {
        try db.value("SELECT value FROM store_state WHERE key = ?", [rawValue])
    }

    /// Sets its value.
    func set(_ value: String, in db: Database) throws {
        try db.run(
            "INSERT INTO store_state (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [rawValue, value])
    }

    /// Whether a store is one to practise on: it says so itself, and so does the first entry of its log.
    static func isPractice(_ db: Database) throws -> Bool {
        guard try practice.read(db) == "1" else { return false }
        let first: String? = try db.value("SELECT details FROM audit WHERE sequence = 1")
        let founding: FoundingDetails? = try? ColumnText.value(first)
        return founding?.practice ?? false
    }

    /// Forgets it.
    func clear(in db: Database) throws { try db.run("DELETE FROM store_state WHERE key = ?", [rawValue]) }
}

/// What the first entry of the audit log says of how a store began, as far as it is compared with what stands.
struct FoundingDetails: Decodable {
    /// Whether it is a store to practise on.
    let practice: Bool
    /// The environments whose purchases give access.
    let serves: [String]?
    /// The apps; any when empty.
    let bundleIDs: [String]?
    /// The apps' numbers in App Store Connect; entries of before do not say them.
    let appAppleIDs: [Int64]?

    private enum CodingKeys: String, CodingKey {
        case practice
        case serves
        case bundleIDs = "bundle_ids"
        case appAppleIDs = "app_apple_ids"
    }
}
