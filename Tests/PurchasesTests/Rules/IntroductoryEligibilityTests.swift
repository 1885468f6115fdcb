import Purchases
import Testing

/// Source: Apple, "Introductory offer once per group per customer".
@Suite struct IntroductoryEligibilityTests {
    private static func eligible(_ change: @escaping (inout TransactionValues) -> Void, _ time: Double)
        -> Bool?
    {
        let own = timeline(chain([bought(from: 0, to: 30, change)]))
        return IntroductoryEligibility.isEligible(own, among: [own], catalog: .example, at: day(time))
    }

    @Test func isLostWhileSubscribedAndForGoodOnceUsed() {
        #expect(Self.eligible({ _ in }, 10) == false)
        #expect(Self.eligible({ _ in }, 30) == true)
        #expect(Self.eligible({ $0.isTrial = true }, 40) == false)
        #expect(Self.eligible({ $0.isIntroductoryOffer = true }, 40) == false)
        #expect(Self.eligible({ $0.offerType = 1 }, 40) == false)
        #expect(Self.eligible({ $0.offerType = 2 }, 40) == true)
        #expect(Self.eligible({ ($0.isTrial, $0.ownership) = (true, .familyShared) }, 40) == true)
        #expect(Self.eligible({ ($0.isTrial, $0.revocation) = (true, revoked(3)) }, 40) == false)
        #expect(Self.eligible({ $0.isTrial = true }, -1) == true)
    }

    @Test(arguments: [
        ("yearly", AppStoreEnvironment.production, false), ("yearly", .sandbox, true),
        ("unlisted", .production, true),
    ])
    func looksAtAllChainsOfTheGroup(_ product: String, _ environment: AppStoreEnvironment, _ expected: Bool) {
        let other = chain(id: "9", in: environment, [bought("9", product: product, from: 40, to: 90)])
        let lines = timelines(chain([bought(from: 0, to: 30)]), other)
        #expect(
            IntroductoryEligibility.isEligible(lines[0], among: lines, catalog: .example, at: day(50))
                == expected)
    }

    @Test(arguments: [(35.0, false), (60, false), (90, true)])
    func graceAndRetryAreSubscribed(_ time: Double, _ expected: Bool) {
        let own = timeline(chain([bought(from: 0, to: 30)], [renewal(31, retry: true, grace: 46)]))
        #expect(
            IntroductoryEligibility.isEligible(own, among: [own], catalog: .example, at: day(time))
                == expected)
    }

    @Test func isUnknownWithoutAGroup() {
        let own = timeline(chain([bought(product: "unlisted", from: 0, to: 30)]))
        #expect(IntroductoryEligibility.isEligible(own, among: [own], catalog: .example, at: day(1)) == nil)
    }
}
