import Purchases
import Testing

/// Source: revenuecat verifyReceiptSample1.json: nine Sandbox purchases that change plan.
@Suite struct SandboxSampleTests {
    private static let monthly = "com.revenuecat.monthly_4.99.1_week_intro"
    private static let annual = "com.revenuecat.annual_39.99.2_week_intro"
    private static let purchases =
        [
            (1_594_755_206_000, 1_594_755_386_000), (1_594_755_400_000, 1_594_755_700_000),
            (1_594_762_977_000, 1_594_763_277_000), (1_594_763_277_000, 1_594_763_577_000),
            (1_594_763_577_000, 1_594_763_877_000), (1_594_763_877_000, 1_594_764_177_000),
            (1_594_764_177_000, 1_594_764_477_000), (1_594_764_500_000, 1_594_764_800_000),
            (1_595_439_546_000, 1_595_443_146_000),
        ] as [(Int64, Int64)]

    private var sample: Chain {
        let told = document(at("2020-07-22T17:54:46Z"))
        let ids = SandboxSampleTests.purchases.indices.map {
            $0 == 0 ? "1000000692878476" : "100000069\(2_900_000 + $0)"
        }
        var facts = Chain(id: ChainID(OriginalTransactionID(ids[0]), in: .sandbox))
        for (index, dates) in SandboxSampleTests.purchases.enumerated().reversed() {
            let product = index == 8 ? SandboxSampleTests.annual : SandboxSampleTests.monthly
            let (from, to) = (Instant(milliseconds: dates.0), Instant(milliseconds: dates.1))
            facts.merge(
                bought(ids[index], product: product, from: from, to: to, line: "L\(index)", told: told) {
                    $0.isTrial = index == 0
                })
        }
        facts.noteList(ids.map { TransactionID($0) })
        return facts
    }

    @Test func hasNinePiecesAndTwoLapses() {
        let line = timeline(sample, catalog: Catalog())
        #expect(sample.productID?.rawValue == SandboxSampleTests.annual)
        #expect(sample.transactions.count == 9)
        #expect(sample.isHistoryComplete)
        let pieces = Coverage(of: line, catalog: Catalog()).pieces
        #expect(
            pieces.map { "\($0.kind.rawValue) \($0.span.from)" } == [
                "trial 2020-07-14T19:33:26Z", "gap 2020-07-14T19:36:26Z", "paid 2020-07-14T19:36:40Z",
                "gap 2020-07-14T19:41:40Z", "paid 2020-07-14T21:42:57Z", "gap 2020-07-14T22:07:57Z",
                "paid 2020-07-14T22:08:20Z", "gap 2020-07-14T22:13:20Z", "paid 2020-07-22T17:39:06Z",
            ])
        #expect(pieces.last?.span.until == at("2020-07-22T18:39:06Z"))
        #expect(Lapse.lapses(of: line).map(\.days) == [0, 7])
        #expect(Lapse.lapses(of: line).allSatisfy { !$0.resetsCommission })
        let clock = CommissionClock(of: line, at: at("2026-01-01"), isSmallBusiness: false)
        #expect(clock.paidServiceDays == 0)
    }

    @Test(arguments: [
        ([AppStoreEnvironment.production], Reason.Rule.environmentNotServed),
        ([.production, .sandbox], .active),
    ])
    func countsOnlyWhereSandboxIsServed(_ served: [AppStoreEnvironment], _ rule: Reason.Rule) {
        let facts = access([sample], catalog: Catalog(), serving: Set(served))
        let verdict = facts.verdict(
            for: EntitlementID(SandboxSampleTests.annual), at: at("2020-07-22T18:00:00Z"))
        #expect(verdict.isEntitled == (rule == .active))
        #expect(verdict.because.map(\.rule) == [rule])
    }
}
