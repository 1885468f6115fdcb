/// How long a list is, as its pages say it: a count that stops where it would take too long.
package struct CappedCount: Hashable, Sendable, CustomStringConvertible {
    /// Where counting stops.
    package static let cap = 10_000
    package let counted: Int

    /// A count, one above the cap meaning more.
    init(_ found: Int) { counted = min(found, CappedCount.cap + 1) }

    /// Whether there are more than were counted.
    package var isCapped: Bool { counted > CappedCount.cap }

    /// The count as it is shown, `10000+` when there are more.
    package var description: String { isCapped ? "\(CappedCount.cap)+" : String(counted) }
}

/// A place in the list of customers or of chains without an owner (`CustomerListQuery`, `UnassignedChainListQuery`),
/// with what was counted on its first page: counting again would cost more than a page. Other lists have places of
/// their own.
struct CustomerCursor {
    /// The row of the last one of a page.
    let row: Int64
    /// How many there are in all.
    let count: CappedCount

    /// The place after a row.
    init(row: Int64, count: CappedCount) { (self.row, self.count) = (row, count) }

    /// Reads a cursor as a page gave it; refuses anything else.
    init(text: String) throws {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
        guard numbers.count == 2, let row = numbers[0], let count = numbers[1] else {
            throw StoreError.invalid(.cursor(text))
        }
        (self.row, self.count) = (row, CappedCount(Int(clamping: count)))
    }

    /// The cursor as pages give it.
    var text: String { "\(row).\(count.counted)" }
}
