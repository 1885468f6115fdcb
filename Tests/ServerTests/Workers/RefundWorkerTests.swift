import AppStoreSimulator
import Foundation
import JSONValues
import PersistenceTesting
import Purchases
import Server
import Testing

@testable import FileStore
@testable import Persistence

/// An answer about a refund on its way to Apple, and what Apple makes of it.
struct RefundWorkerTests {
    /// A customer of a subscription that the store knows of asks Apple for the money back.
    private static func shop(consent: Bool = true) throws -> AskingShop {
        let shop = try AskingShop()
        try ask(shop, consent: consent)
        return shop
    }

    private static func ask(_ shop: AskingShop, consent: Bool = true) throws {
        let bought = try shop.bought("tea.yearly")
        try shop.report(bought)
        try hear(shop, .seconds(1))
        try shop.apple.with { try $0.requestRefund(bought.id, reason: "FULFILLMENT_ISSUE") }
        try hear(shop, .seconds(1))
        if consent {
            try shop.store.act(.consent(true), on: "u_1", by: AskingShop.lead, at: shop.now)
        }
    }

    /// Lets time pass, and takes in what Apple says in it.
    private static func hear(_ shop: AskingShop, _ length: TimeLength) throws {
        let told = try shop.pass(length).filter { $0.version == .v2 }
        try shop.bring(told.map { (.notificationV2, $0.body) })
    }

    private func task(_ shop: AskingShop) throws -> RefundTask {
        try #require(try shop.store.refunds(.all, at: shop.now).first)
    }

    private func told(_ shop: AskingShop) -> JSONValue? {
        shop.apple.with { $0.consumptionAnswers.values.first }.flatMap { try? JSONValue(parsing: $0) }
    }

    @Test(arguments: [("decline", "declined"), ("grant_full", "refunded")])
    func anAnswerReachesAppleAndItsDecisionTheStore(_ preference: String, _ decision: String) async throws {
        let shop = try Self.shop()
        try shop.store.set(.refundPreference, to: preference, by: AskingShop.lead, at: shop.now)
        let id = try task(shop).id
        try shop.store.act(.answer(), on: id, by: AskingShop.lead, at: shop.now)
        _ = try await shop.requests.work(at: shop.now)
        #expect(told(shop)?["deliveryStatus"] == .string("DELIVERED"))
        #expect(told(shop)?["customerConsented"] == .bool(true))
        #expect(try task(shop).standing(at: shop.now) == .answered)
        _ = try await shop.requests.work(at: shop.now)
        #expect(shop.questions("/consumption/") == 1, "once")
        try Self.hear(shop, .hours(2))
        #expect(try task(shop).standing(at: shop.now).name == decision)
    }

    @Test func bySelfUnderThePolicy() async throws {
        let shop = try Self.shop()
        _ = try await shop.requests.work(at: shop.now)
        #expect(shop.questions("/consumption/") == 0, "off until set")
        try shop.store.set(.answerRefunds, to: "on", by: AskingShop.lead, at: shop.now)
        _ = try await shop.requests.work(at: shop.now)
        #expect(shop.questions("/consumption/") == 1)
        #expect(try task(shop).answer?.request.askedBy == AskingShop.service)
    }

    @Test func withoutConsentAppleIsToldNothing() async throws {
        let shop = try Self.shop(consent: false)
        try shop.store.set(.answerRefunds, to: "on", by: AskingShop.lead, at: shop.now)
        try await shop.run(shop.requests, for: .hours(13), pausing: .seconds(600))
        #expect(shop.questions("/consumption/") == 0)
        #expect(try task(shop).standing(at: shop.now) == .unanswered)
    }

    @Test func withoutAnAnswerAppleDecidesAlone() throws {
        let shop = try Self.shop()
        try Self.hear(shop, .hours(11))
        #expect(try task(shop).request.decision == nil)
        try Self.hear(shop, .hours(2))
        #expect(try task(shop).request.decision != nil)
    }

    @Test func anOutageIsOutlastedAndTheSameIsSaid() async throws {
        let shop = try Self.shop()
        try shop.store.act(.answer(), on: try task(shop).id, by: AskingShop.lead, at: shop.now)
        let kept = try task(shop).answer?.request.arguments
        shop.apple.with { $0.faults = FaultPlan([AppleFault(.http(503))]) }
        try await shop.run(shop.requests, for: .hours(8), pausing: .seconds(60))
        #expect(try task(shop).standing(at: shop.now) == .sending && told(shop) == nil)
        shop.apple.with { $0.faults = FaultPlan() }
        try await shop.run(shop.requests, for: .hours(1), pausing: .seconds(60))
        #expect(try task(shop).standing(at: shop.now) == .answered)
        #expect(told(shop)?.canonicalText == kept, "what was decided then is said, not what is so now")
    }

    @Test func afterTheDeadlineNothingIsSent() async throws {
        let shop = try Self.shop()
        try shop.store.act(.answer(), on: try task(shop).id, by: AskingShop.lead, at: shop.now)
        try shop.pass(.hours(12))
        _ = try await shop.requests.work(at: shop.now)
        #expect(shop.questions("/consumption/") == 0)
        #expect(try task(shop).answer?.request.outcome == "too_late")
    }

    @Test func whoCouldAnswerIsCalledBeforeItIsTooLate() async throws {
        let shop = try Self.shop()
        try shop.pass(.hours(9))
        _ = try await shop.requests.work(at: shop.now)
        #expect(try shop.store.serverStanding(at: shop.now).alarms.isEmpty)
        try shop.pass(.hours(2))
        _ = try await shop.requests.work(at: shop.now)
        #expect(try shop.store.serverStanding(at: shop.now).alarms.map(\.code) == ["refund_due"])
        try shop.store.act(.answer(), on: try task(shop).id, by: AskingShop.lead, at: shop.now)
        _ = try await shop.requests.work(at: shop.now)
        #expect(try shop.store.serverStanding(at: shop.now).alarms.isEmpty)
    }

