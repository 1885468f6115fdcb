/// Something that changed in the store.
package struct Change: Hashable, Sendable {
    /// Its place in the log of changes.
    package let sequence: Int64
    /// What kind of thing changed; nil for a kind that a newer program writes.
    package let entity: Entity?
    package let id: String
}

/// The kinds of things that change, as the log of changes names them.
package enum Entity: String, Hashable, Sendable, CaseIterable {
    /// A customer; the id is its `app_user_id`.
    case customer
    /// A chain; the id is its `original_transaction_id`.
    case chain
    case grant
    case ticket
    /// The catalogue; the id is the product or empty.
    case catalog
    /// A setting; the id is its key.
    case setting
    /// An agent; the id is the login.
    case agent
    /// Quarantined documents.
    case quarantine
    /// A document that came in.
    case document
    /// Something that an agent asked of leads.
    case request
    /// Saved views of lists.
    case view
    case incident
    /// A batch of grants.
    case batch
    /// Something asked of the App Store.
    case asked
    /// How the server stands: it came, it went, or something that it does began or ceased to fail.
    case server
}

extension Entity: ColumnValue {}

extension Store {
    /// What changed after a sequence, oldest first; read on from the last one's sequence.
    package func changes(since sequence: Int64, limit: Int = 1000) throws(StoreError) -> [Change] {
        try read { try ChangeRows.since(sequence, limit: limit, in: $0) }
    }

    /// The sequence of the newest change; 0 when nothing ever changed.
    package func newestChange() throws(StoreError) -> Int64 { try read(ChangeRows.newest) }

    /// Tells what this process and others change, from a sequence on or from now on, until the watcher is let go.
    ///
    /// Calls back on a queue of its own, one call after the other. Errors: the store cannot be read.
    ///
    /// - Parameter lost: told once, when another file stands in the store's place, as after a restore.
    package func watch(
        since sequence: Int64? = nil, lost: @escaping @Sendable (StoreError) -> Void = { _ in },
        _ deliver: @escaping @Sendable ([Change]) -> Void
    ) throws(StoreError) -> StoreWatcher {
        try StoreError.translating {
            try engine.watch(since: sequence ?? newestChange(), lost: lost, deliver: deliver)
        }
    }

    /// What this process and others change from now on.
    package func changeStream() throws(StoreError) -> AsyncStream<[Change]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [Change].self, bufferingPolicy: .unbounded)
        let watcher = try watch { continuation.yield($0) }
        continuation.onTermination = { _ in watcher.cancel() }
        return stream
    }
}

/// The log of changes as its table keeps it.
package enum ChangeRows {
    /// What changed after a sequence, oldest first.
    package static func since(_ sequence: Int64, limit: Int, in db: Connection) throws -> [Change] {
        try ChangeRow.table.numbered(
            "WHERE sequence > ? ORDER BY sequence LIMIT ?", [sequence, limit], in: db
        ).map { Change(sequence: $0.number, entity: $0.row.entity, id: $0.row.id) }
    }

    /// The sequence of the newest change.
    package static func newest(_ db: Connection) throws -> Int64 {
        try db.value("SELECT max(sequence) FROM change_log") ?? 0
    }
}

/// A change as the log of changes keeps it, which the engine numbers.
struct ChangeRow: TableRow {
    static let table = Table<ChangeRow>("change_log", key: "sequence", number: "sequence")
    static let unread = ChangeRow(entity: nil, id: "")

    /// Nil for a kind that a newer program writes.
    var entity: Entity?
    var id: String

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("entity", &entity)
        columns.visit("id", &id)
    }
}
