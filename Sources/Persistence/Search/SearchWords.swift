internal import Purchases

/// Finds customers by several words in any order, each in the id, the address or the name.
///
/// A customer in whom every word begins one of the text's own comes before one in whom a word is only a part.
struct SearchWords {
    /// One customer with all the words.
    private struct Candidate {
        let row: Int64
        let field: String
        let hasBeginnings: Bool
    }

    /// How many words a name and what else may stand beside it can have; a longer text is a sentence.
    static let most = 8

    /// After so many customers it is asked whether to go on.
    private static let stretch = 64

    /// The folded words.
    let words: [String]
    /// How many rows to find at most.
    let limit: Int
    /// The moment of access.
    let instant: Instant
    let db: Connection

    /// Those with all the words, the best first, as long as `goesOn` says so; nil without a word for the index of parts.
    func byTrigrams(_ goesOn: () -> Bool) throws -> [MatchRow]? {
        guard let question = Trigrams.query(ofWords: words) else { return nil }
        return try rows(of: candidates(SearchWords.trigramSQL, [question], goesOn))
    }

    /// Those among the next customers after a row.
    func batch(after row: Int64) throws -> [MatchRow] {
        try rows(of: candidates(SearchWords.batchSQL, [row, row + SubstringSearch.batchSize]) { true })
    }

    private func candidates(_ sql: String, _ values: BoundValues, _ goesOn: () -> Bool) throws -> [Candidate]
    {
        let wanted = words.map { Array($0.utf8) }
        var (best, rest): ([Candidate], [Candidate]) = ([], [])
        var seen = 0
        try db.step(sql, values) { row in
            let fields = (1...3).map { Array((row[$0] as String?)?.utf8 ?? "".utf8) }
            if let found = SearchWords.candidate(try row[0], fields: fields, words: wanted) {
                if found.hasBeginnings {
                    best.append(found)
                } else if rest.count < limit {
                    rest.append(found)
                }
            }
            seen += 1
            return best.count < limit && (seen % SearchWords.stretch > 0 || goesOn())
        }
        return Array((best + rest).prefix(limit))
    }

    private func rows(of candidates: [Candidate]) throws -> [MatchRow] {
        try candidates.compactMap { candidate in
            try db.first(
                SearchWords.rowSQL, [candidate.row, candidate.field, nil as Int?, instant.milliseconds],
                MatchRow.init)
        }
    }

    /// The fields whose keys ``trigramSQL`` gives.
    static let names = ["app_user_id", "email", "name"]

    private static func candidate(
        _ row: Int64, fields: [[UInt8]], words: [[UInt8]]
    ) -> Candidate? {
        var (hasBeginnings, held) = (true, [0, 0, 0])
        for word in words {
            let places = fields.map { place(of: word, in: $0) }
            // Inside words a letter or two stand everywhere.
            let isMeant =
                places.contains(word.count < 3 ? .beginning : .inside) || places.contains(.beginning)
            guard isMeant else { return nil }
            hasBeginnings = hasBeginnings && places.contains(.beginning)
            for (field, place) in places.enumerated() where place != nil { held[field] += 1 }
        }
        // The field that has most of the words, a name rather than an address, that rather than an id.
        let most = held.max() ?? 0
        let field = held.lastIndex(of: most) ?? 0
        return Candidate(row: row, field: names[field], hasBeginnings: hasBeginnings)
    }

    private enum Place { case beginning, inside }

    /// Where a word stands: at the beginning of a field or of a part of it, inside one, or nowhere.
    private static func place(of word: [UInt8], in field: [UInt8]) -> Place? {
        guard word.count <= field.count else { return nil }
        var place: Place?
        for start in 0...(field.count - word.count) where field[start] == word[0] {
            guard field[start..<start + word.count].elementsEqual(word) else { continue }
            if start == 0 || isBetween(field[start - 1]) { return .beginning }
            place = .inside
        }
        return place
    }

    /// Whether a byte stands between words: neither a letter, a digit nor part of a sign beyond ASCII.
    private static func isBetween(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, 128...: false
        default: true
        }
    }

    private static let columns = "u.id, u.app_user_id_key, u.email_key, u.name_key"

    /// Every customer with the trigrams of ?1: the row, then the keys of id, address and name.
    static let trigramSQL = """
        SELECT \(columns) FROM customers_search f JOIN customers u ON u.id = f.rowid
        WHERE customers_search MATCH ?1 ORDER BY f.rowid
        """

    private static let batchSQL =
        "SELECT \(columns) FROM customers u WHERE u.id > ?1 AND u.id <= ?2 ORDER BY u.id"

    /// The customer of row ?1, found by the field ?2; ?3 is NULL, so that ?4 is the moment of access as in other
    /// queries.
    static let rowSQL = """
        \(MatchRow.selection(
            matchedOn: "CAST(?2 AS TEXT)",
            text: "CASE CAST(?2 AS TEXT) WHEN 'name' THEN u.name WHEN 'email' THEN u.email ELSE u.app_user_id END"))
        FROM customers u WHERE u.id = ?1 LIMIT coalesce(?3, 1)
        """
}

