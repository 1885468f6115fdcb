import Purchases
import Testing

/// Source: the project's rule that intervals are half-open: true at their start, false at their end.
@Suite struct SpanTests {
    @Test func isHalfOpen() throws {
        let span = try #require(days(1, 2))
        #expect(span.contains(day(1)))
        #expect(span.contains(day(2, ms: -1)))
        #expect(!span.contains(day(2)))
        #expect(days(1, 1) == nil)
        #expect(days(2, 1) == nil)
        #expect(try #require(days(1, nil)).contains(.latest))
    }

    @Test(arguments: [
        ([days(3, 4), days(1, 2)], [days(1, 2), days(3, 4)]), ([days(1, 2), days(2, 3)], [days(1, 3)]),
        ([days(1, 5), days(2, 3)], [days(1, 5)]), ([days(1, nil), days(2, 3)], [days(1, nil)]),
        ([days(2, nil), days(1, 3)], [days(1, nil)]), ([], []),
    ])
    func joinsWhatTouches(_ spans: [Span?], _ joined: [Span?]) {
        #expect(Span.union(spans.compactMap { $0 }) == joined.compactMap { $0 })
    }

    @Test(arguments: [
        (days(1, 5), [days(2, 3)], [days(1, 2), days(3, 5)]),
        (days(1, 5), [days(0, 2), days(4, 9)], [days(2, 4)]),
        (days(1, 5), [days(0, nil)], []), (days(1, nil), [days(2, 3)], [days(1, 2), days(3, nil)]),
        (days(1, 5), [], [days(1, 5)]), (days(1, 5), [days(5, 6), days(0, 1)], [days(1, 5)]),
        (days(1, 5), [days(1, 5)], []),
    ])
    func leavesWhatIsFree(_ span: Span?, _ taken: [Span?], _ free: [Span?]) throws {
        #expect(try #require(span).subtracting(taken.compactMap { $0 }) == free.compactMap { $0 })
    }
}
