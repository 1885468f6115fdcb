import Purchases

/// A page of tickets that were passed over, the newest skip first.
public struct TicketSkipPage: Hashable, Sendable {
    /// The skips.
    public internal(set) var skips: [TicketSkip]
    /// Where the next page begins; nil at the end.
    public let next: String?
}

extension Store {
    /// Which tickets were passed over, by whom and why, the newest skip first.
    ///
    /// - Throws: `StoreError`: usage for an `after` that no page gave.
    public func skips(after: String? = nil, limit: Int = 50) throws(StoreError) -> TicketSkipPage {
        try read { db in
            let place = try after.map { text in
                guard let row = Int64(text) else { throw StoreError.invalid(.cursor(text)) }
                return row
            }
            let found = try db.map(
                """
                SELECT id, ticket_id, agent, at_ms, reason FROM ticket_skips WHERE id < ? ORDER BY id DESC LIMIT ?
                """, [place ?? .max, limit + 1]
            ) { row in
                (
                    id: try row[0] as Int64, ticket: try row[1] as Int64, agent: try row[2] as AgentName,
                    at: try row[3] as Instant, reason: try row[4] as String
                )
            }
            let skips = try found.prefix(limit).compactMap { skip in
                try TicketTable.at(skip.ticket, in: db).map {
                    TicketSkip(ticket: $0, agent: skip.agent, at: skip.at, reason: skip.reason)
                }
            }
            let last = found.count > limit ? found.prefix(limit).last : nil
            return TicketSkipPage(skips: skips, next: last.map { String($0.id) })
        }
    }
}
