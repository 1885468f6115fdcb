internal import GRDB
internal import Purchases

/// One of the indexes that a search asks, from the exact ones to prefixes.
struct SearchIndex: Sendable {
    /// What of a customer or a chain it holds, as matches name it.
    let field: String
    /// The query: ?1 the start of a range, ?2 its end, ?3 how many rows, ?4 the moment of access.
    let sql: String
    /// Whether what merely begins with the text counts too.
    let takesPrefixes: Bool
    /// The text as this index has it; nil when it cannot be in it.
    let text: @Sendable (SearchNeedle) -> String?

    /// Where the range of a text ends.
    func end(of start: String) -> String {
        takesPrefixes ? SearchRange.end(of: start) : start + "\u{1}"
    }

    /// Those that a typed text asks, in that order.
    static func typed(_ reach: SearchReach) -> [SearchIndex] {
        switch reach {
        case .parts: all
        case .wholes: wholes
        }
    }

    private static let all = exact + prefixes
    private static let wholes = exact + [wholeName] + prefixes.filter { !personal.contains($0.field) }

    /// What is hidden from some, by its field.
    private static let personal: Set = ["email", "name", "app_account_token"]

    /// Those that hold a text whole, the likeliest first.
    static let exact =
        [
            people("app_user_id", "app_user_id_key") { $0.key },
            people("app_user_id", "app_user_id_key") { $0.uuid == $0.key ? nil : $0.uuid },
            tickets, orders,
            chainIDs(false) { $0.number }, transactionIDs(false) { $0.number },
            lineItems(false) { $0.number }, downloads(false) { $0.number },
            people("app_account_token", "app_account_token") { $0.uuid },
            claimedTokens(prefixes: false) { $0.uuid },
            people("email", "email_key") { $0.address },
        ] + references(prefixes: false)

    /// The index of whole names.
    static let wholeName = people("name", "name_key") { $0.key }

    private static let prefixes =
        [
            people("app_user_id", "app_user_id_key", prefixes: true) { $0.key },
            people("email", "email_key", prefixes: true) { $0.key },
            people("name", "name_key", prefixes: true) { $0.key },
            chainIDs(true) { $0.beginningOfNumber }, transactionIDs(true) { $0.beginningOfNumber },
            lineItems(true) { $0.beginningOfNumber }, downloads(true) { $0.beginningOfNumber },
            people("app_account_token", "app_account_token", prefixes: true) { $0.beginningOfUUID },
            people("app_user_id", "app_user_id_key", prefixes: true) { needle in
                needle.beginningOfUUID.flatMap { $0 == needle.key ? nil : $0 }
            },
            claimedTokens(prefixes: true) { $0.beginningOfUUID },
        ] + references(prefixes: true)

    private static let tickets = SearchIndex(
        field: "ticket",
        sql: """
            \(MatchRow.selection(matchedOn: "'ticket'", text: "CAST(x.id AS TEXT)", ticket: "x.id"))
            FROM tickets x LEFT JOIN customers u ON u.id = x.customer_id
            WHERE x.id = CAST(?1 AS INTEGER) AND ?2 > ?1 LIMIT ?3
            """, takesPrefixes: false, text: { $0.ticket })

    /// The helpdesk's cases: of tickets, and of notes and grants, which lead to their ticket or else to their customer.
    private static func references(prefixes: Bool) -> [SearchIndex] {
        [
            reference("tickets", ticket: "x.id", customer: "u.id = x.customer_id", prefixes: prefixes),
            reference(
                "notes", ticket: "x.ticket_id", others: "LEFT JOIN tickets t ON t.id = x.ticket_id",
                customer: "u.id = coalesce(x.customer_id, t.customer_id)", prefixes: prefixes),
            reference(
                "grants", ticket: "x.ticket_id", customer: "u.app_user_id = x.app_user_id", prefixes: prefixes
            ),
        ]
    }

    private static func reference(
        _ table: String, ticket: String, others: String = "", customer: String, prefixes: Bool
    ) -> SearchIndex {
        SearchIndex(
            field: "reference",
            sql: """
                \(MatchRow.selection(matchedOn: "'reference'", text: "x.reference", ticket: ticket))
                FROM \(table) x \(others) LEFT JOIN customers u ON \(customer)
                WHERE x.reference IS NOT NULL AND x.reference COLLATE NOCASE >= ?1 AND x.reference COLLATE NOCASE < ?2
                ORDER BY x.reference COLLATE NOCASE LIMIT ?3
                """, takesPrefixes: prefixes,
            text: { prefixes && ($0.reference?.utf8.count ?? 0) < shortestReference ? nil : $0.reference })
    }

    /// Fewer letters begin too many cases.
    private static let shortestReference = 3

