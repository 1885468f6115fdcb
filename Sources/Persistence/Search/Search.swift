package import Purchases

/// Finds customers and chains by anything that names them: ids, orders, tokens, addresses, names, parts of these.
///
/// An empty text finds nothing.
///
/// ```swift
/// let found = try store.page(of: SearchQuery("lee ann"), by: agent, at: now)
/// for match in found.matches { print(match) }
/// ```
package struct SearchQuery: StoreQuery {
    package let text: String
    /// What of people may be typed in part; nil for the agent's reach, and for parts where nobody in particular asks.
    let reach: SearchReach?
    let limit: Int

    package init(_ text: String, reach: SearchReach? = nil, limit: Int = 50) {
        (self.text, self.reach, self.limit) = (text, reach, limit)
    }

    package func page(in reading: StoreReading) throws -> SearchResults {
        let reach = try reach ?? (reading.agent == nil || reading.showsPeople() ? .parts : .wholes)
        var search = Search(text, reach: reach, limit: limit, at: reading.now, in: reading.db)
        return try search.run()
    }
}

/// How much of a person's address, name and token has to be typed until a search finds the person.
package enum SearchReach: Hashable, Sendable {
    /// Any part of them.
    case parts
    /// All of them: for agents from whom personal data is hidden, who would learn it letter by letter from parts. What
    /// is hidden from nobody, such as the app's own id and Apple's, is found by its parts all the same.
    case wholes

    /// The reach of a role.
    package init(of role: Role) { self = role.may(.reveal) ? .parts : .wholes }
}

