import Purchases
import Testing

/// Source: docs/architecture.md, an entitlement holds while any served chain or unrevoked grant gives it.
@Suite struct AccessSourcesTests {
    private let first = chain(id: "1", [bought("1", from: 0, to: 30)])
    private let second = chain(id: "2", [bought("2", product: "yearly", from: 10, to: 50)])

    @Test(
        arguments: [
            (5.0, "chain 1"), (15, "chain 2"), (45, "grant g"), (55, "grant g"), (70, nil), (-1, nil),
        ] as [(Double, String?)])
    func theLatestEndIsTheSource(_ time: Double, _ source: String?) {
        let verdict = access([first, second], grants: [grant("g", 40, 60), grant("h", 0, 12)])
            .verdict(for: Catalog.premium, at: day(time))
        #expect(verdict.source.map { "\($0.kind) \($0.id)" } == source)
        #expect(verdict.sources.count == 4)
    }

    @Test func noEndGoesFirstThenTheChain() {
        let endless = chain(id: "3", [bought("3", product: "forever", from: 0)])
        let verdict = access([first, endless], grants: [grant("g", 0, nil), grant("a", 0, 30)])
            .verdict(for: Catalog.premium, at: day(5))
        #expect(verdict.sources.map(\.origin.id) == ["3", "g", "1", "a"])
        #expect(verdict.until == nil)
        #expect(verdict.isEntitled)
    }

    @Test func sourcesShowTheirOwnTimes() {
        let verdict = access([first], grants: [grant("g", 30, 40)]).verdict(for: Catalog.premium, at: day(35))
        #expect(verdict.sources.map(\.span) == [days(30, 40), days(0, 30)])
        #expect(verdict.sources.map(\.status) == ["active", "expired"])
        #expect(verdict.sources.map(\.holds) == [true, false])
        #expect(verdict.sources.map(\.environment) == [nil, .production])
        #expect(verdict.since == day(0))
    }

    @Test func aGapParts() {
        let runs = access([first], grants: [grant("g", 31, 40)]).runs(of: Catalog.premium)
        #expect(runs == [days(0, 30), days(31, 40)].compactMap { $0 })
    }

    @Test(arguments: [
        (false, [AppStoreEnvironment.production], false), (true, [.production], true),
        (false, [.production, .sandbox], true), (false, [], false),
    ])
    func sandboxCountsWhereServedOrForTesters(
        _ isTester: Bool, _ served: [AppStoreEnvironment], _ isEntitled: Bool
    ) {
        let facts = access(
            [chain(in: .sandbox, [bought(from: 0, to: 30)])], tester: isTester, serving: Set(served))
        #expect(facts.verdict(for: Catalog.premium, at: day(1)).isEntitled == isEntitled)
    }

    @Test func testersHaveNothingFromXcode() {
        let facts = access([chain(in: .xcode, [bought(from: 0, to: 30)])], tester: true)
        #expect(!facts.verdict(for: Catalog.premium, at: day(1)).isEntitled)
    }

    @Test func listsEveryEntitlementByName() {
        let chains = [
            second, chain(id: "4", [bought("4", product: "coins", from: 0)]),
            chain(id: "5", [bought("5", product: "mystery", from: 0)]),
        ]
        let facts = access(chains, grants: [grant("g", 0, 1, entitlement: EntitlementID("vip"))])
        #expect(facts.entitlements().map(\.rawValue) == ["extras", "mystery", "premium", "vip"])
        let asked = facts.verdicts(at: day(0), asking: EntitlementID("aaa")).map(\.entitlement.rawValue)
        #expect(asked == ["aaa", "extras", "mystery", "premium", "vip"])
    }

    @Test(
        arguments: [
            (days(30, 33), 3 * 86_400), (days(28, 33), 3 * 86_400), (days(5, 9), 0),
            (days(28, 45), 10 * 86_400),
            (days(60, nil), nil),
        ] as [(Span?, Int?)])
    func gainsWhatIsNotHeldYet(_ span: Span?, _ seconds: Int?) throws {
        let facts = access([first], grants: [grant("g", 33, 38)])
        #expect(try facts.gained(of: Catalog.premium, by: #require(span))?.wholeSeconds == seconds)
    }

    @Test func nothingIsGainedOverTimeWithoutEnd() throws {
        let facts = access(grants: [grant("g", 0, nil)])
        #expect(try facts.gained(of: Catalog.premium, by: #require(days(5, nil))) == .zero)
    }

    @Test func isKnownSinceTheNewestWordOfTheChainAndNeverForAGrant() {
        let facts = access([chain([bought(from: 0, to: 30)], newest: day(12))], grants: [grant("g", 20, 40)])
        #expect(facts.verdict(for: Catalog.premium, at: day(5)).knownAt == day(12))
        #expect(facts.verdict(for: Catalog.premium, at: day(35)).knownAt == nil)
    }
}
