import Purchases

/// The conditions of a filter on tickets, with what they compare to.
struct TicketConditions {
    private var parts: [String] = []
    /// What the conditions compare to, in order.
    private(set) var arguments = BoundValues()

    /// The conditions as SQL.
    var sql: String { parts.isEmpty ? "1" : parts.joined(separator: " AND ") }

    /// The conditions of a filter at a moment, but for group and end, which decide the order.
    init(_ filter: TicketFilter, at now: Instant) {
        if let state = filter.state { add("t.state = ?", state.rawValue) }
        if let resolution = filter.resolution { add("t.resolution = ?", resolution.rawValue) }
        if let cause = filter.cause { add("t.cause = ?", cause.rawValue) }
        if let product = filter.product { add("t.product_id = ?", product.rawValue) }
        if let customer = filter.customer {
            add("t.customer_id = (SELECT id FROM customers WHERE app_user_id = ?)", customer.rawValue)
        }
        if let version = filter.appVersion { add("t.app_version = ?", version) }
        if let blocks = filter.blocksRepurchase { add("t.blocks_repurchase = ?", blocks) }
        if filter.isAftermathOnly { add("t.aftermath IS NOT NULL") }
        if let age = filter.olderThan { add("t.waiting_since_ms < ?", (now - age).milliseconds) }
        if let age = filter.youngerThan { add("t.waiting_since_ms > ?", (now - age).milliseconds) }
        if let since = filter.since { add("t.waiting_since_ms >= ?", since.milliseconds) }
        if let until = filter.until { add("t.waiting_since_ms < ?", until.milliseconds) }
        switch filter.holder {
        case .nobody?: add("t.claimed_by IS NULL")
        case .agent(let agent)?: add("t.claimed_by = ?", agent.rawValue)
        case nil: break
        }
    }

    /// Adds a condition with what it compares to.
    mutating func add(_ condition: String, _ values: (any Bindable)?...) {
        parts.append(condition)
        arguments += values
    }
}