/// What a search found.
package struct SearchResults: Hashable, Sendable {
    /// What a query most likely is.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The order id of an invoice.
        case orderID = "order_id"
        case transactionID = "transaction_id"
        /// A chain.
        case originalTransactionID = "original_transaction_id"
        /// A subscription's charge.
        case webOrderLineItemID = "web_order_line_item_id"
        /// A download of the app.
        case appTransactionID = "app_transaction_id"
        /// An `app_account_token`.
        case uuid
        case email
        case appUserID = "app_user_id"
        /// The number of a ticket.
        case ticket
        /// An attempt to buy, as the app names it.
        case attemptID = "attempt_id"
        /// An amount and a day.
        case charge
        /// The number of a grant.
        case grant
        /// The number of what is asked of a lead.
        case request
        /// The number of an incident.
        case incident
        /// The number of a batch.
        case batch
        /// The number of a refund request.
        case refund
        /// The number of a document.
        case document
        /// The number of an entry of the audit log.
        case entry
        /// Some text.
        case text
    }

    /// How much of a text is read, in bytes.
    package static let mostBytes = 4_000_000

    /// A page that is neither a customer's, a chain's nor a ticket's.
    package enum Page: Hashable, Sendable {
        /// What is asked of a lead.
        case request(RequestID)
        case incident(IncidentID)
        case batch(BatchID)
        /// A refund that a customer wants of Apple.
        case refund(RefundRequestID)
        case document(Int64)
        /// An entry of the audit log.
        case entry(Int64)

        /// The page of a number that a field holds; nil for fields that have no page of their own.
        init?(field: String, number: String) {
            switch field {
            case "request": self = .request(RequestID(number))
            case "incident": self = .incident(IncidentID(number))
            case "batch": self = .batch(BatchID(number))
            case "refund": self = .refund(RefundRequestID(number))
            case "document":
                guard let row = Int64(number) else { return nil }
                self = .document(row)
            case "entry":
                guard let sequence = Int64(number) else { return nil }
                self = .entry(sequence)
            default: return nil
            }
        }

        /// What it is, as `matched_on` says it.
        package var kind: String {
            switch self {
            case .request: "request"
            case .incident: "incident"
            case .batch: "batch"
            case .refund: "refund"
            case .document: "document"
            case .entry: "entry"
            }
        }

        package var number: String {
            switch self {
            case .request(let id): id.rawValue
            case .incident(let id): id.rawValue
            case .batch(let id): id.rawValue
            case .refund(let id): id.rawValue
            case .document(let row): String(row)
            case .entry(let sequence): String(sequence)
            }
        }
    }

    /// One customer, one chain without a customer, one ticket, or another page.
    package struct Match: Hashable, Sendable {
        /// The customer; nil for a chain or a ticket that is nobody's.
        package internal(set) var customer: Customer?
        /// The chain that was found; nil when the customer was.
        package let chain: OriginalTransactionID?
        /// The ticket, when that was found.
        package let ticket: TicketID?
        /// The other page, when that was found.
        package internal(set) var page: Page?
        /// What of it fits: `app_user_id`, `email`, `name`, `app_account_token`, `ticket`, `reference`, `charge`, the name
        /// of a transaction's or an attempt's id, or of what has a number.
        package let matchedOn: String
        /// The text that fits, masked where it names a person and the reader may not see it.
        package internal(set) var matchedText: PersonIdentifier
        /// Whether any entitlement of the customer holds.
        package let hasAccess: Bool
    }

    /// The query without spaces around it.
    package let query: String
    /// What it most likely is.
    package let kind: Kind
    /// What was found, exact matches first.
    package internal(set) var matches: [Match]
    /// Customers whose id, address or name is one letter away, where nothing was found.
    package internal(set) var nearest: [Match] = []
    /// Whether the query was read as a text, for every id, address and name in it.
    package let isRead: Bool
    /// Whether there may be more.
    package let isTruncated: Bool

    /// The order id that was looked for in vain, in capitals; nil when something was found or the query is none.
    package var unknownOrder: OrderID? {
        matches.isEmpty && kind == .orderID ? SearchNeedle(query).order.map { OrderID($0) } : nil
    }

    /// The beginning of an order id, in capitals, that nothing recorded has; nil when something was found or it is none.
    package var unknownBeginningOfOrder: String? {
        guard matches.isEmpty, unknownOrder == nil, query.utf8.count < 64 else { return nil }
        return SearchNeedle(query).beginningOfOrder
    }

    /// What may be a part of an order id without its beginning; nil when something was found or it is none.
    package var unknownPartOfOrder: String? {
        guard matches.isEmpty, query.utf8.count < 64, SearchNeedle(query).isPartOfOrder else { return nil }
        return query
    }

    /// The fields that matches name, those first that name somebody most surely.
    private static let fields = [
        "ticket", "order_id", "app_account_token", "original_transaction_id", "transaction_id",
        "web_order_line_item_id", "app_transaction_id", "attempt_id", "notification", "reference", "email",
        "app_user_id", "name",
    ]

    /// How surely a field names somebody, the surest 0.
    static func order(of field: String) -> Int { fields.firstIndex(of: field) ?? fields.count }
}

/// One search: every index that a typed text fits is asked, the exact ones first; a long text is read for what is in it.
struct Search {
    /// From so many characters on, a text that names somebody in full is not looked for as a part of other names.
    private static let nameLength = 6
    /// A longer text was pasted, and is nobody's name.
    private static let typedBytes = 256
    /// How long a search may take that no index ends.
    private static let patience = Duration.milliseconds(28)
    /// How long the parts of a long text may be looked up.
    private static let readingPatience = Duration.milliseconds(500)
    /// How many customers are proposed where nothing fits.
    private static let mostNear = 5

    private let query: String
    private let needle: SearchNeedle
    private let reach: SearchReach
    private let limit: Int
    private let instant: Instant
    private let db: Connection
    private var deadline = ContinuousClock.now + Search.patience
    private var matches: [SearchResults.Match] = []
    private var subjects: Set<MatchRow.Subject> = []
    private var isNamed = false
    private var isCutShort = false
    private var isRead = false

    /// A search for a text.
    init(_ query: String, reach: SearchReach, limit: Int, at instant: Instant, in db: Connection) {
        let rest = query.drop { $0.isWhitespace }
        let end = rest.lastIndex { !$0.isWhitespace }
        self.query = end.map { String(rest[...$0]) } ?? ""
        needle = SearchNeedle(self.query.utf8.count > Search.typedBytes ? "" : self.query)
        (self.reach, self.limit, self.instant, self.db) = (reach, limit, instant, db)
    }