/// Finds customers by a part of an id, an address or a name.
struct SubstringSearch {
    /// The folded text.
    let key: String
    /// Whether addresses and names count.
    let reach: SearchReach
    /// How many rows to find at most.
    let limit: Int
    /// The moment of access.
    let instant: Instant
    let db: Connection

    /// How many customers ``batch(after:)`` looks at: a fraction of a millisecond's work.
    static let batchSize: Int64 = 2_000

    /// Whether the text is too short for an index of parts.
    var isShort: Bool { key.unicodeScalars.count < 3 }

    /// Those that hold the text: trigrams find the candidates, the text itself decides; by row, because ranking would
    /// read them all.
    func byTrigrams() throws -> [MatchRow] {
        try db.map(
            trigramSQL, [key, Trigrams.query(of: key), limit, instant.milliseconds],
            MatchRow.init
        )
    }

    /// Those that hold the text among the next customers after a row.
    func batch(after row: Int64) throws -> [MatchRow] {
        try db.map(
            batchSQL,
            [key, row, limit, instant.milliseconds, row + SubstringSearch.batchSize],
            MatchRow.init)
    }

    private var trigramSQL: String {
        """
        \(SubstringSearch.selection) FROM customers_search f JOIN customers u ON u.id = f.rowid
        WHERE customers_search MATCH ?2 AND \(contains) ORDER BY f.rowid LIMIT ?3
        """
    }

    private var batchSQL: String {
        """
        \(SubstringSearch.selection) FROM customers u
        WHERE u.id > ?2 AND u.id <= ?5 AND \(contains) ORDER BY u.id LIMIT ?3
        """
    }

    private var contains: String {
        switch reach {
        case .parts:
            "(instr(u.app_user_id_key, ?1) > 0 OR instr(u.email_key, ?1) > 0 OR instr(u.name_key, ?1) > 0)"
        case .wholes: "instr(u.app_user_id_key, ?1) > 0"
        }
    }

    /// The likeliest column, if several hold the text.
    private static let selection = MatchRow.selection(
        matchedOn: likeliest("'app_user_id'", email: "'email'", name: "'name'"),
        text: likeliest("u.app_user_id", email: "u.email", name: "u.name"))

    private static func likeliest(_ id: String, email: String, name: String) -> String {
        """
        CASE WHEN instr(u.app_user_id_key, ?1) > 0 THEN \(id) WHEN instr(u.email_key, ?1) > 0 THEN \(email)
          ELSE \(name) END
        """
    }
}

/// The question that the index of parts is asked.
enum Trigrams {
    /// Longer texts are cut: what is left finds few enough.
    private static let most = 32
    /// Up to this length every trigram is asked for.
    private static let short = 8
    /// Of several words so many trigrams are asked for: what they leave is read anyway.
    private static let ofWords = 12

    /// The AND of trigrams of a text of at least three characters: with `detail = none` a phrase of several is an error.
    ///
    /// Each costs the reading of a list as long as the store is large, and the text itself decides afterwards; of longer
    /// texts every second one narrows the candidates as well as all of them.
    static func query(of key: String) -> String { question(parts(of: key)) }

    /// The same of several words, the longest first; nil when none has three characters.
    static func query(ofWords words: [String]) -> String? {
        let long = words.filter { $0.unicodeScalars.count >= 3 }
        let parts = long.sorted { $0.unicodeScalars.count > $1.unicodeScalars.count }.flatMap(parts)
        return parts.isEmpty ? nil : question(Array(parts.prefix(ofWords)))
    }

    /// The question for what is one letter away from a text of at least four characters: where one of its halves is changed,
    /// the other is as it was. Of five characters and fewer only a change at an end leaves a trigram.
    static func nearQuery(of key: String) -> String? {
        let scalars = Array(key.unicodeScalars)
        guard (4...most).contains(scalars.count) else { return nil }
        let half = max(3, scalars.count / 2)
        let halves = [scalars.prefix(half), scalars.suffix(max(3, scalars.count - half))]
        return halves.map { "(" + query(of: String(String.UnicodeScalarView($0))) + ")" }.joined(
            separator: " OR ")
    }

    private static func parts(of key: String) -> [String] {
        let scalars = Array(key.unicodeScalars.prefix(most))
        let last = scalars.count - 3
        let starts = stride(from: 0, to: last, by: scalars.count > short ? 2 : 1) + [last]
        return starts.map { String(String.UnicodeScalarView(scalars[$0..<$0 + 3])) }
    }

    private static func question(_ parts: [String]) -> String {
        var asked: Set<String> = []
        return parts.filter { asked.insert($0).inserted }
            .map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
            .joined(separator: " AND ")
    }
}
