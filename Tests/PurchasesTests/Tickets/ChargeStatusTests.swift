import Testing

@testable import Purchases

/// What becomes of the money of one charge.
struct ChargeStatusTests {
    @Test(arguments: [
        (false, false, ChargeStatus.untold), (true, false, .delivered), (false, true, .refunded),
        (true, true, .refunded),
    ])
    func withoutATicketTheFactsSay(_ isExtended: Bool, _ isRefunded: Bool, _ standing: ChargeStatus) {
        #expect(ChargeStatus(isExtended: isExtended, isRefundedInFull: isRefunded) == standing)
    }

    static let ends: [(TicketResolution?, ChargeStatus, ChargeStatus)] = [
        (nil, .open, .open), (.madeGood, .madeGood, .madeGood), (.credited, .credited, .credited),
        (.refunded, .untold, .untold), (.writtenOff, .writtenOff, .writtenOff),
        (.delivered, .delivered, .delivered), (.duplicate, .untold, .uncounted),
        (.notCharged, .untold, .uncounted), (.superseded, .untold, .uncounted),
        (.withdrawn, .untold, .uncounted),
    ]

    @Test(arguments: ends)
    func withATicketItsEndSays(
        _ end: TicketResolution?, _ proven: ChargeStatus, _ byWord: ChargeStatus
    ) {
        #expect(standing(.untold, end, isProven: true) == proven)
        #expect(standing(.untold, end, isProven: false) == byWord)
    }

    @Test(arguments: ends)
    func whatSomebodySaidTakesNothingOut(
        _ end: TicketResolution?, _ proven: ChargeStatus, _ byWord: ChargeStatus
    ) {
        for isProven in [true, false] {
            #expect(
                standing(.untold, end, isProven: isProven, isWithoutProof: true) == .closedWithoutProof)
            #expect(standing(.refunded, end, isProven: isProven, isWithoutProof: true) == .refunded)
        }
    }

    /// A delivery that came after somebody had said something else.
    @Test(arguments: [TicketResolution.delivered, .refunded, .duplicate, .notCharged, .superseded])
    func whatWasDeliveredIsDelivered(_ end: TicketResolution) {
        #expect(standing(.delivered, end, isProven: false) == .delivered)
    }

    private func standing(
        _ facts: ChargeStatus, _ end: TicketResolution?, isProven: Bool, isWithoutProof: Bool = false
    ) -> ChargeStatus {
        ChargeStatus(
            ticketed: facts, resolution: end, isProven: isProven, isWithoutProof: isWithoutProof)
    }

    @Test(arguments: ends)
    func whatWentBackIsNobodysLossAnyMore(
        _ end: TicketResolution?, _ proven: ChargeStatus, _ byWord: ChargeStatus
    ) {
        for isProven in [true, false] {
            #expect(standing(.refunded, end, isProven: isProven) == .refunded)
        }
    }

    /// The price, the share that went back in thousandths of a per cent, and what is kept of both.
    @Test(
        arguments: [
            (9990, 50_000, 9990, 5000), (9990, 3000, 9990, 300), (9990, 100_000, 9990, 9990),
            (9990, 0, 9990, 0), (9990, -5, 9990, 0), (9990, 1 << 40, 9990, 9990), (0, 50_000, 0, 0),
            (-500, 50_000, -500, -250), (1_000_000_000_000, 100_000, 1_000_000_000_000, 1_000_000_000_000),
            (1_000_000_000_001, 100_000, nil, 0), (.max, 50_000, nil, 0), (.min, 99_999, nil, 0),
        ] as [(Int64, Int, Int64?, Int64)])
    func aShareIsGivenBackAndTheRestStands(
        _ price: Int64, _ share: Int, _ charged: Int64?, _ refunded: Int64
    ) {
        let money = ChargedMoney(
            of: charge { values in
                values.price = Money(milliunits: price, currency: "EUR")
                values.revocation = .revoked(
                    Revocation(at: Instant(milliseconds: 9), toldKind: .refund, percentage: share))
            }, catalog: Catalog())
        #expect(money.money?.milliunits == charged && money.refunded == refunded)
    }

    @Test func aPriceOfNoCurrencyIsNone() {
        let money = ChargedMoney(
            of: charge { $0.price = Money(milliunits: 5, currency: "") }, catalog: Catalog())
        #expect(money.money == nil)
    }

    @Test func theCatalogueSaysWhatNothingElseDoes() {
        let tea = Product(
            id: ProductID("tea"), kind: .consumable, entitlements: [], period: nil, prices: ["EUR": 990])
        let priced = { (quantity: Int) -> Money? in
            ChargedMoney(
                of: self.charge { ($0.storefront, $0.quantity) = ("DEU", quantity) }, catalog: Catalog([tea])
            ).money
        }
        #expect(priced(3) == Money(milliunits: 2970, currency: "EUR", isListPrice: true))
        #expect(priced(Int.max) == nil, "more than a number holds")
        #expect(ChargedMoney(of: charge { _ in }, catalog: Catalog([tea])).money == nil)
    }

    private func charge(_ fill: (inout TransactionValues) -> Void) -> StoreCharge {
        var values = TransactionValues()
        values.productID = ProductID("tea")
        values.purchasedAt = Instant(milliseconds: 1)
        values.ownership = .purchased
        fill(&values)
        let observation = TransactionObservation(
            transactionID: TransactionID("1"), originalTransactionID: OriginalTransactionID("1"),
            environment: .production, values: values)
        let precedence = Precedence(documentTime: Instant(milliseconds: 2), isSigned: false, digest: "")
        return StoreCharge(
            Transaction(observation, precedence: precedence, knownAt: Instant(milliseconds: 2)),
            of: ChainID(OriginalTransactionID("1"), in: .production), owner: AppUserID("u_1"),
            catalog: Catalog())
    }
}
