import AppStoreClient
import AppStoreSimulator
import Foundation
import Persistence
import PersistenceTesting
import Purchases
import Server
import Synchronization
import Testing

/// Renewing later, from the wish in the store to the new end in it, against an App Store that loses answers.
struct ExtensionWorkerTests {
    private static let wish = ExtensionTerms(days: 14, because: .outage)

    /// What Apple sent while it was asked.
    private final class Mail: Sendable {
        private let held = Mutex<[Delivery]>([])

        func put(_ deliveries: [Delivery]) { held.withLock { $0 += deliveries } }

        func take() -> [Delivery] {
            held.withLock { held in
                defer { held = [] }
                return held
            }
        }
    }

    private let mail = Mail()

    /// A shop with a subscription of each name that the store knows, ten days old.
    private func shop(_ names: String..., product: ProductID = "tea.yearly") throws -> (
        AskingShop, [SimulatedTransaction]
    ) {
        let shop = try AskingShop()
        // No two documents of Apple's are signed in one millisecond: then chance decides which of them counts.
        shop.whenAsking { [mail] _ in mail.put((try? shop.pass(TimeLength(1))) ?? []) }
        let bought = try names.map { try shop.bought(product, by: $0) }
        for (transaction, name) in zip(bought, names) {
            try shop.report(transaction, by: name, as: "a-\(name)")
        }
        try bring(shop, after: .days(10))
        return (shop, bought)
    }

    /// Lets time pass and takes in what Apple sends meanwhile.
    private func bring(_ shop: AskingShop, after length: TimeLength = .seconds(1)) throws {
        let told = try mail.take() + shop.pass(length)
        try shop.bring(told.map { (.notificationV2, $0.body) })
    }

    private func end(of chain: OriginalTransactionID, in shop: AskingShop) throws -> Instant? {
        try shop.store.chainPage(chain, at: shop.now)?.chain.transactions.last?.expiresAt
    }

    private func newest(_ shop: AskingShop) throws -> AppStoreRequest {
        try #require(try shop.store.asked(.all).first { $0.request.kind != .retry }?.request)
    }

    @Test func theNewEndComesWithTheAnswer() async throws {
        let (shop, bought) = try shop("u_1")
        let chain = bought[0].original
        let before = try #require(try end(of: chain, in: shop))
        let asked = try shop.store.askExtension(of: chain, Self.wish, by: AskingShop.lead, at: shop.now)
        #expect(asked.preview.extendedTo == before + .days(14))
        #expect(asked.asked.request.state == .waiting)
        _ = try await shop.requests.work(at: shop.now)
        let done = try newest(shop)
        #expect(done.kind == .extend && done.state == .done && done.outcome == "extended")
        #expect(done.extensionEffect?.effectiveAt == before + .days(14))
        #expect(try end(of: chain, in: shop) == before + .days(14))
        #expect(try shop.count("requests WHERE kind = 'refresh'") == 0, "the answer brought everything")
        let page = try #require(try shop.store.chainPage(chain, at: before + .days(5)))
        #expect(page.status == .active && page.commission.paidServiceDays == 365, "it was not paid for")
    }

    /// Apple did it, and nobody heard: it is looked first, so that the customer gets it once.
    @Test func anAnswerThatIsLostDoesNotExtendTwice() async throws {
        let (shop, bought) = try shop("u_1")
        let chain = bought[0].original
        let before = try #require(try end(of: chain, in: shop))
        try shop.store.askExtension(of: chain, Self.wish, by: AskingShop.lead, at: shop.now)
        shop.loseAnswersToActs(true)
        _ = try await shop.requests.work(at: shop.now)
        #expect(try newest(shop).state == .waiting)
        #expect(try end(of: chain, in: shop) == before, "Apple did it, and the store does not know")
        shop.loseAnswersToActs(false)
        try await shop.run(shop.requests, for: .hours(1))
        #expect(try newest(shop).outcome == "extended_before")
        #expect(try end(of: chain, in: shop) == before + .days(14))
        #expect(shop.questions("/extend/") == 1)
        try await shop.run(shop.gaps, for: .seconds(10))
        let preview = try shop.store.wholePage(of: ExtensionPreviewQuery(of: chain, Self.wish), at: shop.now)
        #expect(preview.past.count == 1, "our request and Apple's notification are one")
    }

