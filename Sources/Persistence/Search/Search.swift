internal import GRDB
internal import Purchases

/// One search: every index that the text fits is asked, the exact ones first.
struct Search {
    private let query: String
    private let key: String
    private let limit: Int
    private let instant: Instant
    private let db: Database
    private var matches: [SearchResults.Match] = []
    private var customers: Set<AppUserID> = []
    private var chains: Set<Int64> = []
    private var isTruncated = false

    /// A search for a text, without spaces around it.
    init(_ query: String, limit: Int, at instant: Instant, _ db: Database) {
        let rest = query.drop { $0.isWhitespace }
        let end = rest.lastIndex { !$0.isWhitespace }
        self.query = end.map { String(rest[...$0]) } ?? ""
        // SQLite's texts end at NUL for its functions; nothing that is stored has one.
        key = SearchKey.of(self.query.replacing("\0", with: ""))
        (self.limit, self.instant, self.db) = (limit, instant, db)
    }

    /// Runs it.
    mutating func run() throws -> SearchResults {
        if !key.isEmpty {
            for index in SearchIndex.all where index.fits(key) && !isFull { try ask(index) }
            if !isFull { try askParts() }
        }
        return SearchResults(
            query: query, kind: SearchKinds.likeliest(query, foundOn: matches.first?.matchedOn),
            matches: Array(matches.prefix(limit)), isTruncated: isTruncated || matches.count > limit)
    }

    private var isFull: Bool { matches.count > limit }

    private mutating func ask(_ index: SearchIndex) throws {
        let rows = try db.rows(index.sql, [index.start(key), index.end(key), limit + 1])
        for row in rows where !isFull { try add(row, on: index.name, text: row["text"]) }
    }

    private mutating func askParts() throws {
        let parts = SearchParts(key: key, limit: limit + 1, db: db)
        let found = try parts.rows()
        isTruncated = found.isCutShort
        for id in found.rows where !isFull {
            guard let row = try db.row(SearchParts.rowSQL, [id]) else { continue }
            let found = SearchParts.found(key, in: row)
            try add(row, on: found.column, text: found.text)
        }
    }

    /// Columns: customer (row id or NULL), chain (row id or NULL).
    private mutating func add(_ row: Row, on name: String, text: String) throws {
        let customer = try (row["customer"] as Int64?).flatMap { try CustomerRow.at($0, db)?.customer }
        let chain: Int64? = row["chain"]
        if let customer {
            guard customers.insert(customer.id).inserted else { return }
        } else if let chain {
            guard chains.insert(chain).inserted else { return }
        }
        matches.append(
            SearchResults.Match(
                customer: customer, chain: try chain.flatMap(chainID), matchedOn: name, matchedText: text,
                hasAccess: try customer.map { try PresentAccess.holds($0.id, at: instant, db) } ?? false))
    }

    private func chainID(_ row: Int64) throws -> OriginalTransactionID? {
        let id: String? = try db.value("SELECT original_transaction_id FROM chains WHERE id = ?", [row])
        return id.map { OriginalTransactionID($0) }
    }
}