    @Test func whoeverCanMendTheServerIsCalledForAnAnswerThatCannotBeSent() async throws {
        let shop = try AskingShop(hasKey: false)
        try Self.ask(shop)
        try shop.store.act(.answer(), on: try task(shop).id, by: AskingShop.lead, at: shop.now)
        try await shop.run(shop.requests, for: .hours(9), pausing: .seconds(600))
        #expect(try shop.store.serverStanding(at: shop.now).alarms.isEmpty)
        try await shop.run(shop.requests, for: .hours(2), pausing: .seconds(600))
        #expect(try task(shop).standing(at: shop.now) == .sending)
        #expect(try shop.store.serverStanding(at: shop.now).alarms.map(\.code) == ["refund_due"])
    }

    @Test func whatAppleWillNeverTakeIsSaid() async throws {
        let shop = try Self.shop()
        try shop.store.act(.answer(), on: try task(shop).id, by: AskingShop.lead, at: shop.now)
        shop.apple.with { $0.faults = FaultPlan([AppleFault(.api(4_000_185))]) }
        _ = try await shop.requests.work(at: shop.now)
        let answer = try #require(try task(shop).answer)
        #expect(answer.request.state == .failed && answer.request.outcome == "4000185")
        #expect(try task(shop).standing(at: shop.now) == .open, "a lead can say something else")
    }

    /// The simulator refuses what Apple refuses: nothing that is prepared may be among it, of any type of product.
    @Test(arguments: ["tea.yearly", "tea.leaves", "tea.pass", "tea.pot"])
    func appleTakesWhatIsPrepared(_ product: String) async throws {
        let shop = try AskingShop()
        try shop.store.set(.answerRefunds, to: "on", by: AskingShop.lead, at: shop.now)
        try shop.store.set(.refundPreference, to: "grant_prorated", by: AskingShop.lead, at: shop.now)
        let bought = try shop.bought(ProductID(product))
        try shop.report(bought)
        try Self.hear(shop, .hours(1))
        try shop.apple.with { try $0.requestRefund(bought.id) }
        try Self.hear(shop, .seconds(1))
        try shop.store.act(.consent(true), on: "u_1", by: AskingShop.lead, at: shop.now)
        _ = try await shop.requests.work(at: shop.now)
        let task = try task(shop)
        #expect(task.standing(at: shop.now) == .answered, "\(task)")
    }

    /// What was refused is said otherwise once, by the server that said it.
    @Test func whatAppleRefusedIsSaidOtherwiseOnce() async throws {
        let shop = try Self.shop()
        try shop.store.set(.answerRefunds, to: "on", by: AskingShop.lead, at: shop.now)
        shop.apple.with { $0.faults = FaultPlan([AppleFault(.api(4_000_209))]) }
        for _ in 0..<3 { _ = try await shop.requests.work(at: shop.now) }
        #expect(try task(shop).answer?.request.outcome == "4000209")
        #expect(try task(shop).standing(at: shop.now) == .open && shop.questions("/consumption/") == 1)
        shop.apple.with { $0.faults = FaultPlan() }
        try shop.store.set(.refundPreference, to: "decline", by: AskingShop.lead, at: shop.now)
        _ = try await shop.requests.work(at: shop.now)
        #expect(try task(shop).standing(at: shop.now) == .answered)
        #expect(told(shop)?["refundPreference"] == .string("DECLINE") && shop.questions("/consumption/") == 2)
    }

    /// Before it takes the work, with it taken, with Apple's answer in hand, and with that noted.
    @Test(arguments: [
        "before_commit:1", "after_commit:1", "try_noted:1", "before_commit:2", "after_commit:2",
    ])
    func aServerKilledBesideTheAnswerSaysTheSameAgain(_ point: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "refund-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "store.sqlite").path
        let made = try Store.create(at: path, practice: true, by: AskingShop.lead, at: AskingShop.start)
        try AskingShop.furnish(made)
        let before = try AskingShop(made)
        try Self.ask(before)
        try made.act(.answer(), on: "1", by: AskingShop.lead, at: before.now)
        let kept = try made.refunds(.all, at: before.now).first?.answer?.request.arguments
        // The first look at a store notes how far it looked, which is a commit of its own.
        try made.makeVerifications(by: AskingShop.service, at: before.now)
        try made.close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, point = point as String] in
            let plan = StoreFaults.environment(["MAKEGOOD_FAULT": point])
            let shop = try RefundWorkerTests.again(path, plan)
            _ = try await shop.requests.work(at: shop.now)
        }
        let shop = try Self.again(path, .none)
        defer { try? shop.store.close() }
        // What the dead one had taken is another's when its lease has lapsed.
        try shop.pass(.seconds(90))
        _ = try await shop.requests.work(at: shop.now)
        let task = try task(shop)
        #expect(task.standing(at: shop.now) == .answered && task.answer?.tries.count == 1)
        #expect(told(shop)?.canonicalText == (point == "after_commit:2" ? nil : kept), "and only if it must")
        #expect(try shop.store.verifyAudit().isOK)
    }

    /// The shop after a start, where Apple knows of the same purchase.
    static func again(_ path: String, _ faults: StoreFaults) throws -> AskingShop {
        let store = try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: faults)
        let shop = try AskingShop(store)
        _ = try shop.bought("tea.yearly")
        try shop.pass(.seconds(2))
        return shop
    }
}
