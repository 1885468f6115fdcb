import Purchases

/// A page of tickets that were passed over, the newest skip first.
package struct TicketSkipPage: Hashable, Sendable {
    package let skips: [TicketSkip]
    /// Where the next page begins; nil at the end.
    package let next: String?
}

/// Which tickets were passed over, by whom and why, the newest skip first.
///
/// Refused as usage: an `after` that no page gave.
package struct TicketSkipsQuery: StoreQuery {
    let after: String?
    let limit: Int

    package init(after: String? = nil, limit: Int = 50) { (self.after, self.limit) = (after, limit) }

    package func page(in reading: StoreReading) throws -> TicketSkipPage {
        let place = try after.map { text in
            guard let row = Int64(text) else { throw StoreError.invalid(.cursor(text)) }
            return row
        }
        let found = try TicketSkipRow.table.numbered(
            "WHERE id < ? ORDER BY id DESC LIMIT ?", [place ?? .max, limit + 1], in: reading.db)
        let skips = try found.prefix(limit).compactMap { skip in
            try TicketTable.at(skip.row.ticket, in: reading.db).map {
                TicketSkip(ticket: $0, agent: skip.row.agent, at: skip.row.at, reason: skip.row.reason)
            }
        }
        let last = found.count > limit ? found.prefix(limit).last : nil
        return TicketSkipPage(skips: skips, next: last.map { String($0.number) })
    }
}
