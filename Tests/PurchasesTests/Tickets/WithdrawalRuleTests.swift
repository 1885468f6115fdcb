import Testing

@testable import Purchases

/// Who opened a ticket by hand takes it back for a moment, and nobody what an app has told of.
struct WithdrawalRuleTests {
    private static let (mia, ben) = (AgentName("mia"), AgentName("ben"))
    private static let opened = hour(50)

    /// Attempts that people were told of, and that an app reported.
    private static func purchase(heardBy agents: [AgentName], reported: Bool = false) -> Purchase {
        let heard = agents.map { agent in
            PurchaseAttempt(
                id: AttemptID("agent-\(agent)"), values: PurchaseReportValues(), events: [],
                receivedAt: opened,
                told: ToldPurchase(by: agent, at: opened, chargedAt: hour(1)))
        }
        return Purchase(
            attempts: heard + (reported ? [attempt([told(.purchased, 1)])] : []), charge: nil)
    }

    private static let half = TimeLength.seconds(30)

    static let examples: [(Purchase, AgentName, Role, Int64, WithdrawalRule.Refusal?)] = [
        (purchase(heardBy: [mia]), mia, .agent, 0, nil),
        (purchase(heardBy: [mia]), mia, .agent, 29, nil),
        (purchase(heardBy: [mia]), mia, .agent, 30, .over(since: opened + half)),
        (purchase(heardBy: [mia]), mia, .agent, -1, .over(since: opened + half)),
        (purchase(heardBy: [mia]), ben, .agent, 5, .openedByAnother(mia)),
        (purchase(heardBy: [mia]), ben, .lead, 5, nil),
        (purchase(heardBy: [mia, ben]), mia, .agent, 5, .openedByAnother(ben)),
        (purchase(heardBy: [mia], reported: true), mia, .lead, 5, .notByHand),
        (purchase(heardBy: [], reported: true), mia, .lead, 5, .notByHand),
        (purchase(heardBy: []), mia, .lead, 5, .notByHand),
    ]

    @Test(arguments: examples)
    func saysWhyNot(
        _ purchase: Purchase, _ agent: AgentName, _ role: Role, _ seconds: Int64,
        _ refusal: WithdrawalRule.Refusal?
    ) {
        let now = Self.opened + .seconds(seconds)
        #expect(
            WithdrawalRule.refusal(of: purchase, to: agent, as: role, for: Self.half, at: now) == refusal)
    }

    @Test func aPolicyMayGiveNoMoment() {
        let purchase = Self.purchase(heardBy: [Self.mia])
        #expect(WithdrawalRule.window(of: purchase, for: .zero) == nil)
        #expect(
            WithdrawalRule.refusal(of: purchase, to: Self.mia, as: .agent, for: .zero, at: Self.opened)
                == .over(since: nil))
    }
}
