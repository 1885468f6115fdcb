import Purchases
import Testing

/// Source: Apple, `is_upgraded`; "one active subscription per group"; upgrades take effect at once.
@Suite struct UpgradeTests {
    private let upgraded = bought("1", from: 0, to: 30) {
        $0.isUpgraded = true
        $0.revocation = revoked(10)
    }

    @Test func endsAtTheNextPurchaseOfTheChain() {
        let line = timeline(chain([upgraded, bought("2", product: "yearly", from: 10, to: 375)]))
        #expect(line.runs.map(\.span) == [days(0, 10), days(10, 375)])
        #expect(line.runs.map(\.end) == [.replacement, .term])
        #expect(line.accessPeriods.map(\.product.rawValue) == ["monthly", "yearly"])
        #expect(line.accessSpans == [days(0, 375)])
    }

    @Test(arguments: [
        ("yearly", AppStoreEnvironment.production, 12.0, days(0, 12)), ("yearly", .sandbox, 12, days(0, 30)),
        ("other", .production, 12, days(0, 30)), ("yearly", .production, 40, days(0, 30)),
    ])
    func endsAtTheNextPurchaseOfTheGroup(
        _ product: String, _ environment: AppStoreEnvironment, _ time: Double, _ span: Span?
    ) {
        let other = chain(id: "9", in: environment, [bought("9", product: product, from: time, to: 400)])
        #expect(timelines(chain([upgraded]), other)[0].runs.map(\.span) == [span])
    }

    @Test func theEarlierOfBothReplacesIt() {
        let other = chain(id: "9", [bought("9", product: "yearly", from: 12, to: 400)])
        let own = chain([upgraded, bought("2", from: 20, to: 50)])
        #expect(timelines(own, other)[0].runs[0].span == days(0, 12))
    }

    @Test func runsToItsExpiryWhileTheReplacementIsUnknown() {
        let line = timeline(chain([upgraded]))
        #expect(line.runs[0].isAwaitingReplacement)
        #expect(line.status(at: day(29)) == .active)
        let verdict = access([chain([upgraded])]).verdict(for: Catalog.premium, at: day(15))
        #expect(verdict.because.map(\.rule) == [.active, .upgraded])
        #expect(verdict.nextStep == .access(.upgraded))
    }

    @Test func theGroupMayBeToldByTheTransactions() {
        var chains: [Chain] = []
        for (id, from, isUpgraded) in [("1", 0.0, true), ("9", 12, false)] {
            let transaction = bought(id, product: "unlisted", from: from, to: from + 30) {
                $0.group = SubscriptionGroupID("g")
                $0.isUpgraded = isUpgraded
            }
            chains.append(chain(id: id, [transaction]))
        }
        #expect(timelines(chains[0], chains[1])[0].runs[0].span == days(0, 12))
    }
}
