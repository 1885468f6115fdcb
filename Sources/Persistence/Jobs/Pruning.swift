package import Purchases

extension Store {
    /// Forgets answers to requests over HTTP and events of entitlements that are older than ninety days, some of each in one
    /// short write; answers whether there is more. What is old is looked for once a day.
    ///
    /// - Throws: `StoreError`: refused for agents; busy; full.
    @discardableResult
    package func pruneOld(by agent: AgentName, at now: Instant) throws(StoreError) -> Bool {
        guard try read({ try Pruning.isToLook(at: now, in: $0) }) else { return false }
        return try write(.serverNote, by: agent, at: now) { writing in
            guard try Pruning.isToLook(at: now, in: writing.db) else { return .noted(false) }
            let parts = try [
                Pruning.forgetAnswers(at: now, in: writing.db), Pruning.forgetEvents(at: now, in: writing.db),
            ]
            try writing.faults.pass(.pruned)
            let isMore = parts.contains { $0 >= Pruning.atOnce }
            if !isMore { try StoreState.pruned.set(String(now.milliseconds), in: writing.db) }
            return .noted(isMore)
        }
    }
}

/// What is kept for a time alone: nobody repeats a request, or reads on from an event, after so long.
///
/// Answers to grants and commands are kept for ever. Erasing a person is another matter: these rows name nobody but by id.
enum Pruning {
    /// How long it is kept†.
    private static let age = TimeLength.days(90)
    /// How often what is old is looked for†.
    private static let pause = TimeLength.days(1)
    /// How many rows of each kind go in one write.
    static let atOnce = 500

    /// Whether it is time to look; a clock that was set back does not keep it from being.
    static func isToLook(at now: Instant, in db: Connection) throws -> Bool {
        guard let text = try StoreState.pruned.read(db), let last = Int64(text) else { return true }
        return !(0..<pause.count).contains(now.milliseconds - last)
    }

    /// Forgets old answers to requests over HTTP; answers how many.
    static func forgetAnswers(at now: Instant, in db: Connection) throws -> Int {
        let end = now - age
        // The table's guard lets rows go that are older than this, in this transaction. `;` follows `:` in ASCII: the
        // range holds every key that begins with `http:`.
        try StoreState.pruningBefore.set(String(end.milliseconds), in: db)
        try db.run(
            """
            DELETE FROM idempotency WHERE key IN (
              SELECT key FROM idempotency INDEXED BY idempotency_of_http
              WHERE key >= 'http:' AND key < 'http;' AND at_ms < ?
                AND CASE WHEN json_valid(result) = 1 THEN json_type(result, '$.documents') END IS NOT NULL
              ORDER BY at_ms, key LIMIT ?)
            """, [end, atOnce])
        let count = db.changes
        try StoreState.pruningBefore.clear(in: db)
        return count
    }

    /// Forgets old events that every receiver of webhooks is past, the oldest first; answers how many. The newest of all
    /// stays, since numbers are never used again, and of each customer it is kept how far it was forgotten.
    static func forgetEvents(at now: Instant, in db: Connection) throws -> Int {
        let newest: Int64 = try db.value("SELECT max(id) FROM entitlement_events") ?? 0
        let end = now - age
        let told = try EntitlementEventTable.toldByWebhooks(db) ?? newest
        let oldest = try db.map(
            "SELECT id, at_ms FROM entitlement_events ORDER BY id LIMIT ?", [atOnce]
        ) { (id: try $0[0] as Int64, at: try $0[1] as Instant) }
        let old = oldest.prefix { $0.at < end && $0.id <= told && $0.id < newest }
        guard let last = old.last?.id else { return 0 }
        try db.run(
            """
            INSERT INTO forgotten_events (app_user_id, last_id)
            SELECT app_user_id, max(id) FROM entitlement_events WHERE id <= ? GROUP BY app_user_id
            ON CONFLICT (app_user_id) DO UPDATE SET last_id = excluded.last_id
            """, [last])
        try db.run("DELETE FROM entitlement_events WHERE id <= ?", [last])
        return old.count
    }
}
