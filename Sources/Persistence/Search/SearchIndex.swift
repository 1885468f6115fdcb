internal import Purchases

/// One of the indexes that a search asks, from the exact ones to prefixes. In a query `x` is what is found, `u` its
/// customer.
struct SearchIndex: Sendable {
    /// What of a customer or a chain it holds, as matches name it.
    let field: String
    /// The query: ?1 the start of a range, ?2 its end, ?3 how many rows, ?4 the moment of access. Where one number is
    /// asked for, ?2 is compared only because it is bound.
    let sql: String
    /// Whether what merely begins with the text counts too.
    let takesPrefixes: Bool
    /// The text as this index has it; nil when it cannot be in it.
    let text: @Sendable (SearchNeedle) -> String?

    /// Where the range of a text ends; for a whole text right behind it.
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

    private static let all = exact + [documents] + prefixes
    private static let wholes = exact + [wholeName] + prefixes.filter { !personal.contains($0.field) }

    /// What is hidden from some, by its field.
    static let personal = Set(
        PersonalColumn.all(of: CustomerValues.self).filter { $0.trace != .nowhere }.map(\.name))

    /// Those that hold a text whole, the likeliest first.
    static let exact =
        [
            people("app_user_id", "app_user_id_key") { $0.key },
            people("app_user_id", "app_user_id_key") { $0.uuid == $0.key ? nil : $0.uuid },
            tickets, orders(prefixes: false) { $0.order },
            chainIDs(false) { $0.number }, transactionIDs(false) { $0.number },
            lineItems(false) { $0.number }, downloads(false) { $0.number },
            people("app_account_token", "app_account_token") { $0.uuid },
            claimedTokens(prefixes: false) { $0.uuid },
            people("email", "email_key") { $0.address }, notifications,
        ] + references(prefixes: false) + numbered

    /// The index of whole names.
    static let wholeName = people("name", "name_key") { $0.key }

    /// Those of people's names, which may be spelt in several ways.
    static func names(_ reach: SearchReach) -> [SearchIndex] {
        switch reach {
        case .parts: [beginningOfEmail, beginningOfName]
        case .wholes: [wholeName]
        }
    }

    /// Those of ids that the app alone reported, whole.
    static let reported: [SearchIndex] =
        ["original_transaction_id", "transaction_id", "web_order_line_item_id"].map { field in
            ofAttempts(field, prefixes: false) { $0.number }
        } + attemptIDs(prefixes: false, least: 1)

    /// The same for what merely begins with the text.
    static let reportedBeginnings: [SearchIndex] =
        ["original_transaction_id", "transaction_id", "web_order_line_item_id"].map { field in
            ofAttempts(field, prefixes: true) { $0.beginningOfNumber }
        } + attemptIDs(prefixes: true, least: 6)

    private static let beginningOfEmail = people("email", "email_key", prefixes: true) { $0.key }
    private static let beginningOfName = people("name", "name_key", prefixes: true) { $0.key }

