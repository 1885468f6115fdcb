import AppStore
import AppStoreClient
package import AppStoreSimulator
import Foundation
import JSONValues
package import Purchases
import Testing

/// What the simulated App Store sells, renews and tells.
struct SimulatedDayTests {
    private let start = Shelf.start

    @Test func aPurchaseIsToldAndRenewsByTheCalendar() throws {
        var apple = try Shelf.shop()
        let bought = try Shelf.charged(apple.buy("tea.yearly", by: "u_1"))
        #expect(bought.expiresAt == Instant("2027-01-31T08:00:00Z"))
        let first = try Shelf.told(apple.advance(to: start))
        #expect(first == ["SUBSCRIBED/INITIAL_BUY"])
        let renewed = try Shelf.told(apple.advance(to: start + .days(400)))
        #expect(renewed == ["DID_RENEW"])
        #expect(apple.transactions(of: "u_1").map(\.expiresAt).last == Instant("2028-01-31T08:00:00Z"))
        #expect(apple.entitlements(of: "u_1") == [EntitlementID("premium")])
    }

    @Test func monthsAreCountedFromTheFirst() throws {
        var apple = try Shelf.shop()
        _ = try Shelf.charged(apple.buy("tea.family", by: "u_1"))
        _ = try apple.advance(to: start + .days(100))
        let ends = apple.transactions(of: "u_1").compactMap(\.expiresAt?.description)
        #expect(
            ends == [
                "2026-02-28T08:00:00Z", "2026-03-31T08:00:00Z", "2026-04-30T08:00:00Z",
                "2026-05-31T08:00:00Z",
            ])
    }

    @Test func aTrialComesOnceAGroup() throws {
        var apple = try Shelf.shop()
        let trial = try Shelf.charged(apple.buy("tea.monthly", by: "u_1"))
        #expect(trial.offer?.discount == .freeTrial && trial.price == 0)
        #expect(trial.expiresAt == start + .days(7))
        try apple.setRenewal(of: trial.original, to: false)
        #expect(
            try Shelf.told(apple.advance(to: start + .days(8))) == [
                "SUBSCRIBED/INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
                "EXPIRED/VOLUNTARY",
            ])
        let again = try Shelf.charged(apple.buy("tea.monthly", by: "u_1"))
        #expect(again.offer == nil && again.original == trial.original)
        #expect(try Shelf.told(apple.advance(to: start + .days(8))) == ["SUBSCRIBED/RESUBSCRIBE"])
    }

    @Test(arguments: [
        (0, [TimeLength](), "DID_FAIL_TO_RENEW"), (16, [.days(16)], "DID_FAIL_TO_RENEW/GRACE_PERIOD"),
    ])
    func aChargeThatFailsIsTriedForSixtyDays(_ grace: Int, _ pauses: [TimeLength], _ word: String) throws {
        var apple = try Shelf.shop { $0.graceDays = grace }
        let bought = try Shelf.charged(apple.buy("tea.yearly", by: "u_1"))
        try apple.setPayment(of: "u_1", works: false)
        let end = try #require(bought.expiresAt)
        _ = try apple.advance(to: end - .seconds(1))
        #expect(try Shelf.told(apple.advance(to: end)) == [word])
        #expect(apple.entitlements(of: "u_1").isEmpty == (grace == 0))
        if let pause = pauses.first {
            #expect(try Shelf.told(apple.advance(to: end + pause)) == ["GRACE_PERIOD_EXPIRED"])
            #expect(apple.entitlements(of: "u_1").isEmpty)
        }
        #expect(try Shelf.told(apple.advance(to: end + .days(60) - .seconds(1))).isEmpty)
        #expect(try Shelf.told(apple.advance(to: end + .days(60))) == ["EXPIRED/BILLING_RETRY"])
    }

    @Test func recoveryInGraceKeepsTheRhythmAndLaterBeginsAnother() throws {
        for (days, expected) in [(5, "2028-01-31T08:00:00Z"), (40, "2028-03-12T08:00:00Z")] {
            var apple = try Shelf.shop()
            let bought = try Shelf.charged(apple.buy("tea.yearly", by: "u_1"))
            try apple.setPayment(of: "u_1", works: false)
            let end = try #require(bought.expiresAt)
            _ = try apple.advance(to: end + .days(Int64(days)))
            try apple.setPayment(of: "u_1", works: true)
            #expect(
                try Shelf.told(apple.advance(to: end + .days(Int64(days)))).contains(
                    "DID_RENEW/BILLING_RECOVERY"))
            #expect(apple.transactions(of: "u_1").last?.expiresAt?.description == expected)
        }
    }

    @Test func plansChangeAtOnceUpwardsAndWithTheRenewalDownwards() throws {
        var apple = try Shelf.shop()
        let weekly = try Shelf.charged(apple.buy("tea.weekly", by: "u_1"))
        let family = try Shelf.charged(apple.buy("tea.family", by: "u_1"))
        #expect(family.original == weekly.original)
        #expect(apple.transactions(of: "u_1").map(\.isUpgraded) == [true, false])
        guard case .scheduled = try apple.buy("tea.monthly", by: "u_1") else {
            Issue.record("a lower level begins with the renewal")
            return
        }
        let told = try Shelf.told(apple.advance(to: start + .days(32)))
        #expect(
            told == [
                "SUBSCRIBED/INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF/UPGRADE",
                "DID_CHANGE_RENEWAL_PREF/DOWNGRADE",
                "DID_RENEW",
            ])
        #expect(apple.transactions(of: "u_1").last?.product == "tea.monthly")
    }

    @Test func refundsEndAccessAndReversalsGiveItBack() throws {
        var apple = try Shelf.shop()
        let bought = try Shelf.charged(apple.buy("tea.yearly", by: "u_1"))
        _ = try apple.advance(to: start + .days(3))
        try apple.refund(bought.id, reason: 1)
        #expect(try Shelf.told(apple.advance(to: start + .days(4))) == ["REFUND"])
        #expect(apple.entitlements(of: "u_1").isEmpty)
        try apple.reverseRefund(bought.id)
        #expect(try Shelf.told(apple.advance(to: start + .days(4))) == ["REFUND_REVERSED"])
        #expect(apple.entitlements(of: "u_1") == [EntitlementID("premium")])
        #expect(throws: ActProblem.self) { try apple.refund("1") }
    }

    @Test func theFamilySharesUntilSomebodyLeaves() throws {
        var apple = try Shelf.shop()
        for name in ["u_1", "u_2", "u_3"] as [AccountID] {
            apple.open(name)
            try apple.change(name) { $0.family = "tea" }
        }
        _ = try Shelf.charged(apple.buy("tea.family", by: "u_1"))
        _ = try apple.advance(to: start + .days(40))
        #expect(apple.entitlements(of: "u_3") == [EntitlementID("premium")])
        #expect(apple.transactions(of: "u_3").map(\.isFamilyShared) == [true, true])
        try apple.leaveFamily("u_3")
        #expect(try Shelf.told(apple.advance(to: start + .days(40))) == ["REVOKE"])
        #expect(apple.entitlements(of: "u_3").isEmpty && !apple.entitlements(of: "u_2").isEmpty)
    }

    @Test func whatMustBeApprovedOrResumedIsChargedLater() throws {
        var apple = try Shelf.shop()
        try apple.change("u_1") { $0.asksToBuy = true }
        guard case .deferred(let asked) = try apple.buy("tea.pot", by: "u_1") else {
            Issue.record("a child asks")
            return
        }
        #expect(apple.transactions(of: "u_1").isEmpty)
        #expect(try Shelf.charged(apple.complete(asked.number)).product == "tea.pot")
        #expect(throws: ActProblem.notWaiting(asked.number)) { try apple.complete(asked.number) }
    }

    @Test func aPriceThatNobodyAgreesToEndsTheSubscription() throws {
        var apple = try Shelf.shop()
        let bought = try Shelf.charged(apple.buy("tea.weekly", by: "u_1"))
        let other = try Shelf.charged(apple.buy("tea.weekly", by: "u_2"))
        try apple.raisePrice(of: "tea.weekly", to: ["EUR": 9_990], asking: true)
        try apple.agreeToPrice(of: other.original)
        _ = try apple.advance(to: start + .days(8))
        #expect(apple.subscriptions[bought.original]?.intent == 3)
        #expect(apple.transactions(of: "u_2").last?.price == 9_990)
    }

    @Test func sandboxTimeIsShortAndEndsAfterTwelveRenewals() throws {
        var apple = try Shelf.shop()
        apple.open("tester", in: .sandbox)
        _ = try Shelf.charged(apple.buy("tea.family", by: "tester"))
        _ = try apple.advance(to: start + .hours(2))
        let transactions = apple.transactions(of: "tester")
        #expect(transactions.count == 13)
        #expect(transactions[0].expiresAt == start + .seconds(300))
        #expect(apple.entitlements(of: "tester").isEmpty)
    }

    @Test func speedShortensPeriodsAndPauses() throws {
        var apple = try Shelf.shop { $0.speed = 1440 }
        let bought = try Shelf.charged(apple.buy("tea.family", by: "u_1"))
        #expect(bought.expiresAt == start + .seconds(28 * 60))
    }

    @Test func whatIsNotFinishedIsNotSoldAgain() throws {
        var (apple, app) = (try Shelf.shop(), ShopApp())
        let bought = try Shelf.charged(app.buy("tea.leaves", by: "u_1", from: &apple))
        app.leave("u_1")
        #expect(try app.due(at: start + .hours(1), from: &apple).isEmpty, "who is not there asks nothing")
        let again = try app.buy("tea.leaves", by: "u_1", from: &apple)
        guard case .blocked(let blocking) = again else {
            Issue.record("it was sold again: \(again)")
            return
        }
        #expect(blocking == bought.id && app.tally.blocked == 1)
        _ = try Shelf.charged(app.buy("tea.leaves", by: "u_2", from: &apple))
        try apple.finish(bought.id)
        #expect(try Shelf.charged(app.buy("tea.leaves", by: "u_1", from: &apple)).id != bought.id)
        app.open("u_1")
        let due = try app.due(at: start + .hours(1), from: &apple)
        #expect(!due.isEmpty && apple.transactions(of: "u_1").count == 2)
    }

    @Test func theSameSeedIsTheSameDay() throws {
        func day(_ seed: UInt64) throws -> [String] {
            var habits = ShopLife.Habits()
            habits.customersPerHour = 20
            var apple = try SimulatedAppStore(ShopTerms(seed: seed), at: start)
            apple.faults = FaultPlan([
                AppleFault(.duplicated, share: 0.2), AppleFault(.late(milliseconds: 600_000), share: 0.2),
            ])
            var world = SimulatedWorld(apple, life: ShopLife(habits, seed: seed, from: start))
            var facts: [String] = []
            for hour in 1...10 {
                let step = try world.advance(to: start + .hours(Int64(hour)))
                facts += try step.deliveries.map { try Shelf.facts(of: $0) }
                for delivery in step.deliveries {
                    world.apple.delivered(delivery, .answered(hour % 3 == 0 ? 503 : 200))
                }
                for request in step.requests where request.path.hasSuffix("reports") {
                    facts.append(String(decoding: request.body, as: UTF8.self))
                }
            }
            return facts
        }
        let (one, same, other) = (try day(7), try day(7), try day(8))
        #expect(one.count > 200)
        #expect(one == same)
        #expect(one != other)
    }
}