    private static let orders = chains(
        "order_id", "o.order_id", tables: "orders o JOIN chains c ON c.id = o.chain_id", prefixes: false
    ) { $0.order }

    private static func chainIDs(
        _ prefixes: Bool, _ text: @escaping @Sendable (SearchNeedle) -> String?
    ) -> SearchIndex {
        chains(
            "original_transaction_id", "c.original_transaction_id", tables: "chains c", prefixes: prefixes,
            text)
    }

    private static func transactionIDs(
        _ prefixes: Bool, _ text: @escaping @Sendable (SearchNeedle) -> String?
    ) -> SearchIndex {
        chains(
            "transaction_id", "i.transaction_id",
            tables:
                #"transaction_ids i JOIN transactions t ON t.id = i."transaction" JOIN chains c ON c.id = t.chain_id"#,
            prefixes: prefixes, text)
    }

    private static func lineItems(
        _ prefixes: Bool, _ text: @escaping @Sendable (SearchNeedle) -> String?
    ) -> SearchIndex {
        chains(
            "web_order_line_item_id", "t.web_order_line_item_id",
            tables: "transactions t JOIN chains c ON c.id = t.chain_id", prefixes: prefixes, text)
    }

    private static func downloads(
        _ prefixes: Bool, _ text: @escaping @Sendable (SearchNeedle) -> String?
    ) -> SearchIndex {
        chains(
            "app_transaction_id", "t.app_transaction_id",
            tables: "transactions t JOIN chains c ON c.id = t.chain_id", prefixes: prefixes, text)
    }

    private static func claimedTokens(
        prefixes: Bool, _ text: @escaping @Sendable (SearchNeedle) -> String?
    ) -> SearchIndex {
        chains(
            "app_account_token", "k.token", tables: "chain_claims k JOIN chains c ON c.id = k.chain_id",
            prefixes: prefixes,
            order: prefixes ? "k.token" : "c.original_transaction_id, c.environment", text)
    }

    private static func people(
        _ field: String, _ column: String, prefixes: Bool = false,
        _ text: @escaping @Sendable (SearchNeedle) -> String?
    ) -> SearchIndex {
        SearchIndex(
            field: field,
            sql: """
                \(MatchRow.selection(matchedOn: "'\(field)'", text: "u.\(field)")) FROM customers u
                WHERE u.\(column) >= ?1 AND u.\(column) < ?2 ORDER BY u.\(column) LIMIT ?3
                """, takesPrefixes: prefixes, text: text)
    }

    /// Finds chains, by default in the order of the column.
    private static func chains(
        _ field: String, _ column: String, tables: String, prefixes: Bool, order: String? = nil,
        _ text: @escaping @Sendable (SearchNeedle) -> String?
    ) -> SearchIndex {
        SearchIndex(
            field: field,
            sql: """
                \(MatchRow.selection(matchedOn: "'\(field)'", text: column, chain: "c")) FROM \(tables)
                LEFT JOIN customers u ON u.id = c.customer_id
                WHERE \(column) >= ?1 AND \(column) < ?2 ORDER BY \(order ?? column) LIMIT ?3
                """, takesPrefixes: prefixes, text: text)
    }
}

/// One row that a query of a search found.
struct MatchRow {
    /// What a row leads to; several rows that lead to the same are one match.
    enum Subject: Hashable {
        /// The customer of a row.
        case customer(Int64)
        /// The chain of a row, which is nobody's.
        case chain(Int64)
        /// The ticket of a row.
        case ticket(Int64)
    }

    /// What it leads to; nil when it leads nowhere.
    let subject: Subject?
    /// What is shown of it.
    let match: SearchResults.Match

    /// Reads a row of ``selection(matchedOn:text:chain:ticket:)``.
    init(_ row: StoredRow) throws {
        let customer: Int64? = row[6]
        let (chain, ticket): (Int64?, TicketID?) = (row[2], row[4])
        subject =
            ticket?.row.map(Subject.ticket) ?? customer.map(Subject.customer) ?? chain.map(Subject.chain)
        match = SearchResults.Match(
            customer: try customer.map { _ in try CustomerTable(row, after: 6).customer }, chain: row[3],
            ticket: ticket, matchedOn: try row[0], matchedText: try row[1], hasAccess: try row[5])
    }

    /// What a query selects of the customer `u` and, by its alias, of the chain; ?4 is the moment of access.
    static func selection(
        matchedOn: String, text: String, chain: String? = nil, ticket: String = "NULL"
    ) -> String {
        let chain = chain.map { "\($0).id, \($0).original_transaction_id" } ?? "NULL, NULL"
        return """
            SELECT \(matchedOn), \(text), \(chain), \(ticket), \(PresentAccess.holds(customer: "u", at: "?4")),
              \(CustomerTable.selection)
            """
    }
}
