import CustomDump
import Purchases
import Testing

/// Source: the rules of access: consumables give none, so that no verdict lists them; here nothing else was bought.
@Suite struct UsedUpPurchaseTests {
    private static let coins = bought("1", product: "coins", from: 1)
    private static let named = AccessFact.usedUp(
        .init(product: ProductID("coins"), transaction: TransactionID("1")))

    @Test func theVerdictSaysWhatWasBought() {
        let known = access([chain([Self.coins])])
        #expect(known.verdicts(at: day(9)).isEmpty)
        let verdict = known.verdict(for: Catalog.premium, at: day(9))
        expectNoDifference(verdict.because, [Reason(.consumable, Self.named, at: day(1))])
        #expect(!verdict.isEntitled && verdict.nextStep == .usedUp([ProductID("coins")]))
        #expect(ReplySituation(of: verdict, at: day(9)) == .consumable)
        #expect(known.nextStep(at: day(9)) == .usedUp([ProductID("coins")]))
        #expect(known.verdict(for: Catalog.premium, at: day(0)).because.map(\.rule) == [.noRecord])
        #expect(known.nextStep(at: day(0)) == .access(.noRecord))
    }

    /// The newest of each product counts, and the newest product comes first.
    @Test func eachProductIsNamedOnce() {
        let catalog = Catalog([
            Product(id: ProductID("coins"), kind: .consumable),
            Product(id: ProductID("gems"), kind: .consumable),
        ])
        let known = access(
            [
                chain(id: "1", [bought("1", product: "coins", from: 1)]),
                chain(id: "2", [bought("2", product: "gems", from: 2)]),
                chain(id: "3", [bought("3", product: "coins", from: 3)]),
            ], catalog: catalog)
        #expect(known.usedUp(at: day(9)).map(\.at) == [day(3), day(2)])
        #expect(known.nextStep(at: day(9)) == .usedUp([ProductID("coins"), ProductID("gems")]))
        #expect(known.nextStep(at: day(2.5)) == .usedUp([ProductID("gems"), ProductID("coins")]))
    }

    @Test func whatAppleRefundedIsSaidToBe() {
        let refunded = bought("1", product: "coins", from: 1) { $0.revocation = revoked(5) }
        let known = access([chain([refunded])])
        #expect(known.usedUp(at: day(9)).map(\.rule) == [.revokedRefund])
        #expect(known.nextStep(at: day(9)) == .access(.revokedRefund))
        #expect(known.nextStep(at: day(4)) == .usedUp([ProductID("coins")]))
    }

    @Test func anotherVerdictComesBefore() {
        let month = chain(id: "2", [bought("2", from: 0, to: 30)])
        let known = access([chain([Self.coins]), month])
        #expect(known.nextStep(at: day(40)) == .access(.expired))
        #expect(known.verdict(for: Catalog.premium, at: day(40)).because.map(\.rule) == [.expired])
    }

    /// Nothing expired, and no clock runs.
    @Test(arguments: ["coins", "mystery"])
    func aChainOfSuchPurchasesHasNeitherEndNorClock(_ product: String) {
        let life = timeline(chain([bought(product: product, from: 1)]))
        #expect(life.status(at: day(0)) == .upcoming)
        #expect(life.status(at: day(9)) == ChainStatus.none)
        let clock = CommissionClock(of: life, at: day(9), isSmallBusiness: false)
        #expect(clock.percent == nil && clock.paidServiceDays == 0)
    }
}
