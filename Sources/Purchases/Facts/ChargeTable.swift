/// Transactions found by what identifies them, so that many can be joined without comparing each with each.
struct ChargeTable {
    private var slots: [Transaction?] = []
    private var byCharge: [Transaction.Charge: Int] = [:]
    private var byID: [TransactionID: [Int]] = [:]

    /// A table of transactions of which no two are the same charge.
    init(_ transactions: [Transaction]) {
        for transaction in transactions { insert(transaction) }
    }

    /// The transactions, in no order.
    var transactions: [Transaction] { slots.compactMap { $0 } }

    /// Adds a transaction, joined with all that turn out to be the same charge.
    mutating func merge(_ transaction: Transaction) {
        var merged = transaction
        while let slot = slot(of: merged), let same = slots[slot] {
            slots[slot] = nil
            for id in same.ids { byID[id.id]?.removeAll { $0 == slot } }
            for charge in same.charges { byCharge[charge] = nil }
            merged.merge(same)
        }
        insert(merged)
    }

    private mutating func insert(_ transaction: Transaction) {
        for charge in transaction.charges { byCharge[charge] = slots.count }
        for id in transaction.ids { byID[id.id, default: []].append(slots.count) }
        slots.append(transaction)
    }

    private func slot(of transaction: Transaction) -> Int? {
        let byCharge = transaction.charges.lazy.compactMap { self.byCharge[$0] }.first
        return byCharge
            ?? transaction.ids.lazy.flatMap { byID[$0.id] ?? [] }.first { slot in
                slots[slot]?.isSame(as: transaction) ?? false
            }
    }
}