    private static let prefixes =
        [
            people("app_user_id", "app_user_id_key", prefixes: true) { $0.key },
            beginningOfEmail, beginningOfName, orders(prefixes: true) { $0.beginningOfOrder },
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
            WHERE x.id = CAST(CAST(?1 AS TEXT) AS BIGINT) AND CAST(?2 AS TEXT) > ?1 LIMIT ?3
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
                ORDER BY x.reference COLLATE NOCASE, x.id LIMIT ?3
                """, takesPrefixes: prefixes,
            text: { prefixes && ($0.reference?.utf8.count ?? 0) < shortestReference ? nil : $0.reference })
    }

    /// Fewer letters begin too many cases.
    private static let shortestReference = 3

    /// What has a number that is said to be one of it, such as `grant 31`: a grant leads to its customer.
    private static let numbered: [SearchIndex] = [
        ofNumber("grant", "grants", customer: "u.app_user_id = x.app_user_id"),
        ofNumber("request", "approval_requests", customer: "u.app_user_id = x.app_user_id"),
        ofNumber("incident", "incidents"), ofNumber("batch", "batches"),
        ofNumber("refund", "refund_requests"), ofNumber("entry", "audit", key: "sequence"),
    ]

    /// The documents by their number, for those who may look at them: they name people.
    private static let documents = ofNumber("document", "documents")

    private static func ofNumber(
        _ field: String, _ table: String, key: String = "id", customer: String = "u.id = -1"
    ) -> SearchIndex {
        SearchIndex(
            field: field,
            sql: """
                \(MatchRow.selection(matchedOn: "'\(field)'", text: "CAST(x.\(key) AS TEXT)"))
                FROM \(table) x LEFT JOIN customers u ON \(customer)
                WHERE x.\(key) = CAST(CAST(?1 AS TEXT) AS BIGINT) AND CAST(?2 AS TEXT) > ?1 LIMIT ?3
                """, takesPrefixes: false, text: { $0.number(of: field) })
    }

    /// The attempts by the ids that reports tell of them: each leads to its ticket, or else to its customer.
    private static func ofAttempts(
        _ field: String, prefixes: Bool, _ text: @escaping @Sendable (SearchNeedle) -> String?
    ) -> SearchIndex {
        // As its index has them.
        let order =
            switch field {
            case "attempt_id": "x.attempt_id, x.named"
            case "original_transaction_id": "x.original_transaction_id, x.id"
            default: "x.\(field), x.environment, x.named, x.id"
            }
        return SearchIndex(
            field: field,
            sql: """
                \(MatchRow.selection(matchedOn: "'\(field)'", text: "x.\(field)", ticket: "x.ticket_id"))
                FROM attempts x LEFT JOIN tickets t ON t.id = x.ticket_id
                LEFT JOIN customers u ON u.id = coalesce(t.customer_id, x.customer_id)
                WHERE x.\(field) IS NOT NULL AND x.\(field) >= ?1 AND x.\(field) < ?2
                ORDER BY \(order) LIMIT ?3
                """, takesPrefixes: prefixes, text: text)
    }

    /// Attempts by the app's name for them, which is kept as it was told: mostly a UUID, in capital or small letters.
    private static func attemptIDs(prefixes: Bool, least: Int) -> [SearchIndex] {
        let forms: [@Sendable (SearchNeedle) -> String?] = [
            { $0.typed }, { $0.key == $0.typed ? nil : $0.key },
            { $0.key.uppercased() == $0.typed ? nil : $0.key.uppercased() },
        ]
        return forms.map { form in
            ofAttempts("attempt_id", prefixes: prefixes) { needle in
                form(needle).flatMap { $0.utf8.count < least ? nil : $0 }
            }
        }
    }

    /// Apple's notifications by their UUID.
    private static let notifications = chains(
        "notification", "n.uuid", tables: "notifications n JOIN chains c ON c.id = n.chain_id",
        prefixes: false, order: "n.uuid, n.id"
    ) { $0.uuid }

    private static func orders(
        prefixes: Bool, _ text: @escaping @Sendable (SearchNeedle) -> String?
    ) -> SearchIndex {
        chains(
            "order_id", "o.order_id", tables: "orders o JOIN chains c ON c.id = o.chain_id",
            prefixes: prefixes, order: "o.order_id, o.chain_id", text)
    }

    private static func chainIDs(
        _ prefixes: Bool, _ text: @escaping @Sendable (SearchNeedle) -> String?
    ) -> SearchIndex {
        chains(
            "original_transaction_id", "c.original_transaction_id", tables: "chains c", prefixes: prefixes,
            order: "c.original_transaction_id, c.id", text)
    }

    private static func transactionIDs(
        _ prefixes: Bool, _ text: @escaping @Sendable (SearchNeedle) -> String?
    ) -> SearchIndex {
        chains(
            "transaction_id", "i.transaction_id",
            tables:
                #"transaction_ids i JOIN transactions t ON t.id = i."transaction" JOIN chains c ON c.id = t.chain_id"#,
            prefixes: prefixes, customer: PayerTable.whoPaid, text)
    }

    private static func lineItems(
        _ prefixes: Bool, _ text: @escaping @Sendable (SearchNeedle) -> String?
    ) -> SearchIndex {
        chains(
            "web_order_line_item_id", "t.web_order_line_item_id",
            tables: "transactions t JOIN chains c ON c.id = t.chain_id", prefixes: prefixes,
            order: "t.web_order_line_item_id, t.id", customer: PayerTable.whoPaid, text)
    }

    private static func downloads(
        _ prefixes: Bool, _ text: @escaping @Sendable (SearchNeedle) -> String?
    ) -> SearchIndex {
        chains(
            "app_transaction_id", "t.app_transaction_id",
            tables: "transactions t JOIN chains c ON c.id = t.chain_id", prefixes: prefixes,
            order: "t.app_transaction_id, t.id", customer: PayerTable.whoPaid, text)
    }

    private static func claimedTokens(
        prefixes: Bool, _ text: @escaping @Sendable (SearchNeedle) -> String?
    ) -> SearchIndex {
        chains(
            "app_account_token", "k.token", tables: "chain_claims k JOIN chains c ON c.id = k.chain_id",
            prefixes: prefixes,
            order: prefixes ? "k.token, k.id" : "c.original_transaction_id, c.environment, k.id", text)
    }

    private static func people(
        _ field: String, _ column: String, prefixes: Bool = false,
        _ text: @escaping @Sendable (SearchNeedle) -> String?
    ) -> SearchIndex {
        SearchIndex(
            field: field,
            sql: """
                \(MatchRow.selection(matchedOn: "'\(field)'", text: "u.\(field)")) FROM customers u
                WHERE u.\(column) >= ?1 AND u.\(column) < ?2 ORDER BY u.\(column), u.id LIMIT ?3
                """, takesPrefixes: prefixes, text: text)
    }

    /// Finds chains, by default in the order of the column; they lead to their owner, or to whom an expression says.
    private static func chains(
        _ field: String, _ column: String, tables: String, prefixes: Bool, order: String? = nil,
        customer: String = "c.customer_id",
        _ text: @escaping @Sendable (SearchNeedle) -> String?
    ) -> SearchIndex {
        SearchIndex(
            field: field,
            sql: """
                \(MatchRow.selection(matchedOn: "'\(field)'", text: column, chain: "c")) FROM \(tables)
                LEFT JOIN customers u ON u.id = \(customer)
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
        /// A page of another kind.
        case page(SearchResults.Page)
    }

    /// What it leads to; nil when it leads nowhere.
    let subject: Subject?
    /// What is shown of it.
    var match: SearchResults.Match

    /// Reads a row of ``selection(matchedOn:text:chain:ticket:)``.
    init(_ row: StoredRow) throws {
        let customer: Int64? = row[6]
        let (chain, ticket): (Int64?, TicketID?) = (row[2], row[4])
        let (field, text): (String, String) = (try row[0], try row[1])
        let page = SearchResults.Page(field: field, number: text)
        subject =
            page.map(Subject.page) ?? ticket?.row.map(Subject.ticket) ?? customer.map(Subject.customer)
            ?? chain.map(Subject.chain)
        match = SearchResults.Match(
            customer: try customer.map { _ in try CustomerTable(row, after: 6).customer }, chain: row[3],
            ticket: ticket, page: page, matchedOn: field,
            matchedText: PersonIdentifier(
                text, for: SearchIndex.personal.contains(field) ? row.disclosure : .whole),
            hasAccess: try row[5])
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
