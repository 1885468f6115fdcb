package import Purchases

/// A part of a customer's entitlement events, oldest first, as a backend reads it. `EntitlementFeed.swift` appends
/// events, `WebhookOutbox.swift` sends them, `Pruning.swift` forgets old ones.
package struct EntitlementEventPage: Hashable, Sendable {
    package let events: [EntitlementEvent]
    /// Whether there are more after the last of them.
    package let isMore: Bool
    /// After what to read on: the last event's number, or where this part began when it is empty.
    package let last: Int64
    /// The oldest event after which everything is still there: those up to it were forgotten; 0 where none was.
    package let earliest: Int64
}

extension Store {
    /// What became of a customer's entitlements, after an event or from the first on, at most 1,000 a part.
    ///
    /// - Throws: `StoreError`: not found, with the nearest names.
    package func entitlementEvents(
        of customer: AppUserID, after: Int64? = nil, limit: Int = 100
    ) throws(StoreError) -> EntitlementEventPage {
        try read { db in
            guard try db.exists("SELECT 1 FROM customers WHERE app_user_id = ?", [customer]) else {
                throw try NameSuggestions.unknownCustomer(customer, in: db)
            }
            let limit = max(1, min(limit, 1000))
            let found = try EntitlementEventTable.after(after ?? 0, of: customer, limit: limit + 1, in: db)
            let events = Array(found.prefix(limit))
            return EntitlementEventPage(
                events: events, isMore: found.count > limit, last: events.last?.id ?? after ?? 0,
                earliest: try EntitlementEventTable.forgotten(of: customer, in: db) ?? 0)
        }
    }
}

extension EntitlementEvent.Kind: ColumnValue {}

/// Entitlement events as their table keeps them.
enum EntitlementEventTable {
    /// The events of a customer after one, oldest first.
    static func after(
        _ id: Int64, of customer: AppUserID, limit: Int, in db: Connection
    ) throws -> [EntitlementEvent] {
        try EntitlementEventRow.table.numbered(
            "WHERE app_user_id = ? AND id > ? ORDER BY id LIMIT ?", [customer, id, limit], in: db
        ).map { id, row in
            let news = EntitlementNews(row.kind, try row.holding.holding)
            return EntitlementEvent(id: id, customer: customer, news: news, at: row.at)
        }
    }

    /// The last event of a customer that was forgotten; nil where none was.
    static func forgotten(of customer: AppUserID, in db: Connection) throws -> Int64? {
        try db.value("SELECT last_id FROM forgotten_events WHERE app_user_id = ?", [customer])
    }

    /// The last event of which messages to receivers were made; nil where nobody listens.
    static func toldByWebhooks(_ db: Connection) throws -> Int64? {
        guard try db.exists("SELECT 1 FROM webhook_endpoints") else { return nil }
        let words = try StoreState.webhooksTold.read(db)?.split(separator: " ")
        return words?.last.flatMap { Int64($0) } ?? 0
    }

    /// Appends what is new of a customer.
    static func append(
        _ news: EntitlementNews, of customer: AppUserID, at now: Instant, in db: Connection
    ) throws {
        try EntitlementEventRow.table.insert(
            EntitlementEventRow(
                customer: customer, kind: news.kind, holding: KeptHolding(news.holding), at: now), in: db)
    }
}

/// What backends know of each customer's entitlements, as their tables keep it.
enum EntitlementSnapshotTable {
    /// What backends know of a customer.
    static func of(
        _ customer: AppUserID, in db: Connection
    ) throws -> [EntitlementID: EntitlementHolding] {
        let rows = try EntitlementSnapshot.table.rows("WHERE app_user_id = ?", [customer], in: db)
        return Dictionary(try rows.map { ($0.holding.entitlement, try $0.holding.holding) }) { first, _ in
            first
        }
    }

    /// Keeps what a customer's backend knows from now on, where it differs.
    static func keep(
        _ present: [EntitlementID: EntitlementHolding], insteadOf told: [EntitlementID: EntitlementHolding],
        of customer: AppUserID, in db: Connection
    ) throws {
        for entitlement in told.keys.sorted() where present[entitlement] == nil {
            try EntitlementSnapshot.table.delete(customer, entitlement, in: db)
        }
        for (entitlement, holding) in present where told[entitlement] != holding {
            try EntitlementSnapshot.table.save(
                EntitlementSnapshot(customer: customer, holding: KeptHolding(holding)), in: db)
        }
    }

