package import Purchases

extension Store {
    /// Records that an order id from an invoice is a chain's; recording it again changes nothing.
    ///
    /// - Throws: `StoreError`: usage for what is no order id; not found for an unknown chain.
    package func recordOrder(
        _ order: OrderID, of chain: OriginalTransactionID, by agent: AgentName, at now: Instant
    ) throws(StoreError) {
        guard OrderTable.isOrderID(order.rawValue) else {
            throw StoreError.invalid(.order(order))
        }
        try write(.chainOrder, by: agent, at: now) { writing in
            let rows: [Int64] = try writing.db.values(
                "SELECT id FROM chains WHERE original_transaction_id = ?", [chain.rawValue])
            guard !rows.isEmpty else {
                throw StoreError.unknown(.chainOfOrder(chain))
            }
            for row in rows { try OrderTable.record(order, of: row, by: agent, at: now, in: writing.db) }
            try writing.changed(.chain, chain.rawValue)
            let text = order.rawValue.uppercased()
            return .done((), try AuditDraft(chain.rawValue, about: [.chain(chain)], ["order": text]))
        }
    }
}