    mutating func run() throws -> SearchResults {
        let charge = SearchCharge(query, at: instant)
        if let charge { try ask(charge) }
        if matches.isEmpty, !needle.key.isEmpty { try askTyped() }
        if matches.isEmpty, goesOn(), SearchText.hasParts(query) { try askText() }
        var nearest: [SearchResults.Match] = []
        if matches.isEmpty, charge == nil, reach == .parts, goesOn() { nearest = try near() }
        let best = matches.first
        // Of a long text the likeliest reading is that of what was found in it.
        let meant = isRead ? best.map { SearchNeedle($0.matchedText.whole) } ?? needle : needle
        return SearchResults(
            query: query,
            kind: best == nil && charge != nil
                ? .charge : SearchKinds.likeliest(meant, foundOn: best?.matchedOn),
            matches: Array(matches.prefix(limit)), nearest: nearest, isRead: isRead,
            isTruncated: isCutShort || matches.count > limit)
    }

    /// Customers one letter away from what was typed, or from another spelling of it.
    private func near() throws -> [SearchResults.Match] {
        var found: [MatchRow.Subject: MatchRow] = [:]
        for key in [needle.key] + SearchSpelling.others(of: query) where found.count < Search.mostNear {
            let search = SearchNear(key: key, limit: Search.mostNear, instant: instant, db: db)
            for row in try search.rows() { if let subject = row.subject { found[subject] = row } }
        }
        let sorted = found.values.map(\.match).sorted {
            ($0.matchedText, $0.matchedOn) < ($1.matchedText, $1.matchedOn)
        }
        return Array(sorted.prefix(Search.mostNear))
    }

    /// The tickets and charges of an amount and a day.
    private mutating func ask(_ charge: SearchCharge) throws {
        for day in charge.days { try ask(charge, on: day) }
        guard matches.isEmpty else { return }
        // Where the customer lives it was the day before or after.
        for day in charge.days.flatMap({ [$0 - 1, $0 + 1] }) { try ask(charge, on: day) }
    }

    private mutating func ask(_ charge: SearchCharge, on day: Int) throws {
        for sql in SearchCharge.queries where goesOn() {
            let rows = try db.map(
                sql, [day, charge.milliunits, limit + 1, instant.milliseconds, charge.currency], MatchRow.init
            )
            for var row in rows {
                row.match.matchedText = PersonIdentifier(
                    charge.text(in: row.match.matchedText.whole, on: day))
                add(row)
            }
        }
    }

    private var isFull: Bool { matches.count > limit }

    /// Whether more is looked for; nobody waits for what a newer search made stale.
    private mutating func goesOn() -> Bool {
        isCutShort = isCutShort || Task.isCancelled
        return !isFull && !isCutShort
    }

    private mutating func add(_ row: MatchRow) {
        guard !isFull, let subject = row.subject, subjects.insert(subject).inserted else { return }
        matches.append(row.match)
    }
}

/// What a person typed.
extension Search {
    private mutating func askTyped() throws {
        for index in SearchIndex.typed(reach) where goesOn() {
            let found = try rows(of: needle, in: index)
            isNamed = isNamed || (!index.takesPrefixes && !found.isEmpty)
            found.forEach { add($0) }
        }
        // What no record of the App Store's has may be what the app alone reported.
        for indexes in [SearchIndex.reported, SearchIndex.reportedBeginnings] where matches.isEmpty {
            for index in indexes where goesOn() { try rows(of: needle, in: index).forEach { add($0) } }
        }
        guard !(isNamed && needle.key.count >= Search.nameLength) else { return }
        try askInside(needle)
        for other in SearchSpelling.others(of: query) where goesOn() {
            let needle = SearchNeedle(other)
            for index in SearchIndex.names(reach) { try rows(of: needle, in: index).forEach { add($0) } }
            if reach == .parts { try askInside(needle) }
        }
    }

