import Testing

@testable import Purchases

/// Source: the project's rule of owners: what takes access from somebody is a lead's to decide.
struct TakingRuleTests {
    /// A verdict: access until a day, without end for nil, and none at all for a day that is over.
    private static func held(_ name: String = "premium", until end: Double?) -> EntitlementAccess {
        let isEntitled = end.map { $0 > 0 } ?? true
        return EntitlementAccess(
            entitlement: EntitlementID(name), isEntitled: isEntitled, since: nil,
            until: isEntitled ? end.map { day($0) } : nil, source: nil, sources: [], because: [],
            knownAt: nil, isStale: false, owed: [], nextStep: .usedUp([]))
    }

    private static let examples: [(String, [EntitlementAccess], [EntitlementAccess], Bool)] = [
        ("it ends", [held(until: 9)], [held(until: -1)], true),
        ("nothing of it is left", [held(until: 9)], [], true),
        ("it ends sooner", [held(until: 9)], [held(until: 8)], true),
        ("it has an end", [held(until: nil)], [held(until: 9)], true),
        ("another goes on", [held(until: 9), held("pro", until: 9)], [held("pro", until: 9)], true),
        ("it stays", [held(until: 9)], [held(until: 9)], false),
        ("it grows", [held(until: 9)], [held(until: nil)], false),
        ("it had ended", [held(until: -1)], [], false),
        ("there was none", [], [held(until: 9)], false),
    ]

    @Test(arguments: examples)
    func whoHasLessLoses(
        _ name: String, _ before: [EntitlementAccess], _ after: [EntitlementAccess], _ isLess: Bool
    ) {
        let (one, two) = (AppUserID("u_1"), AppUserID("u_2"))
        let losers = TakingRule.losers(before: [one: before, two: []], after: [one: after, two: after])
        #expect(losers == (isLess ? [one] : []), "\(name)")
    }

    @Test func agentsAloneAskBeforeTheyTake() {
        #expect(Role.allCases.filter(\.asksBeforeTaking) == [.agent])
    }
}
