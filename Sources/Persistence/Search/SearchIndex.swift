/// One of the indexes that a search asks, from the exact ones to prefixes.
struct SearchIndex: Sendable {
    /// What a match in it matched on.
    let name: String
    /// The query: ?1 the start of a range, ?2 its end, ?3 how many rows.
    let sql: String
    /// Whether a text can be in it.
    let fits: @Sendable (String) -> Bool
    /// Whether what merely begins with the text counts too.
    let takesPrefixes: Bool
    /// Whether its texts are upper-case.
    var isUpperCase = false

    /// Where the range of a text starts.
    func start(_ key: String) -> String { isUpperCase ? key.uppercased() : key }

    /// Where the range of a text ends.
    func end(_ key: String) -> String {
        takesPrefixes ? SearchRange.end(of: start(key)) : start(key) + "\u{1}"
    }

    /// All of them, in the order in which they are asked.
    static let all = exact + prefixes

    private static let exact = [
        people("app_user_id", "app_user_id_key", prefixes: false) { _ in true },
        SearchIndex(
            name: "order_id",
            sql: """
                SELECT c.customer_id AS customer, c.id AS chain, o.order_id AS text
                FROM orders o JOIN chains c ON c.id = o.chain_id
                WHERE o.order_id >= ?1 AND o.order_id < ?2 ORDER BY o.order_id LIMIT ?3
                """, fits: SearchKinds.isOrder, takesPrefixes: false, isUpperCase: true),
        chainIDs(prefixes: false), transactionIDs(prefixes: false), lineItems(prefixes: false),
        people("app_account_token", "app_account_token", prefixes: false, SearchKinds.isUUID),
        SearchIndex(
            name: "app_account_token",
            sql: """
                SELECT c.customer_id AS customer, c.id AS chain, k.token AS text
                FROM chain_claims k JOIN chains c ON c.id = k.chain_id
                WHERE k.token >= ?1 AND k.token < ?2 ORDER BY c.original_transaction_id, c.environment LIMIT ?3
                """, fits: SearchKinds.isUUID, takesPrefixes: false),
        people("email", "email_key", prefixes: false) { $0.contains("@") },
    ]

    private static let prefixes = [
        people("app_user_id", "app_user_id_key", prefixes: true) { _ in true },
        people("email", "email_key", prefixes: true) { _ in true },
        people("name", "name_key", prefixes: true) { _ in true },
        chainIDs(prefixes: true), transactionIDs(prefixes: true), lineItems(prefixes: true),
    ]

    private static func people(
        _ name: String, _ column: String, prefixes: Bool, _ fits: @escaping @Sendable (String) -> Bool
    ) -> SearchIndex {
        SearchIndex(
            name: name,
            sql: """
                SELECT id AS customer, NULL AS chain, \(name) AS text FROM customers
                WHERE \(column) >= ?1 AND \(column) < ?2 ORDER BY \(column) LIMIT ?3
                """, fits: fits, takesPrefixes: prefixes)
    }

    private static func chainIDs(prefixes: Bool) -> SearchIndex {
        SearchIndex(
            name: "original_transaction_id",
            sql: """
                SELECT customer_id AS customer, id AS chain, original_transaction_id AS text FROM chains
                WHERE original_transaction_id >= ?1 AND original_transaction_id < ?2
                ORDER BY original_transaction_id LIMIT ?3
                """, fits: numbers(prefixes), takesPrefixes: prefixes)
    }

    private static func transactionIDs(prefixes: Bool) -> SearchIndex {
        SearchIndex(
            name: "transaction_id",
            sql: """
                SELECT c.customer_id AS customer, c.id AS chain, i.transaction_id AS text FROM transaction_ids i
                JOIN transactions t ON t.id = i."transaction" JOIN chains c ON c.id = t.chain_id
                WHERE i.transaction_id >= ?1 AND i.transaction_id < ?2 ORDER BY i.transaction_id LIMIT ?3
                """, fits: numbers(prefixes), takesPrefixes: prefixes)
    }

    private static func lineItems(prefixes: Bool) -> SearchIndex {
        SearchIndex(
            name: "web_order_line_item_id",
            sql: """
                SELECT c.customer_id AS customer, c.id AS chain, t.web_order_line_item_id AS text
                FROM transactions t JOIN chains c ON c.id = t.chain_id
                WHERE t.web_order_line_item_id >= ?1 AND t.web_order_line_item_id < ?2
                ORDER BY t.web_order_line_item_id LIMIT ?3
                """, fits: numbers(prefixes), takesPrefixes: prefixes)
    }

    /// A few digits begin too many of Apple's ids to mean one.
    private static func numbers(_ prefixes: Bool) -> @Sendable (String) -> Bool {
        { SearchKinds.isNumber($0) && (!prefixes || $0.count >= 4) }
    }
}