    /// A server that is killed between Apple's answer and the store leaves nothing behind but what Apple did.
    @Test func whoeverIsKilledBeforeTheCommitSendsNothingNew() async throws {
        let (shop, bought) = try shop("u_1")
        let chain = bought[0].original
        let before = try #require(try end(of: chain, in: shop))
        try shop.store.askExtension(of: chain, Self.wish, by: AskingShop.lead, at: shop.now)
        let request = try newest(shop)
        let order = try #require(request.extensionOrder)
        _ = try shop.store.takeDueAsks(for: .only, by: AskingShop.service, at: shop.now)
        let period = SubscriptionPeriod(of: order.transaction, endingAt: before)
        #expect(
            try shop.store.beginExtension(
                request.id, of: period, by: AskingShop.service, on: .only, at: shop.now))
        _ = try await shop.asker.extend(chain, by: order)
        _ = try await shop.requests.work(at: shop.now)
        #expect(try newest(shop).outcome == "extended_before")
        #expect(try end(of: chain, in: shop) == before + .days(14))
        #expect(shop.questions("/extend/") == 1)
    }

    /// What somebody else did before ours was sent is not taken for it.
    @Test func whatWasExtendedElsewhereIsExtendedAllTheSame() async throws {
        let (shop, bought) = try shop("u_1")
        let chain = bought[0].original
        let before = try #require(try end(of: chain, in: shop))
        try shop.store.askExtension(of: chain, Self.wish, by: AskingShop.lead, at: shop.now)
        _ = try await shop.asker.extend(
            chain,
            by: ExtensionOrder(
                ExtensionTerms(days: 20, because: .other), as: "elsewhere", in: .production, of: bought[0].id,
                endingAt: before))
        _ = try await shop.requests.work(at: shop.now)
        #expect(try newest(shop).outcome == "extended")
        #expect(try end(of: chain, in: shop) == before + .days(34))
    }

    /// A server that stood still sends nothing that somebody cancelled meanwhile.
    @Test func whatIsCancelledIsNotSent() async throws {
        let (shop, bought) = try shop("u_1")
        try shop.store.askExtension(
            of: bought[0].original, Self.wish, by: AskingShop.lead, at: shop.now)
        let request = try newest(shop).id
        shop.whenAsking { path in
            guard path.contains("/subscriptions/") else { return }
            _ = try? shop.pass(.hours(1))
            _ = try? shop.store.cancelAsked(request, by: AskingShop.lead, at: shop.now)
        }
        _ = try await shop.requests.work(at: shop.now)
        #expect(shop.questions("/subscriptions/") == 1 && shop.questions("/extend/") == 0)
        #expect(try shop.store.asked(request)?.request.state == .cancelled)
    }

    /// Whether Apple did what was cancelled then is asked at once.
    @Test func whatWasSentAndIsCancelledIsLookedAt() async throws {
        let (shop, bought) = try shop("u_1")
        let chain = bought[0].original
        let before = try #require(try end(of: chain, in: shop))
        try shop.store.askExtension(of: chain, Self.wish, by: AskingShop.lead, at: shop.now)
        shop.loseAnswersToActs(true)
        _ = try await shop.requests.work(at: shop.now)
        try shop.store.cancelAsked(try newest(shop).id, by: AskingShop.lead, at: shop.now)
        shop.loseAnswersToActs(false)
        #expect(try shop.count("requests WHERE kind = 'refresh' AND state = 'waiting'") == 1)
        let cancelled = try #require(try shop.store.asked(.chain(chain)).last)
        #expect(cancelled.request.state == .cancelled && cancelled.request.outcome == "cut_off")
        #expect(
            try shop.store.wholePage(of: ExtensionPreviewQuery(of: chain, Self.wish), at: shop.now).obstacles
                == [.mayBeDone(cancelled.id)], "as long as nobody knows, nobody gets it twice")
        try await shop.run(shop.requests, for: .hours(1))
        #expect(try end(of: chain, in: shop) == before + .days(14))
        #expect(shop.questions("/extend/") == 1)
        let done = try #require(try shop.store.asked(cancelled.id)?.request)
        #expect(done.state == .done && done.outcome == "extended_before")
        #expect(
            try shop.store.wholePage(of: ExtensionPreviewQuery(of: chain, Self.wish), at: shop.now).past.count
                == 1)
    }

    /// Given up though it may have been done: what Apple tells later shows it, either way.
    @Test(arguments: [true, false]) func whatIsGivenUpIsSettledByWhatAppleTells(isDone: Bool) async throws {
        let (shop, bought) = try shop("u_1")
        let chain = bought[0].original
        let before = try #require(try end(of: chain, in: shop))
        let asked = try shop.store.askExtension(of: chain, Self.wish, by: AskingShop.lead, at: shop.now)
            .asked
        if isDone { shop.loseAnswersToActs(true) } else { shop.lose("/extend/") }
        _ = try await shop.requests.work(at: shop.now)
        shop.loseAnswersToActs(false)
        shop.lose("/subscriptions/")
        try await shop.run(shop.requests, for: .hours(12), pausing: .seconds(600))
        #expect(try shop.store.asked(asked.id)?.request.state == .failed)
        #expect(
            try shop.store.wholePage(of: ExtensionPreviewQuery(of: chain, Self.wish), at: shop.now).obstacles
                == [.mayBeDone(asked.id)])
        shop.lose(nil)
        try await shop.run(shop.requests, for: .hours(24), pausing: .seconds(600))
        let settled = try #require(try shop.store.asked(asked.id)?.request)
        #expect(settled.state == (isDone ? .done : .failed))
        #expect(settled.outcome == (isDone ? "extended_before" : "not_extended"))
        #expect(try end(of: chain, in: shop) == before + .days(isDone ? 14 : 0))
        let preview = try shop.store.wholePage(of: ExtensionPreviewQuery(of: chain, Self.wish), at: shop.now)
        #expect(preview.isPossible && preview.past.count == (isDone ? 1 : 0))
    }

    /// A refusal for now is no doubt: nothing is looked for that was never sent.
    @Test func whatSurelyDidNotArriveIsNotTakenForSent() async throws {
        let (shop, bought) = try shop("u_1")
        let chain = bought[0].original
        let asked = try shop.store.askExtension(of: chain, Self.wish, by: AskingShop.lead, at: shop.now)
            .asked
        shop.whenAsking { path in
            guard path.contains("/extend/") else { return }
            shop.apple.with { $0.faults = AppStoreSimulator.FaultPlan([AppleFault(.limited)]) }
        }
        _ = try await shop.requests.work(at: shop.now)
        let waiting = try #require(try shop.store.asked(asked.id)?.request)
        #expect(waiting.state == .waiting && waiting.effect == nil)
    }

    @Test func whatAppleRefusesIsFinalAndSaid() async throws {
        let (shop, bought) = try shop("u_1")
        let chain = bought[0].original
        // Asked for elsewhere, and its notifications are not here yet.
        for number in 1...2 {
            _ = try await shop.asker.extend(
                chain,
                by: ExtensionOrder(
                    ExtensionTerms(days: 1, because: .other), as: "elsewhere \(number)", in: .production,
                    of: TransactionID(chain.rawValue), endingAt: shop.now))
        }
        try shop.store.askExtension(of: chain, Self.wish, by: AskingShop.lead, at: shop.now)
        _ = try await shop.requests.work(at: shop.now)
        let refused = try newest(shop)
        #expect(refused.state == .failed && refused.outcome == "4030005")
        try bring(shop)
        #expect(throws: StoreError.self) {
            try shop.store.askExtension(of: chain, Self.wish, by: AskingShop.lead, at: shop.now)
        }
    }

    @Test func everybodyIsExtendedOnceAndCounted() async throws {
        let (shop, bought) = try shop("u_1", "u_2", "u_3")
        // One of them has had two already: Apple says so of this one alone.
        for number in 1...2 {
            _ = try await shop.asker.extend(
                bought[2].original,
                by: ExtensionOrder(
                    ExtensionTerms(days: 1, because: .other), as: "elsewhere \(number)", in: .production,
                    of: bought[2].id, endingAt: shop.now))
        }
        try bring(shop)
        let before = try bought.map { try #require(try end(of: $0.original, in: shop)) }
        let reach = try shop.store.wholePage(of: MassExtensionReachQuery(of: "tea.yearly"), at: shop.now)
        #expect(reach.known.counted == 3 && reach.environment == .production)
        try shop.store.askMassExtension(
            of: "tea.yearly", Self.wish, by: AskingShop.lead, at: shop.now)
        let work = try await shop.requests.work(at: shop.now)
        #expect(work.failure == nil, "that Apple goes on keeps nobody from asking")
        #expect(try newest(shop).outcome == "in_progress" && newest(shop).state == .waiting)
        #expect(throws: StoreError.self, "Apple has begun") {
            try shop.store.cancelAsked(try newest(shop).id, by: AskingShop.lead, at: shop.now)
        }
        try await shop.run(shop.requests, for: .hours(1))
        let done = try newest(shop)
        #expect(done.state == .done && done.outcome == "extended")
        #expect(done.massExtensionEffect?.succeeded == 2 && done.massExtensionEffect?.failed == 1)
        try await shop.run(shop.gaps, for: .seconds(10))
        let after = try bought.map { try #require(try end(of: $0.original, in: shop)) }
        #expect(after == [before[0] + .days(14), before[1] + .days(14), before[2]])
        let page = try #require(try shop.store.chainPage(bought[2].original, at: shop.now))
        #expect(page.notifications.contains { $0.type == "RENEWAL_EXTENSION" && $0.subtype == "FAILURE" })
    }

    @Test func everybodyIsExtendedOnceThoughTheAnswerIsLost() async throws {
        let (shop, bought) = try shop("u_1")
        let before = try #require(try end(of: bought[0].original, in: shop))
        try shop.store.askMassExtension(of: "tea.yearly", Self.wish, by: AskingShop.lead, at: shop.now)
        shop.loseAnswersToActs(true)
        _ = try await shop.requests.work(at: shop.now)
        shop.loseAnswersToActs(false)
        try await shop.run(shop.requests, for: .hours(2))
        #expect(try newest(shop).state == .done)
        try await shop.run(shop.gaps, for: .seconds(10))
        #expect(try end(of: bought[0].original, in: shop) == before + .days(14))
    }

    /// What Apple has begun goes on though it cannot be asked how far it is: that counts for nothing, and sends nothing.
    @Test func everybodyIsExtendedOnceThoughNobodyHearsHowFarItIs() async throws {
        let (shop, bought) = try shop("u_1")
        let before = try #require(try end(of: bought[0].original, in: shop))
        try shop.store.askMassExtension(of: "tea.yearly", Self.wish, by: AskingShop.lead, at: shop.now)
        _ = try await shop.requests.work(at: shop.now)
        shop.lose("/extend/mass/")
        try await shop.run(shop.requests, for: .hours(30), pausing: .seconds(600))
        let waiting = try newest(shop)
        #expect(waiting.state == .waiting && waiting.outcome != "in_progress")
        #expect(try shop.store.asked(waiting.id)?.tries.contains(where: \.isCounted) == false)
        #expect(throws: StoreError.asking(.ended(waiting.id, .done)), "Apple has begun") {
            try shop.store.cancelAsked(waiting.id, by: AskingShop.lead, at: shop.now)
        }
        shop.lose(nil)
        try await shop.run(shop.requests, for: .hours(2))
        #expect(try newest(shop).state == .done && newest(shop).massExtensionEffect?.succeeded == 1)
        #expect(shop.questions("POST") == 1)
        try await shop.run(shop.gaps, for: .seconds(10))
        #expect(try end(of: bought[0].original, in: shop) == before + .days(14))
    }

    /// From before it is sent: a server that ends with the question on its way leaves nothing that could be cancelled, or
    /// sent again.
    @Test func whatIsOnItsWayToEverybodyCannotBeCancelledWhateverBecomesOfTheServer() async throws {
        let (shop, _) = try shop("u_1")
        try shop.store.askMassExtension(of: "tea.yearly", Self.wish, by: AskingShop.lead, at: shop.now)
        let refused = Mutex<[StoreError]>([])
        shop.whenAsking { path in
            guard path.hasPrefix("POST") else { return }
            do {
                let waiting = try #require(try shop.store.asked(.waiting).first)
                // Its lease has lapsed by then.
                try shop.store.cancelAsked(waiting.id, by: AskingShop.lead, at: shop.now + .hours(1))
            } catch {
                if let error = error as? StoreError { refused.withLock { $0.append(error) } }
            }
        }
        _ = try await shop.requests.work(at: shop.now)
        let waiting = try newest(shop)
        #expect(refused.withLock { $0 } == [.asking(.ended(waiting.id, .done))])
        #expect(waiting.massExtensionEffect?.begunAt == shop.now)
    }

    /// What surely did not arrive has not begun: it can be cancelled, and is sent again.
    @Test func whatDidNotArriveCanBeCancelled() async throws {
        let (shop, _) = try shop("u_1")
        try shop.store.askMassExtension(of: "tea.yearly", Self.wish, by: AskingShop.lead, at: shop.now)
        shop.apple.with { $0.faults = FaultPlan([AppleFault(.http(429))]) }
        _ = try await shop.requests.work(at: shop.now)
        let waiting = try newest(shop)
        #expect(waiting.state == .waiting && waiting.massExtensionEffect == nil)
        #expect(
            try shop.store.cancelAsked(waiting.id, by: AskingShop.lead, at: shop.now).request.state
                == .cancelled)
    }

    /// Where nobody knows whether it arrived, it is asked for a day, and never sent again.
    @Test func whatNeverArrivedIsGivenUpAfterADay() async throws {
        let (shop, bought) = try shop("u_1")
        let before = try #require(try end(of: bought[0].original, in: shop))
        try shop.store.askMassExtension(of: "tea.yearly", Self.wish, by: AskingShop.lead, at: shop.now)
        shop.lose("POST")
        _ = try await shop.requests.work(at: shop.now)
        #expect(try newest(shop).outcome == "timeout" && newest(shop).massExtensionEffect != nil)
        shop.lose(nil)
        try await shop.run(shop.requests, for: .hours(23), pausing: .seconds(600))
        #expect(try newest(shop).state == .waiting)
        try await shop.run(shop.requests, for: .hours(2), pausing: .seconds(600))
        #expect(try newest(shop).state == .failed && newest(shop).outcome == "4040009")
        #expect(shop.questions("POST") == 1)
        #expect(try end(of: bought[0].original, in: shop) == before)
    }
}
