import Purchases

/// The derived periods of chains: what the pure rules give, never what is true just now. With them it rewrites what
/// else follows from a chain's timeline: the ledger's charges, and when Apple is to be asked about the chain.
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
        try AccessPeriodRow.table.insert(
            periods.lazy.map { [chain = stored.rowID] in AccessPeriodRow($0, of: chain) }, in: db)
    }

    private static func rewriteAccess(
        _ periods: [AccessPeriod], of chain: Int64, payer: Int64, in db: Connection
    ) throws {
        guard try accessPeriods(ofChain: chain, payer: payer, in: db) != periods else { return }
        try db.run("DELETE FROM payer_periods WHERE chain_id = ? AND customer_id = ?", [chain, payer])
        try PayerPeriodRow.table.insert(
            periods.lazy.map { PayerPeriodRow(customer: payer, access: AccessPeriodRow($0, of: chain)) },
            in: db)
    }

    /// The access periods that are kept of a chain, in order.
    static func accessPeriods(ofChain chain: Int64, in db: Connection) throws -> [AccessPeriod?] {
        try AccessPeriodRow.table.rows("WHERE chain_id = ? ORDER BY from_ms", [chain], in: db).map(\.period)
    }

    /// Those that are kept for a customer who paid for a part of it, in order.
    static func accessPeriods(
        ofChain chain: Int64, payer: Int64, in db: Connection
    ) throws -> [AccessPeriod?] {
        try PayerPeriodRow.table.rows(
            "WHERE customer_id = ? AND chain_id = ? ORDER BY from_ms", [payer, chain], in: db
        ).map(\.access.period)
    }

    private static func rewriteStatus(
        _ segments: [ChainTimeline.Segment], of stored: StoredChain, in db: Connection
    ) throws {
        let layers = joined(segments, of: stored.rowID)
        let known =
            stored.isNew
            ? [] : try StatusPeriod.table.rows("WHERE chain_id = ? ORDER BY from_ms", [stored.rowID], in: db)
        guard known != layers else { return }
        if !known.isEmpty { try db.run("DELETE FROM status_periods WHERE chain_id = ?", [stored.rowID]) }
        try StatusPeriod.table.insert(layers, in: db)
    }

    /// The statuses with equal neighbours joined, whichever transaction rules.
    private static func joined(_ segments: [ChainTimeline.Segment], of chain: Int64) -> [StatusPeriod] {
        let before = segments.first.flatMap { Span(from: .earliest, until: $0.span.from) }
        let upcoming = before.map { [StatusPeriod(.upcoming, in: $0, of: chain)] } ?? []
        return segments.reduce(into: upcoming) { periods, segment in
            if periods.last?.status == segment.status {
                periods[periods.count - 1].until = segment.span.until
            } else {
                periods.append(StatusPeriod(segment.status, in: segment.span, of: chain))
            }
        }
    }
}

/// A stretch of time in which a product of a chain gives its owner access.
struct AccessPeriodRow: TableRow {
    static let table = Table<AccessPeriodRow>("access_periods", key: "chain_id", "from_ms")
    static let unread = AccessPeriodRow(chain: 0, product: ProductID(""), from: .earliest)

    var chain: Int64
    var product: ProductID
    var from: Instant
    var until: Instant?

    /// The period; nil where nothing lies between its ends.
    var period: AccessPeriod? {
        Span(from: from, until: until).map { AccessPeriod(product: product, span: $0) }
    }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("chain_id", &chain)
        columns.visit("product_id", &product)
        columns.visit("from_ms", &from)
        columns.visit("until_ms", &until)
    }
}

extension AccessPeriodRow {
    /// A period of a chain.
    fileprivate init(_ period: AccessPeriod, of chain: Int64) {
        self.init(
            chain: chain, product: period.product, from: period.span.from, until: period.span.until)
    }
}

/// A stretch of time in which a product of a chain gives access to a customer who paid for it and does not own it.
struct PayerPeriodRow: TableRow {
    static let table = Table<PayerPeriodRow>("payer_periods", key: "customer_id", "chain_id", "from_ms")
    static let unread = PayerPeriodRow(customer: 0, access: .unread)

    var customer: Int64
    var access: AccessPeriodRow

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("customer_id", &customer)
        access.visit(&columns)
    }
}

/// A stretch of time of one status of a chain.
struct StatusPeriod: TableRow, Equatable {
    static let table = Table<StatusPeriod>("status_periods", key: "chain_id", "from_ms")
    static let unread = StatusPeriod(chain: 0, status: .none, from: .earliest)

    var chain: Int64
    var status: ChainStatus
    var from: Instant
    var until: Instant?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("chain_id", &chain)
        columns.visit("status", &status)
        columns.visit("from_ms", &from)
        columns.visit("until_ms", &until)
    }
}

extension StatusPeriod {
    /// A status that a chain has in a stretch of time.
    fileprivate init(_ status: ChainStatus, in span: Span, of chain: Int64) {
        self.init(chain: chain, status: status, from: span.from, until: span.until)
    }
}
