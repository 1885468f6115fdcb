import Purchases
import Testing

/// Source: Apple, `pending_renewal_info`, told as a whole: what it leaves out holds no more.
@Suite struct RenewalStateTests {
    @Test func isNilWithoutInformation() {
        #expect(RenewalState(of: chain([bought(from: 0, to: 30)])) == nil)
        #expect(RenewalState(of: chain([], [renewal(1, extent: .absent)])) == nil)
    }

    /// Everything that information can tell.
    private static func full(_ time: Double, extent: RenewalInfo.Extent = .whole, digest: String = "00")
        -> RenewalInfo
    {
        var info = renewal(
            time, extent: extent, retry: true, grace: 46, autoRenew: true, intent: 2, digest: digest)
        info.autoRenewProductID = ProductID("yearly")
        info.priceConsent = false
        info.offerID = "spring"
        info.winBackOfferIDs = ["back"]
        var billing = BillingRenewal()
        (billing.plan, billing.renewsAfterCommitment) = ("MONTHLY", false)
        info.billing = billing
        return info
    }

    /// What is known but for when.
    private static func told(_ state: RenewalState?) -> [AnyHashable?] {
        [
            state?.autoRenew, state?.autoRenewProductID, state?.expirationIntent, state?.gracePeriodExpiresAt,
            state?.isInBillingRetry, state?.priceConsent, state?.offerID, state?.winBackOfferIDs,
            state?.billing,
        ]
    }

    /// Information of the day after, how much it is, and whether anything is left of what was told before.
    @Test(
        arguments: [
            (32.0, RenewalInfo.Extent.whole, false), (32, .absent, false), (32, .some, true),
            (31, .whole, true), (31, .absent, true), (47, .whole, false),
        ] as [(Double, RenewalInfo.Extent, Bool)])
    func newerInformationReplacesTheFormer(_ time: Double, _ extent: RenewalInfo.Extent, _ isLeft: Bool) {
        for digest in ["ff", ""] {
            let later = renewal(time, extent: extent, digest: digest)
            let state = RenewalState(of: chain([bought(from: 0, to: 30)], [Self.full(31), later]))
            let alone = RenewalState(of: chain([bought(from: 0, to: 30)], [Self.full(31)]))
            let nothing = RenewalState(of: chain([bought(from: 0, to: 30)], [renewal(time, extent: .some)]))
            #expect(Self.told(state) == Self.told(isLeft ? alone : nothing))
            #expect(state?.knownAt == day(time))
        }
    }

    @Test func fieldsBesideANotificationChangeOnlyWhatTheyName() throws {
        let named = renewal(32, extent: .some, autoRenew: false)
        let state = try #require(
            RenewalState(of: chain([bought(from: 0, to: 30)], [Self.full(31), named])))
        #expect(state.autoRenew == false && state.priceConsent == false && state.offerID == "spring")
        #expect(state.isInBillingRetry == true && state.gracePeriodExpiresAt == day(46))
        let replaced = try #require(
            RenewalState(of: chain([bought(from: 0, to: 30)], [Self.full(31), named, renewal(33)])))
        #expect(replaced.autoRenew == nil && replaced.priceConsent == nil)
    }

    /// A list without an entry may stand in a notification that names whether it renews.
    @Test func whatStandsBesideAListWithoutAnEntryIsTold() throws {
        let named = renewal(32, extent: .absent, autoRenew: false)
        let state = try #require(
            RenewalState(of: chain([bought(from: 0, to: 30)], [Self.full(31), named])))
        #expect(state.autoRenew == false && state.priceConsent == nil && state.isInBillingRetry == nil)
        #expect(RenewalState(of: chain([bought(from: 0, to: 30)], [named]))?.autoRenew == false)
    }

    @Test func informationOfOneTimeIsOneWord() throws {
        let told = [
            renewal(31, autoRenew: true, digest: "01"), renewal(31, extent: .some, intent: 2, digest: "00"),
            renewal(31, retry: true, digest: "02"),
        ]
        for order in [told, told.reversed()] {
            let state = try #require(RenewalState(of: chain([bought(from: 0, to: 30)], order)))
            #expect(state.autoRenew == true && state.expirationIntent == 2 && state.isInBillingRetry == true)
        }
    }

    /// The grace period is a fact of the past; renewal information that no longer has it tells of none.
    @Test(arguments: [(47.0, nil), (32, nil), (31, 46)] as [(Double, Double?)])
    func aGracePeriodStaysAFactThoughItIsToldNoMore(_ time: Double, _ grace: Double?) throws {
        let facts = chain(
            [bought(from: 0, to: 30)],
            [renewal(31, retry: true, grace: 46), renewal(time, retry: true, digest: "ff")])
        let state = try #require(RenewalState(of: facts))
        #expect(state.gracePeriodExpiresAt == grace.map { day($0) })
        let coverage = Coverage(of: timeline(facts), catalog: .example)
        #expect(
            coverage.pieces.last { $0.kind == .grace }?.span.until == day(min(time == 31 ? 46 : time, 46)))
    }

    /// A purchase of another document, such as a receipt, ends what was told of the period that it begins.
    @Test func aPurchaseMakesWhatWasAskedAboutItThePast() throws {
        let facts = chain([bought(from: 0, to: 30), bought("2", from: 50, to: 80)], [Self.full(31)])
        let state = try #require(RenewalState(of: facts))
        #expect(state.isInBillingRetry == nil && state.expirationIntent == nil)
        #expect(state.gracePeriodExpiresAt == nil && state.priceConsent == nil && state.offerID == nil)
        #expect(state.winBackOfferIDs.isEmpty)
        #expect(state.autoRenew == true && state.autoRenewProductID == ProductID("yearly"))
        #expect(state.billing?.renewsAfterCommitment == false)
    }

    /// Apple charges, signs and tells a renewal up to a day before its period begins.
    @Test(arguments: [(29.5, 29.5, false), (28, 28, nil), (29.5, 30, nil)] as [(Double, Double, Bool?)])
    func whatIsToldWithARenewalSpeaksOfWhatFollowsIt(
        _ time: Double, _ known: Double, _ consent: Bool?
    ) throws {
        var told = renewal(time, autoRenew: true)
        told.priceConsent = false
        let renewed = bought(
            "2", product: "monthly", from: day(30), to: day(60), told: document(day(time)),
            knownAt: day(known))
        let state = try #require(RenewalState(of: chain([bought(from: 0, to: 30), renewed], [told])))
        #expect(state.priceConsent == consent)
    }

    @Test func aNewCommitmentIsNotCancelledByTheOneBefore() throws {
        let payments = [12, 1].enumerated().map { index, number in
            bought("\(index + 1)", from: Double(index * 30), to: Double(index * 30 + 30)) {
                $0.billing = payment(number)
            }
        }
        #expect(RenewalState(of: chain([payments[0]], [Self.full(3)]))?.billing != nil)
        #expect(RenewalState(of: chain(payments, [Self.full(3)]))?.billing == nil)
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
