import Purchases

/// Orders on invoices as their table keeps them, and what texts look like one. `isOrderID` also decides what documents
/// and people may record and ask Apple about; the other two serve `SearchNeedle` in `Search` alone.
enum OrderTable {
    /// Whether a text looks like an order id of an invoice: M and six to 23 letters or digits, a digit among them†.
    static func isOrderID(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.first == UInt8(ascii: "M") || bytes.first == UInt8(ascii: "m"),
            (7...24).contains(bytes.count)
        else { return false }
        var hasDigit = false
        for byte in bytes {
            switch byte {
            case 48...57: hasDigit = true
            case 65...90, 97...122: continue
            default: return false
            }
        }
        return hasDigit
    }

    /// Whether a text in small letters looks like the beginning of an order id: M and at least two more, a digit among
    /// them.
    static func isBeginning(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.first == UInt8(ascii: "m"), (3...24).contains(bytes.count) else { return false }
        let isPlain = bytes.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
        return isPlain && bytes.contains { (48...57).contains($0) }
    }

    /// Whether a text in small letters looks like a part of an order id without its beginning: letters and digits, at
    /// least four in all, and no M before them.
    static func isPart(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, first != UInt8(ascii: "m"), (4...23).contains(bytes.count) else {
            return false
        }
        let (digits, letters) = (
            bytes.count { (48...57).contains($0) }, bytes.count { (97...122).contains($0) }
        )
        return digits > 0 && letters > 0 && digits + letters == bytes.count
    }

    /// The orders that paid for a chain, in their own order.
    static func all(ofChain chain: Int64, in db: Connection) throws -> [OrderID] {
        let orders: [String] = try db.values(
            "SELECT order_id FROM orders WHERE chain_id = ? ORDER BY order_id", [chain])
        return orders.map { OrderID($0) }
    }

    /// Records that an order is a chain's; recording it again changes nothing.
    static func record(
        _ order: OrderID, of chain: Int64, by agent: AgentName, at instant: Instant, in db: Connection
    ) throws {
        try RecordedOrder.table.insertIfAbsent(
            RecordedOrder(
                order: OrderID(order.rawValue.uppercased()), chain: chain, at: instant, agent: agent),
            in: db)
    }
}

/// That an order on an invoice paid for a chain, since when that is recorded, and by whom.
struct RecordedOrder: TableRow {
    static let table = Table<RecordedOrder>("orders", key: "order_id", "chain_id")
    static let unread = RecordedOrder(order: OrderID(""), chain: 0, at: .earliest, agent: AgentName(""))

    /// In capital letters.
    var order: OrderID
    var chain: Int64
    var at: Instant
    var agent: AgentName

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("order_id", &order)
        columns.visit("chain_id", &chain)
        columns.visit("recorded_at_ms", &at)
        columns.visit("recorded_by", &agent)
    }
}