    private mutating func askInside(_ needle: SearchNeedle) throws {
        let words = needle.words
        // Words may stand in an address and a name, each a part of it.
        if words.count > 1, reach == .parts {
            try askWords(words, of: needle)
        } else {
            try askParts(of: needle)
        }
    }

    private func rows(of needle: SearchNeedle, in index: SearchIndex) throws -> [MatchRow] {
        guard let start = index.text(needle) else { return [] }
        return try db.map(
            index.sql, [start, index.end(of: start), limit + 1, instant.milliseconds], MatchRow.init)
    }

    private mutating func askParts(of needle: SearchNeedle) throws {
        let parts = SubstringSearch(
            key: needle.key, reach: reach, limit: limit + 1, instant: instant, db: db)
        guard parts.isShort else {
            if goesOn() { try parts.byTrigrams().forEach { add($0) } }
            return
        }
        try scan { try parts.batch(after: $0) }
    }

    private mutating func askWords(_ words: [String], of needle: SearchNeedle) throws {
        guard words.count <= SearchWords.most, goesOn() else { return }
        let search = SearchWords(words: words, limit: limit + 1, instant: instant, db: db)
        var isLate = false
        let found = try search.byTrigrams {
            isLate = isLate || Task.isCancelled || ContinuousClock.now >= deadline
            return !isLate
        }
        isCutShort = isCutShort || isLate
        if let found { return found.forEach { add($0) } }
        // Words of one or two letters have no trigrams by themselves, but next to each other they may.
        try askParts(of: needle)
        try scan { try search.batch(after: $0) }
    }

    /// Looks at all customers as long as there is time.
    private mutating func scan(_ batch: (Int64) throws -> [MatchRow]) throws {
        let last: Int64 = try db.value("SELECT max(id) FROM customers") ?? 0
        var from: Int64 = 0
        while from < last, goesOn() {
            try batch(from).forEach { add($0) }
            from += SubstringSearch.batchSize
            isCutShort = isCutShort || (from < last && ContinuousClock.now >= deadline)
        }
    }
}

/// What stands in a long text.
extension Search {
    /// What the text names, and by how many of its marks.
    private struct Named {
        var row: MatchRow
        var marks: Set<String> = []
        let place: Int

        /// How surely it is named.
        var strength: Int { SearchResults.order(of: row.match.matchedOn) }

        /// The more of the text names it, the better; then by what it is named.
        var rank: (Int, Int, Int) { (-marks.count, strength, place) }
    }

    private mutating func askText() throws {
        isRead = true
        let text = SearchText(query)
        deadline = ContinuousClock.now + Search.readingPatience
        var named: [MatchRow.Subject: Named] = [:]
        for mark in text.marks where goesOnReading() {
            // A number in a text is a ticket's only where it is said to be one.
            var isKnown = false
            for index in SearchIndex.exact where index.field != "ticket" || mark.namedTicket != nil {
                let found = try rows(of: mark, in: index)
                isKnown = isKnown || !found.isEmpty
                note(found, by: mark, in: &named)
            }
            for index in SearchIndex.reported where !isKnown {
                try note(rows(of: mark, in: index), by: mark, in: &named)
            }
        }
        for name in text.names where goesOnReading() {
            try note(rows(of: name, in: .wholeName), by: name, in: &named)
            for other in SearchSpelling.others(of: name.typed) {
                try note(rows(of: SearchNeedle(other), in: .wholeName), by: name, in: &named)
            }
        }
        isCutShort = isCutShort || text.isCut
        matches = named.values.sorted { $0.rank < $1.rank }.map(\.row.match)
    }

    private mutating func goesOnReading() -> Bool {
        isCutShort = isCutShort || Task.isCancelled || ContinuousClock.now >= deadline
        return !isCutShort
    }

    private func note(_ rows: [MatchRow], by mark: SearchNeedle, in named: inout [MatchRow.Subject: Named]) {
        for row in rows {
            guard let subject = row.subject else { continue }
            var known = named[subject] ?? Named(row: row, place: named.count)
            known.marks.insert(mark.key)
            if SearchResults.order(of: row.match.matchedOn) < known.strength { known.row = row }
            named[subject] = known
        }
    }
}
