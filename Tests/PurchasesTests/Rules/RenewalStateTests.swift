import Purchases
import Testing

/// Source: Apple, `pending_renewal_info`; what a later document leaves out is not thereby gone.
@Suite struct RenewalStateTests {
    @Test func isNilWithoutInformation() {
        #expect(RenewalState(of: chain([bought(from: 0, to: 30)])) == nil)
        #expect(RenewalState(of: chain([], [renewal(1, extent: .absent)])) == nil)
    }

    @Test func joinsWhatDocumentsTell() throws {
        let told = [
            renewal(31, retry: true, grace: 46, autoRenew: true), renewal(32, extent: .some, intent: 2),
        ]
        let state = try #require(RenewalState(of: chain([bought(from: 0, to: 30)], told)))
        #expect(state.autoRenew == true)
        #expect(state.isInBillingRetry == true)
        #expect(state.gracePeriodExpiresAt == day(46))
        #expect(state.expirationIntent == 2)
        #expect(state.knownAt == day(32))
    }

    @Test(arguments: [(32.0, nil), (31, true)] as [(Double, Bool?)])
    func silenceAboutRetryCountsWhenNewer(_ time: Double, _ retry: Bool?) {
        let told = [renewal(31, retry: true), renewal(time, digest: "ff")]
        #expect(RenewalState(of: chain([bought(from: 0, to: 30)], told))?.isInBillingRetry == retry)
    }

    /// A later document, whether it carries everything, and the day to which grace is then told.
    @Test(
        arguments: [
            (32.0, RenewalInfo.Extent.whole, nil), (32, .absent, nil), (32, .some, 46), (31, .whole, 46),
            (47, .whole, 46),
        ] as [(Double, RenewalInfo.Extent, Double?)])
    func aGracePeriodThatWasDroppedIsToldNoMore(
        _ time: Double, _ extent: RenewalInfo.Extent, _ grace: Double?
    ) throws {
        let told = [
            renewal(31, retry: true, grace: 46),
            renewal(time, extent: extent, retry: extent == .absent ? nil : true, digest: "ff"),
        ]
        let facts = chain([bought(from: 0, to: 30)], told)
        let state = try #require(RenewalState(of: facts))
        #expect(state.gracePeriodExpiresAt == grace.map { day($0) })
        let coverage = Coverage(of: timeline(facts), catalog: .example)
        let end = coverage.pieces.last { $0.kind == .grace }?.span.until
        #expect(end == day(grace ?? time))
    }

    @Test func aPurchaseMakesRetryThePast() throws {
        let facts = chain(
            [bought(from: 0, to: 30), bought("2", from: 50, to: 80)],
            [renewal(31, retry: true, grace: 46, autoRenew: true, intent: 2)])
        let state = try #require(RenewalState(of: facts))
        #expect(state.autoRenew == true)
        #expect(state.isInBillingRetry == nil)
        #expect(state.expirationIntent == nil)
        #expect(state.gracePeriodExpiresAt == nil)
    }

    @Test(
        arguments: zip(
            1...5, ["customer_cancelled", "billing_error", "price_increase", "product_unavailable", "other"]))
    func namesWhyItExpired(_ intent: Int, _ code: String) {
        #expect(ExpirationReason(rawValue: intent)?.code == code)
        let facts = chain([bought(from: 0, to: 30)], [renewal(31, intent: intent)])
        let reason = ChainReason(timeline: timeline(facts), instant: day(40)).reason
        #expect(reason.rule == .expired)
        let bought = AccessFact.Bought(product: ProductID("monthly"), transaction: TransactionID("1"))
        #expect(reason.fact == .expired(bought, ExpirationReason(rawValue: intent), nil))
    }
}
