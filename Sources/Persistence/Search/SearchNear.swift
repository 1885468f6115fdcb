internal import Purchases

/// Finds customers by an id, an address or a name that is one letter away from what was typed: changed, left out, put in
/// or changed with its neighbour. Digits have to be right: another number is another thing.
///
/// The index of parts finds every customer with one half of the text; so many of them are looked at, and no more.
struct SearchNear {
    /// How many customers are looked at †.
    private static let mostCandidates = 2_000
    /// How long, but for the first few.
    private static let patience = Duration.milliseconds(28)
    /// After so many it is asked whether to go on.
    private static let stretch = 64
    /// Fewer letters are near too much.
    private static let fewestLetters = 4

    /// The folded text.
    let key: String
    /// How many rows to find at most.
    let limit: Int
    /// The moment of access.
    let instant: Instant
    let db: Connection

    /// The customers.
    func rows() throws -> [MatchRow] {
        let wanted = Array(key.unicodeScalars)
        guard wanted.filter(\.properties.isAlphabetic).count >= SearchNear.fewestLetters,
            let question = Trigrams.nearQuery(of: key)
        else { return [] }
        var (found, seen): ([(row: Int64, field: String)], Int) = ([], 0)
        let end = ContinuousClock.now + SearchNear.patience
        try db.step(SearchWords.trigramSQL, [question]) { row in
            let fields = (1...3).map { Array(((row[$0] as String?) ?? "").unicodeScalars) }
            if let field = fields.lastIndex(where: { SearchNear.holds($0, near: wanted) }) {
                found.append((try row[0], SearchWords.names[field]))
            }
            seen += 1
            guard found.count < limit, seen < SearchNear.mostCandidates else { return false }
            return seen % SearchNear.stretch > 0 || (!Task.isCancelled && ContinuousClock.now < end)
        }
        return try found.compactMap { found in
            try db.first(
                SearchWords.rowSQL, [found.row, found.field, nil as Int?, instant.milliseconds], MatchRow.init
            )
        }
    }

    /// Whether whole words of a field are one letter away.
    private static func holds(_ field: [Unicode.Scalar], near wanted: [Unicode.Scalar]) -> Bool {
        let digits = wanted.filter(isDigit)
        for start in field.indices where start == 0 || isBetween(field[start - 1]) {
            for length in (wanted.count - 1)...(wanted.count + 1) where start + length <= field.count {
                let end = start + length
                guard end == field.count || isBetween(field[end]) else { continue }
                let words = field[start..<end]
                if words.filter(isDigit) == digits, isNear(words, wanted) { return true }
            }
        }
        return false
    }

    /// Whether one letter, or the order of two, makes one text of the other.
    static func isNear(_ one: some Collection<Unicode.Scalar>, _ other: some Collection<Unicode.Scalar>)
        -> Bool
    {
        let (left, right) = (Array(one), Array(other))
        let shorter = min(left.count, right.count)
        var (start, end) = (0, 0)
        while start < shorter, left[start] == right[start] { start += 1 }
        while end < shorter - start, left[left.count - 1 - end] == right[right.count - 1 - end] { end += 1 }
        let (more, less) = (left[start..<(left.count - end)], right[start..<(right.count - end)])
        if more.count <= 1, less.count <= 1 { return true }
        return more.count == 2 && less.count == 2 && more.elementsEqual(less.reversed())
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isBetween(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isAlphabetic && !isDigit(scalar)
    }
}
