public import Purchases

/// A part of a customer's entitlement events, oldest first.
public struct EntitlementEventPage: Hashable, Sendable {
    /// The events.
    public let events: [EntitlementEvent]
    /// Whether there are more after the last of them.
    public let isMore: Bool
    /// After what to read on: the last event's number, or where this part began when it is empty.
    public let last: Int64
    /// The oldest event after which everything is still there: those up to it were forgotten; 0 where none was.
    public let earliest: Int64
}

extension Store {
    /// What became of a customer's entitlements, after an event or from the first on, at most 1,000 a part.
    ///
    /// - Throws: ``StoreError/unknownCustomer(_:near:)``.
    public func entitlementEvents(
        of customer: AppUserID, after: Int64? = nil, limit: Int = 100
    ) throws -> EntitlementEventPage {
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
        try db.map(
            """
            SELECT id, entitlement, kind, from_ms, until_ms, source, source_id, at_ms FROM entitlement_events
            WHERE app_user_id = ? AND id > ? ORDER BY id LIMIT ?
            """, [customer, id, limit]
        ) { row in
            let holding = try ToldEntitlementTable.holding(row, after: 1, spanAt: 3)
            return EntitlementEvent(
                id: try row[0], customer: customer, news: EntitlementNews(try row[2], holding), at: try row[7]
            )
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
        let holding = news.holding
        try db.run(
            """
            INSERT INTO entitlement_events
              (app_user_id, entitlement, kind, from_ms, until_ms, source, source_id, at_ms)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                customer, holding.entitlement, news.kind, holding.span.from, holding.span.until,
                holding.source, holding.sourceID, now,
            ])
    }
}

/// What backends know of each customer's entitlements, as their tables keep it.
enum ToldEntitlementTable {
    /// What backends know of a customer.
    static func of(
        _ customer: AppUserID, in db: Connection
    ) throws -> [EntitlementID: EntitlementHolding] {
        let rows = try db.map(
            """
            SELECT entitlement, from_ms, until_ms, source, source_id FROM told_entitlements WHERE app_user_id = ?
            """, [customer]
        ) { try holding($0, after: 0, spanAt: 1) }
        return Dictionary(rows.map { ($0.entitlement, $0) }) { first, _ in first }
    }

    /// Keeps what a customer's backend knows from now on, where it differs.
    static func keep(
        _ present: [EntitlementID: EntitlementHolding], insteadOf told: [EntitlementID: EntitlementHolding],
        of customer: AppUserID, in db: Connection
    ) throws {
        for entitlement in told.keys.sorted() where present[entitlement] == nil {
            try db.run(
                "DELETE FROM told_entitlements WHERE app_user_id = ? AND entitlement = ?",
                [customer, entitlement])
        }
        for (entitlement, holding) in present where told[entitlement] != holding {
            try db.run(
                """
                INSERT INTO told_entitlements (app_user_id, entitlement, from_ms, until_ms, source, source_id)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (app_user_id, entitlement) DO UPDATE SET from_ms = excluded.from_ms, until_ms = excluded.until_ms, source = excluded.source, source_id = excluded.source_id
                """,
                [
                    customer, entitlement, holding.span.from, holding.span.until, holding.source,
                    holding.sourceID,
                ])
        }
    }

    /// Keeps when the clock changes something for a customer next; nil when it does no more.
    static func keep(next: Instant?, of customer: AppUserID, in db: Connection) throws {
        guard let next else {
            try db.run("DELETE FROM told_customers WHERE app_user_id = ?", [customer])
            return
        }
        try db.run(
            """
            INSERT INTO told_customers (app_user_id, next_ms) VALUES (?, ?)
            ON CONFLICT (app_user_id) DO UPDATE SET next_ms = excluded.next_ms
              WHERE told_customers.next_ms <> excluded.next_ms
            """, [customer, next])
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
            """
            SELECT entitlement, from_ms, until_ms, source, source_id, environment FROM counting_periods
            WHERE app_user_id = ?
            """, [customer]
        ) { CountingPeriod(try holding($0, after: 0, spanAt: 1), environment: $0[5]) }
    }

    /// A holding whose entitlement stands at one place and whose span, source and source's id from another on.
    static func holding(_ row: StoredRow, after entitlement: Int, spanAt place: Int) throws
        -> EntitlementHolding
    {
        guard let span = Span(from: try row[place], until: row[place + 1]) else {
            throw row.damage(at: place + 1)
        }
        return EntitlementHolding(
            try row[entitlement], span, source: try row[place + 2], sourceID: try row[place + 3])
    }
}
