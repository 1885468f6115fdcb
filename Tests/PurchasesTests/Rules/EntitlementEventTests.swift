import Purchases
import Testing

/// What backends are told of entitlements, by examples in days from the present.
struct EntitlementEventTests {
    private static let pro = EntitlementID("pro")
    private static let now = Instant(milliseconds: 1_700_000_000_000)

    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What was told: from, until; nil for nothing.
        let told: (Int64, Int64?)?
        /// What holds.
        let present: (Int64, Int64?)?
        let kinds: [EntitlementEvent.Kind]
    }

    static let examples = [
        Example(testDescription: "nothing", told: nil, present: nil, kinds: []),
        Example(testDescription: "it begins", told: nil, present: (-1, 5), kinds: [.granted]),
        Example(testDescription: "as told", told: (-1, 5), present: (-1, 5), kinds: []),
        Example(testDescription: "longer", told: (-1, 5), present: (-1, 9), kinds: [.extended]),
        Example(testDescription: "for ever", told: (-1, 5), present: (-1, nil), kinds: [.extended]),
        Example(testDescription: "not for ever", told: (-1, nil), present: (-1, 5), kinds: [.shortened]),
        Example(testDescription: "shorter", told: (-1, 5), present: (-1, 2), kinds: [.shortened]),
        Example(
            testDescription: "an earlier beginning is no news", told: (-1, 5), present: (-3, 5), kinds: []),
        Example(testDescription: "it ended as told", told: (-9, -1), present: nil, kinds: [.ended]),
        Example(testDescription: "it ends just now", told: (-9, 0), present: nil, kinds: [.ended]),
        Example(testDescription: "it was taken away", told: (-9, 1), present: nil, kinds: [.revoked]),
        Example(
            testDescription: "what has no end was taken away", told: (-9, nil), present: nil,
            kinds: [.revoked]),
        Example(
            testDescription: "it went on where it ended", told: (-9, -1), present: (-9, 3), kinds: [.extended]
        ),
        Example(
            testDescription: "after a pause it is new", told: (-9, -2), present: (-1, 3),
            kinds: [.ended, .granted]),
    ]

    private static func holding(_ days: (Int64, Int64?)?) throws -> [EntitlementID: EntitlementHolding] {
        guard let days else { return [:] }
        let span = try #require(Span(from: now + .days(days.0), until: days.1.map { now + .days($0) }))
        return [Self.pro: EntitlementHolding(Self.pro, span, source: "chain", sourceID: "1")]
    }

    @Test(arguments: examples)
    func newsIsTheDifference(_ example: Example) throws {
        let (told, present) = (try Self.holding(example.told), try Self.holding(example.present))
        let news = EntitlementNews.between(told: told, and: present, at: Self.now)
        #expect(news.map(\.kind) == example.kinds)
        // Whoever applies them has what holds.
        let known = news.reduce(told[Self.pro]) { _, item in
            [.ended, .revoked].contains(item.kind) ? nil : item.holding
        }
        let holds = present[Self.pro]
        #expect(known?.span.until == holds?.span.until && (known == nil) == (holds == nil))
    }

    @Test func theSourceIsTheOneThatLastsLongest() throws {
        func piece(_ source: String, _ id: String, _ from: Int64, _ until: Int64?) throws -> CountingPeriod {
            let span = try #require(
                Span(from: Self.now + .days(from), until: until.map { Self.now + .days($0) }))
            return CountingPeriod(
                EntitlementHolding(Self.pro, span, source: source, sourceID: id), environment: nil)
        }
        let tie = PresentHoldings(
            [try piece("grant", "1", -1, 5), try piece("chain", "9", -1, 5), try piece("chain", "8", -2, 5)],
            at: Self.now)
        #expect(tie.all[Self.pro]?.source == "chain" && tie.all[Self.pro]?.sourceID == "8")
        let longest = PresentHoldings(
            [try piece("chain", "9", -1, 5), try piece("grant", "1", 5, 8), try piece("grant", "2", 9, nil)],
            at: Self.now)
        #expect(longest.all[Self.pro]?.span.until == Self.now + .days(8))
        #expect(longest.all[Self.pro]?.sourceID == "9" && longest.next == Self.now + .days(8))
        let upcoming = PresentHoldings([try piece("grant", "2", 9, nil)], at: Self.now)
        #expect(upcoming.all.isEmpty && upcoming.next == Self.now + .days(9))
    }
}
