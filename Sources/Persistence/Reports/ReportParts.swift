import GRDB
import Purchases

/// The rows of a table in parts that are read one after the other, so that it can be said how far a report has come.
struct ReportParts: Sequence {
    /// How many rows have numbers of one part.
    private static let length: Int64 = 20_000

    private let last: Int64

    /// The parts of a table.
    init(_ table: String, _ db: Database) throws {
        last = try db.value("SELECT max(id) FROM \(table)") ?? 0
    }

    /// How many there are.
    var count: Int { Int((last + ReportParts.length - 1) / ReportParts.length) }

    /// The parts, from the first number on.
    func makeIterator() -> some IteratorProtocol<ClosedRange<Int64>> {
        let last = last
        return stride(from: Int64(1), through: last, by: Int(ReportParts.length)).lazy.map {
            $0...Swift.min($0 + ReportParts.length - 1, last)
        }.makeIterator()
    }
}

extension Instant {
    /// The beginning of a day in UTC, by its number since 1970.
    static func beginning(ofDay day: Int64) -> Instant {
        Instant(milliseconds: day * TimeLength.days(1).count)
    }
}
