import Purchases

/// The derived periods of chains: what the pure rules give, never what is true just now.
enum PeriodTable {
    /// Rewrites the periods of all chains of one customer (or of one chain without owner) where they differ.
    static func rewrite(_ chains: [StoredChain], catalog: Catalog, in db: Connection) throws {
        let timelines = ChainTimeline.timelines(of: chains.map(\.chain), catalog: catalog)
        for (stored, timeline) in zip(chains, timelines) {
            try rewriteAccess(timeline.held(catalog: catalog).accessPeriods, of: stored, in: db)
            // What else is kept of a chain is its owner's.
            guard stored.payer == nil else { continue }
            try rewriteStatus(timeline.segments, of: stored, in: db)
            let charges = charges(of: stored, timeline, catalog: catalog)
            try ChargeLedger.rewrite(stored, charges, catalog: catalog, in: db)
            try rewriteProspects(timeline, of: stored, catalog: catalog, in: db)
        }
    }

    /// What was bought in a chain, by row.
    private static func charges(
        of stored: StoredChain, _ timeline: ChainTimeline, catalog: Catalog
    ) -> [(row: Int64, charge: StoreCharge)] {
        stored.rows.lazy.filter { $0.transaction.ownership == .purchased }.map { row in
            let holder = stored.holder(of: row.transaction)
            return (
                row.rowID,
                StoreCharge(
                    row.transaction, of: timeline, owner: holder.owner, ownerKnownAt: holder.knownAt,
                    catalog: catalog)
            )
        }
    }

    /// Keeps what the next renewal gives cause for, until when, and when the App Store is to be asked, where it differs.
    private static func rewriteProspects(
        _ timeline: ChainTimeline, of stored: StoredChain, catalog: Catalog, in db: Connection
    ) throws {
        let found = timeline.renewalConcern
        let next = AskSchedule(timeline, catalog: catalog, log: stored.askLog).next
        guard found != nil || next != nil || stored.askLog.notifiedAt != nil || !stored.isNew else { return }
        try db.run(
            """
            UPDATE chains SET renewal_concern = ?1, renewal_concern_until_ms = ?2, next_ask_ms = ?3, notified_ms = ?4
            WHERE id = ?5 AND (renewal_concern IS DISTINCT FROM ?1 OR renewal_concern_until_ms IS DISTINCT FROM ?2
              OR next_ask_ms IS DISTINCT FROM ?3 OR notified_ms IS DISTINCT FROM ?4)
            """,
            [
                found?.concern.rawValue, found?.until.milliseconds, next, stored.askLog.notifiedAt,
                stored.rowID,
            ])
    }

    private static func rewriteAccess(_ periods: [AccessPeriod], of stored: StoredChain, in db: Connection)
        throws
    {
        if let payer = stored.payer {
            return try rewriteAccess(periods, of: stored.rowID, payer: payer, in: db)
        }
        let known = stored.isNew ? [] : try accessPeriods(ofChain: stored.rowID, in: db)
        guard known != periods else { return }
        if !known.isEmpty { try db.run("DELETE FROM access_periods WHERE chain_id = ?", [stored.rowID]) }
        try db.run(
            "INSERT INTO access_periods (chain_id, product_id, from_ms, until_ms) VALUES (?, ?, ?, ?)",
            forEach: periods
        ) { binder, period in
            binder.bind(stored.rowID)
            binder.bind(period.product)
            binder.bind(period.span.from)
            binder.bind(period.span.until)
        }
    }

    private static func rewriteAccess(
        _ periods: [AccessPeriod], of chain: Int64, payer: Int64, in db: Connection
    ) throws {
        guard try accessPeriods(ofChain: chain, payer: payer, in: db) != periods else { return }
        try db.run("DELETE FROM payer_periods WHERE chain_id = ? AND customer_id = ?", [chain, payer])
        for period in periods {
            try db.run(
                """
                INSERT INTO payer_periods (chain_id, customer_id, product_id, from_ms, until_ms)
                VALUES (?, ?, ?, ?, ?)
                """, [chain, payer, period.product, period.span.from, period.span.until])
        }
    }

    /// The access periods that are kept of a chain, in order.
    static func accessPeriods(ofChain chain: Int64, in db: Connection) throws -> [AccessPeriod?] {
        try db.map(
            "SELECT from_ms, until_ms, product_id FROM access_periods WHERE chain_id = ? ORDER BY from_ms",
            [chain], accessPeriod)
    }

    /// Those that are kept for a customer who paid for a part of it, in order.
    static func accessPeriods(
        ofChain chain: Int64, payer: Int64, in db: Connection
    ) throws -> [AccessPeriod?] {
        try db.map(
            """
            SELECT from_ms, until_ms, product_id FROM payer_periods
            WHERE customer_id = ? AND chain_id = ? ORDER BY from_ms
            """, [payer, chain], accessPeriod)
    }

    private static func accessPeriod(_ row: StoredRow) throws -> AccessPeriod? {
        let product: ProductID = try row[2]
        return try span(row).map { AccessPeriod(product: product, span: $0) }
    }

    private static func rewriteStatus(
        _ segments: [ChainTimeline.Segment], of stored: StoredChain, in db: Connection
    ) throws {
        let layers = joined(segments)
        let known = stored.isNew ? [] : try statusPeriods(ofChain: stored.rowID, in: db)
        guard known != layers else { return }
        if !known.isEmpty { try db.run("DELETE FROM status_periods WHERE chain_id = ?", [stored.rowID]) }
        try db.run(
            "INSERT INTO status_periods (chain_id, status, from_ms, until_ms) VALUES (?, ?, ?, ?)",
            forEach: layers
        ) { binder, layer in
            binder.bind(stored.rowID)
            binder.bind(layer.status)
            binder.bind(layer.span?.from)
            binder.bind(layer.span?.until)
        }
    }

    private static func statusPeriods(ofChain chain: Int64, in db: Connection) throws -> [StatusPeriod] {
        try db.map(
            "SELECT from_ms, until_ms, status FROM status_periods WHERE chain_id = ? ORDER BY from_ms",
            [chain]
        ) { row in StatusPeriod(status: try row[2], span: try span(row)) }
    }

    private struct StatusPeriod: Equatable {
        let status: ChainStatus
        let span: Span?
    }

    /// The statuses with equal neighbours joined, whichever transaction rules.
    private static func joined(_ segments: [ChainTimeline.Segment]) -> [StatusPeriod] {
        let before = segments.first.flatMap { Span(from: .earliest, until: $0.span.from) }
        let upcoming = before.map { [StatusPeriod(status: .upcoming, span: $0)] } ?? []
        return segments.reduce(into: upcoming) { periods, segment in
            if let last = periods.last, last.status == segment.status, let from = last.span?.from {
                periods[periods.count - 1] = StatusPeriod(
                    status: last.status, span: Span(from: from, until: segment.span.until))
            } else {
                periods.append(StatusPeriod(status: segment.status, span: segment.span))
            }
        }
    }

    /// The span of a row that begins with its two ends.
    private static func span(_ row: StoredRow) throws -> Span? { Span(from: try row[0], until: row[1]) }
}
