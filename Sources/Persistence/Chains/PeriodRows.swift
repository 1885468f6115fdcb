import GRDB
import Purchases

/// The derived periods of chains: what the pure rules give, never what is true just now.
enum PeriodRows {
    /// Rewrites the periods of all chains of one customer (or of one chain without owner) where they differ.
    static func rewrite(_ chains: [StoredChain], _ catalog: Catalog, _ db: Database) throws {
        let timelines = ChainTimeline.timelines(of: chains.map(\.chain), catalog: catalog)
        for (stored, timeline) in zip(chains, timelines) {
            try rewriteAccess(timeline.accessPeriods, ofChain: stored.rowID, db)
            try rewriteStatus(timeline.segments, ofChain: stored.rowID, db)
            try UndeliveredCharges.rewrite(stored, timeline, catalog, db)
        }
    }

    private static func rewriteAccess(_ periods: [AccessPeriod], ofChain chain: Int64, _ db: Database) throws
    {
        let known = try db.rows(
            "SELECT product_id, from_ms, until_ms FROM access_periods WHERE chain_id = ? ORDER BY from_ms",
            [chain]
        ).map(accessPeriod)
        guard known != periods else { return }
        try db.run("DELETE FROM access_periods WHERE chain_id = ?", [chain])
        for period in periods {
            try db.run(
                "INSERT INTO access_periods (chain_id, product_id, from_ms, until_ms) VALUES (?, ?, ?, ?)",
                [
                    chain, period.product.rawValue, period.span.from.milliseconds,
                    period.span.until?.milliseconds,
                ])
        }
    }

    private static func accessPeriod(_ row: Row) -> AccessPeriod? {
        guard let span = span(row) else { return nil }
        return AccessPeriod(product: ProductID(row["product_id"]), span: span)
    }

    private static func rewriteStatus(
        _ segments: [ChainTimeline.Segment], ofChain chain: Int64, _ db: Database
    ) throws {
        let layers = joined(segments)
        let known = try db.rows(
            "SELECT status, from_ms, until_ms FROM status_periods WHERE chain_id = ? ORDER BY from_ms",
            [chain]
        ).map { StatusPeriod(status: $0["status"], span: span($0)) }
        guard known != layers else { return }
        try db.run("DELETE FROM status_periods WHERE chain_id = ?", [chain])
        for layer in layers {
            try db.run(
                "INSERT INTO status_periods (chain_id, status, from_ms, until_ms) VALUES (?, ?, ?, ?)",
                [chain, layer.status, layer.span?.from.milliseconds, layer.span?.until?.milliseconds])
        }
    }

    private struct StatusPeriod: Equatable {
        let status: String
        let span: Span?
    }

    /// The statuses with equal neighbours joined, whichever transaction rules.
    private static func joined(_ segments: [ChainTimeline.Segment]) -> [StatusPeriod] {
        let before = segments.first.flatMap { Span(from: .earliest, until: $0.span.from) }
        let upcoming = before.map { [StatusPeriod(status: ChainStatus.upcoming.rawValue, span: $0)] } ?? []
        return segments.reduce(into: upcoming) { periods, segment in
            if let last = periods.last, last.status == segment.status.rawValue, let from = last.span?.from {
                periods[periods.count - 1] = StatusPeriod(
                    status: last.status, span: Span(from: from, until: segment.span.until))
            } else {
                periods.append(StatusPeriod(status: segment.status.rawValue, span: segment.span))
            }
        }
    }

    private static func span(_ row: Row) -> Span? {
        row.instant("from_ms").flatMap { Span(from: $0, until: row.instant("until_ms")) }
    }
}