    /// Keeps when the clock changes something for a customer next; nil when it does no more.
    static func keep(next: Instant?, of customer: AppUserID, in db: Connection) throws {
        guard let next else {
            try NextEntitlementChange.table.delete(customer, in: db)
            return
        }
        try NextEntitlementChange.table.insert(
            NextEntitlementChange(customer: customer, next: next),
            """
            ON CONFLICT (app_user_id) DO UPDATE SET next_ms = excluded.next_ms
              WHERE told_customers.next_ms <> excluded.next_ms
            """, in: db)
    }

    /// For whom the clock has changed something.
    static func due(at now: Instant, limit: Int, in db: Connection) throws -> [AppUserID] {
        try db.values(
            "SELECT app_user_id FROM told_customers WHERE next_ms <= ? ORDER BY next_ms, app_user_id LIMIT ?",
            [now, limit])
    }

    /// When the clock changes something next, for whomever; nil when it does no more.
    static func next(_ db: Connection) throws -> Instant? {
        try db.value("SELECT min(next_ms) FROM told_customers")
    }

    /// Whether a customer was ever looked at, and had or is to have anything.
    static func knows(_ customer: AppUserID, in db: Connection) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM told_customers WHERE app_user_id = ?1
            UNION ALL SELECT 1 FROM told_entitlements WHERE app_user_id = ?1
            """, [customer])
    }

    /// Everything that counts for a customer.
    static func counting(for customer: AppUserID, in db: Connection) throws -> [CountingPeriod] {
        try db.map(
            "SELECT \(columns.selection), environment FROM counting_periods WHERE app_user_id = ?", [customer]
        ) { CountingPeriod(try KeptHolding($0).holding, environment: $0[columns.count]) }
    }

    private static let columns = ColumnNames(of: KeptHolding.self)
}

/// An entitlement that is held, as columns have it. In a damaged row it may end before it begins.
struct KeptHolding: TableValue {
    static let unread = KeptHolding(
        entitlement: EntitlementID(""), from: .earliest, until: nil, source: "", sourceID: "")

    var entitlement: EntitlementID
    var from: Instant
    var until: Instant?
    var source: String
    var sourceID: String

    /// The holding.
    ///
    /// - Throws: ``DamagedRow`` where it ends before it begins.
    var holding: EntitlementHolding {
        get throws {
            guard let span = Span(from: from, until: until) else { throw DamagedRow(column: "until_ms") }
            return EntitlementHolding(entitlement, span, source: source, sourceID: sourceID)
        }
    }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("entitlement", &entitlement)
        columns.visit("from_ms", &from)
        columns.visit("until_ms", &until)
        columns.visit("source", &source)
        columns.visit("source_id", &sourceID)
    }
}

extension KeptHolding {
    /// The columns of a holding.
    init(_ holding: EntitlementHolding) {
        self.init(
            entitlement: holding.entitlement, from: holding.span.from, until: holding.span.until,
            source: holding.source, sourceID: holding.sourceID)
    }
}

/// An event without its number.
struct EntitlementEventRow: TableRow {
    static let table = Table<EntitlementEventRow>("entitlement_events", key: "id")
    static let unread = EntitlementEventRow(
        customer: AppUserID(""), kind: .granted, holding: .unread, at: .earliest)

    var customer: AppUserID
    var kind: EntitlementEvent.Kind
    var holding: KeptHolding
    var at: Instant

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("app_user_id", &customer)
        columns.visit("kind", &kind)
        holding.visit(&columns)
        columns.visit("at_ms", &at)
    }
}

/// What backends know of one of a customer's entitlements.
struct EntitlementSnapshot: TableRow {
    static let table = Table<EntitlementSnapshot>("told_entitlements", key: "app_user_id", "entitlement")
    static let unread = EntitlementSnapshot(customer: AppUserID(""), holding: .unread)

    var customer: AppUserID
    var holding: KeptHolding

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("app_user_id", &customer)
        holding.visit(&columns)
    }
}

/// When the clock changes something for a customer next.
struct NextEntitlementChange: TableRow {
    static let table = Table<NextEntitlementChange>("told_customers", key: "app_user_id")
    static let unread = NextEntitlementChange(customer: AppUserID(""), next: .earliest)

    var customer: AppUserID
    var next: Instant

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("app_user_id", &customer)
        columns.visit("next_ms", &next)
    }
}
