/// What the store says of itself.
package enum StoreState: String {
    case createdAt = "created_at_ms"
    /// "1" when it is a practice store.
    case practice
    /// What a practice store's population was made of; missing in stores without one.
    case population
    /// Which store this is: random, and new in every copy that becomes a store of its own.
    case fileID = "file_id"
    /// Where a file was when it last had a head: device, inode, birth and real path.
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
    /// "1" while the first look at everybody's entitlements is under way, which tells backends nothing.
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

    /// What ``fileID`` is for a store that was made before stores had one.
    package static let noFileID = "none"

    /// Its value; nil when it was never set.
    package func read(_ db: Connection) throws -> String? {
        try db.value("SELECT value FROM store_state WHERE key = ?", [rawValue])
    }

    package func set(_ value: String, in db: Connection) throws {
        try StoreFact.table.save(StoreFact(key: rawValue, value: value), in: db)
    }

    /// Whether a store is one to practise on: it says so itself, and so does the first entry of its log.
    package static func isPractice(_ db: Connection) throws -> Bool {
        guard try practice.read(db) == "1" else { return false }
        let first: String? = try db.value("SELECT details FROM audit WHERE sequence = 1")
        let founding: FoundingDetails? = try? ColumnText.value(first)
        return founding?.practice ?? false
    }

    /// Forgets it.
    package func clear(in db: Connection) throws {
        try StoreFact.table.delete(rawValue, in: db)
    }
}

/// What the store says of itself under a key.
struct StoreFact: TableRow {
    static let table = Table<StoreFact>("store_state", key: "key")
    static let unread = StoreFact(key: "", value: "")

    var key: String
    var value: String

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("key", &key)
        columns.visit("value", &value)
    }
}

/// What the first entry of the audit log says of how a store began, as far as it is compared with what stands. It is
/// written by `StoreCreation` in `Opening`.
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