/// A shop for tests.
enum Shelf {
    static let start = Instant("2026-01-31T08:00:00Z") ?? .earliest

    /// A shop with three accounts.
    static func shop(_ change: (inout ShopTerms) -> Void = { _ in }) throws -> SimulatedAppStore {
        var terms = ShopTerms()
        change(&terms)
        var apple = try SimulatedAppStore(terms, at: start)
        for name in ["u_1", "u_2", "u_3"] as [AccountID] { apple.open(name) }
        return apple
    }

    static func charged(_ outcome: SaleOutcome) throws -> SimulatedTransaction {
        guard case .charged(let transaction) = outcome else { throw NothingCharged(outcome: "\(outcome)") }
        return transaction
    }

    /// The types of what is sent.
    static func told(_ deliveries: [Delivery]) -> [String] {
        deliveries.map { delivery in
            [delivery.type, delivery.subtype].compactMap { $0 }.joined(separator: "/")
        }
    }

    /// A notification without its signatures: its payload and those in it.
    static func facts(of delivery: Delivery) throws -> String {
        guard let text = try JSONValue(parsing: delivery.body)["signedPayload"]?.string else {
            return String(decoding: delivery.body, as: UTF8.self)
        }
        let payload = try SignedText.payload(of: text)
        var parts = [payload["notificationType"], payload["signedDate"], payload["notificationUUID"]]
        for key in ["signedTransactionInfo", "signedRenewalInfo"] {
            if let inner = payload["data"]?[key]?.string { parts.append(try SignedText.payload(of: inner)) }
        }
        return JSONValue.array(parts.map { $0 ?? .null }).canonicalText
    }

    struct NothingCharged: Error { let outcome: String }
}

extension AccountID: ExpressibleByStringLiteral {
    /// Takes a text as it stands.
    package init(stringLiteral value: String) { self.init(value) }
}

extension ProductID: ExpressibleByStringLiteral {
    /// Takes a text as it stands.
    package init(stringLiteral value: String) { self.init(value) }
}

extension TransactionID: ExpressibleByStringLiteral {
    /// Takes a text as it stands.
    package init(stringLiteral value: String) { self.init(value) }
}
