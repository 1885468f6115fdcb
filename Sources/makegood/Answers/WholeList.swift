import Persistence

/// A list that is taken out whole as comma-separated values, or as much of it as was asked for: page after page, each
/// written as it is read.
struct WholeList<Row, Place> {
    /// Rows, and where the next ones begin; nil at the end.
    typealias Page = (rows: [Row], next: Place?)

    /// How many rows at most; nil for all.
    let limit: Int?
    /// Where it begins; nil at the beginning.
    var after: Place?
    /// Reads so many rows at most after a place.
    let read: (_ after: Place?, _ count: Int) throws -> Page

    private static var pageSize: Int { 1_000 }

    /// Shows every page; answers where the rest begins, if there is one.
    @discardableResult
    func walk(_ take: ([Row]) throws -> Void) throws -> Place? {
        var (place, left) = (after, limit ?? .max)
        repeat {
            let page = try read(place, min(left, Self.pageSize))
            try take(page.rows)
            (place, left) = (page.next, left - page.rows.count)
        } while place != nil && left > 0
        return place
    }

    /// Everybody whom the rows name.
    func people<Person: Hashable>(_ who: (Row) -> Person?) throws -> Int {
        var seen: Set<Person> = []
        try walk { rows in for row in rows { if let person = who(row) { seen.insert(person) } } }
        return seen.count
    }

    /// Writes it: the heads once, the values of each page below; answers where the rest begins.
    func write(_ values: ([Row]) -> [[String]]) throws -> Place? {
        var isFirst = true
        return try walk { rows in
            let lines = values(rows)
            Output.raw(CSV.text(isFirst ? lines : Array(lines.dropFirst())))
            isFirst = false
        }
    }
}
