internal import GRDB
internal import Purchases

/// One search: every index that the text fits is asked, the exact ones first.
struct Search {
    /// From so many characters on, a text that names somebody in full is not looked for as a part of other names.
    private static let nameLength = 6
    /// How long a search may take that no index ends.
    private static let patience = Duration.milliseconds(28)

    private let query: String
    private let key: String
    private let limit: Int
    private let instant: Instant
    private let db: Database
    private let deadline = ContinuousClock.now + Search.patience
    private var matches: [SearchResults.Match] = []
    private var customers: Set<Int64> = []
    private var chains: Set<Int64> = []
    private var isNamed = false
    private var isCutShort = false

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
            for index in SearchIndex.all where index.fits(key) && goesOn() { try ask(index) }
            if !(isNamed && key.count >= Search.nameLength) { try askParts() }
        }
        return SearchResults(
            query: query, kind: SearchKinds.likeliest(query, foundOn: matches.first?.matchedOn),
            matches: Array(matches.prefix(limit)), isTruncated: isCutShort || matches.count > limit)
    }

    private var isFull: Bool { matches.count > limit }

    /// Whether more is looked for; nobody waits for what a newer search made stale.
    private mutating func goesOn() -> Bool {
        isCutShort = isCutShort || Task.isCancelled
        return !isFull && !isCutShort
    }

    private mutating func ask(_ index: SearchIndex) throws {
        let found = try db.map(
            index.sql, [index.start(key), index.end(key), limit + 1, instant.milliseconds], MatchRow.init)
        isNamed = isNamed || (!index.takesPrefixes && !found.isEmpty)
        found.forEach { add($0) }
    }

    private mutating func askParts() throws {
        let parts = SearchParts(key: key, limit: limit + 1, instant: instant, db: db)
        guard !parts.isShort else { return try scan(parts) }
        if goesOn() { try parts.byTrigrams().forEach { add($0) } }
    }

    private mutating func scan(_ parts: SearchParts) throws {
        let last = try parts.last()
        var from: Int64 = 0
        while from < last, goesOn() {
            try parts.batch(after: from).forEach { add($0) }
            from += SearchParts.batchSize
            isCutShort = from < last && ContinuousClock.now >= deadline
        }
    }

    private mutating func add(_ row: MatchRow) {
        guard !isFull else { return }
        if let customer = row.customerRow {
            guard customers.insert(customer).inserted else { return }
        } else if let chain = row.chainRow {
            guard chains.insert(chain).inserted else { return }
        }
        matches.append(row.match)
    }
}
