import Testing

@testable import makegood

/// A list is taken out page after page, all of it or as much as was asked for.
struct WholeListTests {
    /// So many numbers from 0, in pages of at most a thousand, or of what is asked for.
    private static func list(of count: Int, limit: Int?, after: Int? = nil) -> WholeList<Int, Int> {
        WholeList(limit: limit, after: after) { after, most in
            let first = after.map { $0 + 1 } ?? 0
            let rows = Array((first..<max(first, count)).prefix(most))
            return (rows: rows, next: rows.last.flatMap { $0 + 1 < count ? $0 : nil })
        }
    }

    @Test(
        arguments: [
            (0, nil, 0, nil), (310, nil, 310, nil), (2_500, nil, 2_500, nil), (310, 7, 7, 6),
            (2_500, 1_200, 1_200, 1_199), (5, 10, 5, nil), (5, 5, 5, nil),
        ] as [(Int, Int?, Int, Int?)])
    func holds(_ count: Int, _ limit: Int?, _ rows: Int, _ next: Int?) throws {
        var seen: [Int] = []
        let place = try Self.list(of: count, limit: limit).walk { seen += $0 }
        #expect(seen == Array(0..<rows) && place == next)
    }

    @Test func goesOnAfterAPlace() throws {
        var seen: [Int] = []
        try Self.list(of: 10, limit: 3, after: 4).walk { seen += $0 }
        #expect(seen == [5, 6, 7])
    }

    @Test func countsEachOnce() throws {
        #expect(try Self.list(of: 2_500, limit: nil).people { $0 % 7 == 0 ? nil : $0 % 7 } == 6)
    }
}
