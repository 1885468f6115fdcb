/// One of the indexes that a search asks, from the exact ones to prefixes.
struct SearchIndex: Sendable {
    /// The query: ?1 the start of a range, ?2 its end, ?3 how many rows, ?4 the moment of access.
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
        chains(
            "order_id", "o.order_id", "orders o JOIN chains c ON c.id = o.chain_id", prefixes: false,
            isUpperCase: true, SearchKinds.isOrder),
        chainIDs(prefixes: false), transactionIDs(prefixes: false), lineItems(prefixes: false),
        people("app_account_token", "app_account_token", prefixes: false, SearchKinds.isUUID),
        chains(
            "app_account_token", "k.token", "chain_claims k JOIN chains c ON c.id = k.chain_id",
            prefixes: false,
            order: "c.original_transaction_id, c.environment", SearchKinds.isUUID),
        people("email", "email_key", prefixes: false) { $0.contains("@") },
    ]

    private static let prefixes = [
        people("app_user_id", "app_user_id_key", prefixes: true) { _ in true },
        people("email", "email_key", prefixes: true) { _ in true },
        people("name", "name_key", prefixes: true) { _ in true },
        chainIDs(prefixes: true), transactionIDs(prefixes: true), lineItems(prefixes: true),
    ]

    private static func chainIDs(prefixes: Bool) -> SearchIndex {
        chains(
            "original_transaction_id", "c.original_transaction_id", "chains c", prefixes: prefixes,
            numbers(prefixes))
    }

    private static func transactionIDs(prefixes: Bool) -> SearchIndex {
        chains(
            "transaction_id", "i.transaction_id",
            #"transaction_ids i JOIN transactions t ON t.id = i."transaction" JOIN chains c ON c.id = t.chain_id"#,
            prefixes: prefixes, numbers(prefixes))
    }

    private static func lineItems(prefixes: Bool) -> SearchIndex {
        chains(
            "web_order_line_item_id", "t.web_order_line_item_id",
            "transactions t JOIN chains c ON c.id = t.chain_id", prefixes: prefixes, numbers(prefixes))
    }

    private static func people(
        _ name: String, _ column: String, prefixes: Bool, _ fits: @escaping @Sendable (String) -> Bool
    ) -> SearchIndex {
        SearchIndex(
            sql: """
                \(MatchRow.selection(matchedOn: "'\(name)'", text: "u.\(name)")) FROM customers u
                WHERE u.\(column) >= ?1 AND u.\(column) < ?2 ORDER BY u.\(column) LIMIT ?3
                """, fits: fits, takesPrefixes: prefixes)
    }

    /// Finds chains, by default in the order of the column.
    private static func chains(
        _ name: String, _ column: String, _ tables: String, prefixes: Bool, order: String? = nil,
        isUpperCase: Bool = false, _ fits: @escaping @Sendable (String) -> Bool
    ) -> SearchIndex {
        SearchIndex(
            sql: """
                \(MatchRow.selection(matchedOn: "'\(name)'", text: column, chain: "c")) FROM \(tables)
                LEFT JOIN customers u ON u.id = c.customer_id
                WHERE \(column) >= ?1 AND \(column) < ?2 ORDER BY \(order ?? column) LIMIT ?3
                """, fits: fits, takesPrefixes: prefixes, isUpperCase: isUpperCase)
    }

    /// A few digits begin too many of Apple's ids to mean one.
    private static func numbers(_ prefixes: Bool) -> @Sendable (String) -> Bool {
        { SearchKinds.isNumber($0) && (!prefixes || $0.count >= 4) }
    }
}
