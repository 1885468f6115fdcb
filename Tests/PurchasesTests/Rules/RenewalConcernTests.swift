import Testing

@testable import Purchases

/// What the next renewal gives cause to talk about, and what the agent is advised.
@Suite struct RenewalConcernTests {
    /// A chain or more, and the advice on premium on a day.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let chains: [Chain]
        var grants: [Grant] = []
        var owed: [OwedPurchase] = []
        var time = 5.0
        let step: NextStep
    }

    static let month = bought("1", from: 0, to: 30)
    static let lifelong = bought("9", product: "forever", from: 0)
    static let nothing = NextStep.access(.active)

    private static func told(
        _ time: Double = 0, autoRenew: Bool? = true, consent: Bool? = nil, product: String? = nil,
        retry: Bool? = nil, grace: Double? = nil
    ) -> RenewalInfo {
        var info = renewal(time, retry: retry, grace: grace, autoRenew: autoRenew)
        info.priceConsent = consent
        info.autoRenewProductID = product.map { ProductID($0) }
        return info
    }

    private static func shared() -> Transaction {
        bought("1", from: 0, to: 30) { $0.ownership = .familyShared }
    }

    static let examples = [
        Example(
            testDescription: "renews", chains: [chain([month], [told(product: "monthly")])], step: nothing),
        Example(testDescription: "nothing is told", chains: [chain([month])], step: nothing),
        Example(
            testDescription: "turned off", chains: [chain([month], [told(autoRenew: false)])],
            step: .renewal(.off)),
        Example(
            testDescription: "turned off and on again",
            chains: [chain([month], [told(autoRenew: false), told(2)])], step: nothing),
        Example(
            testDescription: "turned off before it was bought again",
            chains: [chain([month, bought("2", from: 30, to: 60)], [told(3, autoRenew: false)])], time: 40,
            step: nothing),
        Example(
            testDescription: "the price waits for an answer",
            chains: [chain([month], [told(consent: false, product: "monthly")])],
            step: .renewal(.priceIncrease)),
        Example(
            testDescription: "the price is agreed to",
            chains: [chain([month], [told(consent: false), told(2, consent: true)])], step: nothing),
        Example(
            testDescription: "turned off, so that no price matters",
            chains: [chain([month], [told(autoRenew: false, consent: false)])], step: .renewal(.off)),
        Example(
            testDescription: "changes to another plan",
            chains: [chain([bought("1", product: "yearly", from: 0, to: 365)], [told(product: "monthly")])],
            step: .renewal(.downgrade)),
        Example(
            testDescription: "has changed its plan",
            chains: [
                chain(
                    [month, bought("2", product: "yearly", from: 30, to: 395)], [told(product: "yearly")])
            ], time: 40, step: nothing),
        Example(
            testDescription: "an old word about another plan",
            chains: [
                chain(
                    [month, bought("2", product: "yearly", from: 20, to: 385)], [told(3, product: "monthly")])
            ], time: 40, step: nothing),
        Example(
            testDescription: "in a grace period the payment method comes first",
            chains: [chain([month], [told(30, consent: false, retry: true, grace: 46)])], time: 40,
            step: .access(.gracePeriod)),
        Example(
            testDescription: "in retry the payment method comes first",
            chains: [chain([month], [told(30, product: "yearly", retry: true)])], time: 40,
            step: .access(.billingRetry)),
        Example(
            testDescription: "somebody else's subscription, shared",
            chains: [chain([shared()], [told(autoRenew: false)])], step: nothing),
        Example(
            testDescription: "something else gives it without end",
            chains: [chain([month], [told(autoRenew: false)]), chain(id: "9", [lifelong])], step: nothing),
        Example(
            testDescription: "a grant that ends later does not renew either",
            chains: [chain([month], [told(autoRenew: false)])], grants: [grant("g1", 0, 60)],
            step: .renewal(.off)),
        Example(
            testDescription: "another subscription runs for longer",
            chains: [
                chain([month], [told(autoRenew: false)]),
                chain(id: "5", [bought("5", product: "yearly", from: 0, to: 365)], [told()]),
            ], step: nothing),
        Example(
            testDescription: "as of a month that was renewed",
            chains: [
                chain([month, bought("2", from: 30, to: 60)], [told(31, autoRenew: false)])
            ], time: 5, step: nothing),
        Example(
            testDescription: "after its end", chains: [chain([month], [told(autoRenew: false)])], time: 31,
            step: .access(.expired)),
        Example(
            testDescription: "what is owed comes first",
            chains: [chain([month], [told(autoRenew: false)])], owed: [owed],
            step: .ticket(.makeGood)),
    ]

    private static let owed = OwedPurchase(
        ticket: TicketID("7"), group: .lossOfFunds, product: ProductID("monthly"), originalTransactionID: nil,
        money: nil, isTrial: false, isProven: true, chargedAt: day(1), lost: nil,
        entitlements: [Catalog.premium], cause: .late, expectedEnd: .madeGood, nextStep: .makeGood)

    @Test(arguments: examples) func theAdviceIsAboutTheNextRenewal(_ example: Example) {
        let access = access(example.chains, grants: example.grants, owed: example.owed)
        #expect(access.verdict(for: Catalog.premium, at: day(example.time)).nextStep == example.step)
    }

    /// Lists find chains by what is kept of them: it says the same as the verdict at every moment that matters.
    @Test(arguments: examples) func whatIsKeptSaysTheSame(_ example: Example) {
        for timeline in example.chains.map({ timeline($0) }) {
            let kept = timeline.renewalConcern
            for time in stride(from: -1.0, through: 70, by: 0.5) {
                guard let found = timeline.renewalConcern(at: day(time)) else { continue }
                #expect(kept?.concern == found && day(time) < kept?.until ?? .earliest)
            }
        }
    }
}
