import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Backends are told by webhooks of what happens from now on: each once, each customer's in order, and for three
/// days where they do not answer.
struct WebhookTests {
    private static let backend = WebhookReceiver("backend")
    private static let one = ServerID("1-1")
    private static let two = ServerID("2-2")
    private let shop: AskedShop
    private var store: Store { shop.store }
    private let now = Shop.soon

    init() throws { shop = try AskedShop() }

    /// A purchase of a customer that was charged and not delivered.
    private static func charged(_ id: String, of customer: String) -> Paper {
        ReportedAttempt(
            id: id, customer: customer, transaction: "7\(id)",
            events: [ReportedAttempt.state("purchased", 1)]
        ).paper
    }

    private func queue(
        _ receivers: [WebhookReceiver] = [backend], at now: Instant = Shop.soon
    ) throws -> Int {
        try store.queueWebhooks(to: receivers, by: AskedShop.server, at: now)
    }

    /// A receiver that listens, and a ticket of each customer to tell of.
    private func open(_ customers: [String]) throws {
        _ = try queue()
        for (number, customer) in customers.enumerated() {
            try shop.shop.bring([Self.charged("a\(number)", of: customer)], at: now)
            #expect(try queue() == 1)
        }
        #expect(try lease(Self.one))
    }

    private func lease(_ server: ServerID, at now: Instant = Shop.soon) throws -> Bool {
        try store.lease(.webhook(Self.backend.name), for: server, by: AskedShop.server, at: now)
    }

    private func due(at now: Instant = Shop.soon) throws -> [DueWebhook] {
        try store.dueWebhooks(for: Self.backend.name, at: now)
    }

    private func note(
        _ message: DueWebhook, _ result: WebhookResult, of server: ServerID = one, at now: Instant = Shop.soon
    ) throws {
        try store.noteWebhooks(
            [WebhookTry(message.message, result, at: now)], at: Self.backend.name, of: server,
            by: AskedShop.server,
            at: now)
    }

    private func replay(_ replay: WebhookReplay, at now: Instant = Shop.soon) throws -> Int {
        try store.replayWebhooks(replay, at: Self.backend.name, by: AskedShop.server, at: now)
    }

    private func prune(at now: Instant) throws { try store.pruneWebhooks(by: AskedShop.server, at: now) }

    private func standing() throws -> WebhookStatus {
        try #require(try store.webhookStandings().first { $0.name == Self.backend.name })
    }

    private func content(_ message: DueWebhook) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(message.body.utf8)) as? [String: Any])
    }

    // MARK: What is told

    @Test func aNewReceiverIsToldNothingOfBefore() throws {
        try shop.shop.bring([Self.charged("a", of: "u_1")], at: now)
        #expect(try queue() == 0 && queue() == 0)
        #expect(try due().isEmpty)
        try shop.shop.bring([Self.charged("b", of: "u_2")], at: now)
        #expect(try queue() == 1)
        // Another that comes later is not told of what the first one was, nor of what nobody was told yet.
        let late = WebhookReceiver("late")
        try shop.shop.bring([Self.charged("c", of: "u_3")], at: now)
        #expect(try queue([Self.backend, late]) == 1)
        #expect(try store.dueWebhooks(for: late.name, at: now).isEmpty)
        #expect(try due().map(\.customer) == ["u_2", "u_3"])
        try shop.shop.bring([Self.charged("d", of: "u_4")], at: now)
        #expect(try queue([Self.backend, late]) == 1)
        #expect(try store.dueWebhooks(for: late.name, at: now).map(\.customer) == ["u_4"])
    }

    @Test func aReceiverThatIsLeftOutForAWhileMissesNothingButANewOneIsNotToldOfIt() throws {
        _ = try queue()
        try shop.shop.bring([Self.charged("a", of: "u_1")], at: now)
        #expect(try queue([]) == 0)
        let other = WebhookReceiver("other")
        #expect(try queue([other]) == 1, "made for the one that was there before")
        #expect(try store.dueWebhooks(for: other.name, at: now).isEmpty)
        _ = try queue([Self.backend, other])
        #expect(try due().map(\.customer) == ["u_1"])
    }

    @Test func whoeverIsForgottenIsANewReceiverAfterwards() throws {
        try open(["u_1", "u_1"])
        #expect(try store.forgetWebhooks(to: Self.backend.name, by: AskedShop.server, at: now) == 2)
        #expect(try store.webhookStandings().isEmpty && store.webhookDeliveries().isEmpty)
        #expect(
            failure {
                try store.forgetWebhooks(to: Self.backend.name, by: AskedShop.server, at: now)
            }?.code == .notFound)
        try shop.shop.bring([Self.charged("while", of: "u_2")], at: now)
        #expect(try queue() == 0 && due().isEmpty, "told of nothing that came before it")
        try shop.shop.bring([Self.charged("after", of: "u_3")], at: now)
        #expect(try queue() == 1)
        #expect(try due().map(\.customer) == ["u_3"])
        #expect(try store.audit(action: "webhook.forget", limit: 5).entries.count == 1)
    }

    @Test func whatWasResolvedBeforeAnybodyListenedIsNotTold() throws {
        try shop.shop.bring([Self.charged("a", of: "u_1")], at: now)
        let ticket = try #require(try shop.ticket)
        _ = try store.act(
            .resolve(TicketEnd(.writtenOff, note: "why")), on: ticket.id, by: Shop.lead, at: now)
        _ = try queue()
        // It changes all the same: the app says once more what happened.
        try shop.shop.bring([Self.charged("a", of: "u_1")], at: now + .hours(1))
        #expect(try queue() == 0 && due().isEmpty)
    }

    @Test func whoHasNoReceiverMakesNoMessages() throws {
        try shop.shop.bring([Self.charged("a", of: "u_1")], at: now)
        #expect(try queue([]) == 0)
        #expect(try store.number("SELECT count(*) FROM webhook_messages") == 0)
        #expect(try store.webhookStandings().isEmpty)
    }

    @Test func aGrantIsToldOnceItsEntitlementIs() throws {
        try store.addCustomer("u_1", CustomerValues(), by: Shop.lead, at: now)
        _ = try store.tellEntitlements(by: AskedShop.server, at: now)
        _ = try queue()
        try store.give(
            GrantRequest(
                customer: "u_1", entitlement: "premium",
                term: .period(try #require(CalendarPeriod(days: 7))), reason: "goodwill"),
            by: Shop.lead, at: now)
        #expect(try queue() == 0, "the event is not there yet")
        #expect(try store.tellEntitlements(by: AskedShop.server, at: now).events == 1)
        #expect(try queue() == 1)
        let message = try #require(try due().first)
        #expect(try due().count == 1 && message.type == "entitlement.granted" && message.customer == "u_1")
        #expect(message.id.hasPrefix("msg_") && message.attempts == 0)
        let content = try self.content(message)
        #expect(content.keys.sorted() == ["data", "timestamp", "type"])
        #expect(content["type"] as? String == "entitlement.granted")
        #expect(content["timestamp"] as? String == now.description)
        let data = try #require(content["data"] as? [String: Any])
        #expect(
            data.keys.sorted() == [
                "app_user_id", "entitlement", "event", "from", "source", "source_id", "until",
            ])
        #expect(data["app_user_id"] as? String == "u_1" && data["entitlement"] as? String == "premium")
        #expect(data["source"] as? String == "grant" && data["from"] as? String == now.description)
        #expect(data["until"] as? String == (now + .days(7)).description)
        let event = try #require(try store.entitlementEvents(of: "u_1").events.first)
        #expect(data["event"] as? String == String(event.id))
    }

    @Test func aTicketIsToldWhenItOpensAndWhenItIsResolved() throws {
        try open(["u_1"])
        let opened = try #require(try due().first)
        #expect(opened.type == WebhookType.ticketOpened && opened.customer == "u_1")
        let data = try #require(try content(opened)["data"] as? [String: Any])
        let ticket = try #require(try shop.ticket)
        #expect(
            data["ticket"] as? String == ticket.id.rawValue && data["group"] as? Int == ticket.group.rawValue)
        #expect(data["product_id"] as? String == "tea.monthly" && data["app_user_id"] as? String == "u_1")
        #expect(data["state"] as? String == ticket.state.rawValue && data["resolution"] == nil)
        #expect(data["transaction_id"] as? String == "7a0" && data["blocks_repurchase"] is Bool)
        let money = try #require(data["money"] as? [String: Any])
        #expect(money["amount"] as? String == "9.99" && money["currency"] as? String == "EUR")
        #expect(try queue() == 0, "it was told")
        _ = try store.act(
            .resolve(TicketEnd(.writtenOff, note: "a secret of theirs")), on: ticket.id, by: Shop.lead,
            at: now)
        #expect(try queue() == 1 && queue() == 0)
        try note(opened, .delivered)
        let resolved = try #require(try due().first)
        #expect(resolved.type == WebhookType.ticketResolved)
        let end = try #require(try content(resolved)["data"] as? [String: Any])
        #expect(end["resolution"] as? String == "written_off" && end["state"] as? String == "resolved")
        #expect(!resolved.body.contains("secret"), "what people wrote is not told")
    }

    /// Both are told of a ticket that came and went between two looks, each as it was then.
    @Test func whatCameAndWentIsToldAsItWas() throws {
        _ = try queue()
        try shop.shop.bring([Self.charged("a", of: "u_1")], at: now)
        let ticket = try #require(try shop.ticket?.id)
        _ = try store.act(.resolve(TicketEnd(.writtenOff, note: "why")), on: ticket, by: Shop.lead, at: now)
        #expect(try queue() == 2 && lease(Self.one))
        let opened = try #require(try due().first)
        let data = try #require(try content(opened)["data"] as? [String: Any])
        #expect(opened.type == WebhookType.ticketOpened)
        #expect(data["state"] as? String == "retrying" && data["resolution"] == nil)
        try note(opened, .delivered)
        #expect(try due().first?.body.contains("written_off") == true)
    }

    @Test func anotherEndOfATicketIsToldToo() throws {
        try open(["u_1"])
        let ticket = try #require(try shop.ticket).id
        func resolve(_ request: TicketEnd) throws {
            _ = try store.act(.resolve(request), on: ticket, reference: "HD-1", by: Shop.lead, at: now)
        }
        try resolve(TicketEnd(.writtenOff, note: "why"))
        #expect(try queue() == 1)
        _ = try store.act(.reopen(note: "no"), on: ticket, by: Shop.lead, at: now)
        try resolve(.said(.credited))
        #expect(try queue() == 1 && queue() == 0)
        var told: [String] = []
        while let message = try due().first {
            let data = try #require(try content(message)["data"] as? [String: Any])
            told.append(data["resolution"] as? String ?? message.type)
            try note(message, .delivered)
        }
        #expect(told == ["ticket.opened", "written_off", "credited"])
    }

    @Test func aReceiverIsToldOfItsTypesOnly() throws {
        let (few, all) = (WebhookReceiver("few", types: [WebhookType.ticketResolved]), Self.backend)
        _ = try queue([few, all])
        try shop.shop.bring([Self.charged("a", of: "u_1")], at: now)
        #expect(try queue([few, all]) == 1)
        #expect(try store.dueWebhooks(for: few.name, at: now).isEmpty && due().count == 1)
        let ticket = try #require(try shop.ticket)
        _ = try store.act(
            .resolve(TicketEnd(.writtenOff, note: "why")), on: ticket.id, by: Shop.lead, at: now)
        #expect(try queue([few, all]) == 1)
        let told = try store.dueWebhooks(for: few.name, at: now)
        #expect(told.map(\.type) == [WebhookType.ticketResolved], "what it does not want holds nothing up")
    }

    // MARK: Order and failures

    @Test func aCustomersSecondMessageWaitsForTheFirst() throws {
        try open(["u_1", "u_2", "u_1"])
        let first = try due()
        #expect(first.map(\.customer) == ["u_1", "u_2"])
        try note(try #require(first.first), .failed("http_500", notBefore: nil))
        #expect(try due().map(\.customer) == ["u_2"], "others are told meanwhile")
        #expect(try store.nextWebhook(for: Self.backend.name) == now)
        try note(try #require(first.last), .delivered)
        #expect(try due().isEmpty)
        #expect(
            try store.nextWebhook(for: Self.backend.name) == now + .seconds(5),
            "what waits for it does not count")
        let again = try due(at: now + .seconds(5))
        #expect(again.map(\.id) == first.prefix(1).map(\.id) && again.map(\.attempts) == [1])
        #expect(again.map(\.body) == first.prefix(1).map(\.body), "each try sends the same")
        try note(try #require(again.first), .delivered, at: now + .seconds(5))
        let second = try due(at: now + .seconds(5))
        #expect(second.map(\.customer) == ["u_1"] && second.first?.id != first.first?.id)
    }

    @Test func whoeverFailsAgainAndAgainIsProbedOneMessageAtATime() throws {
        try open(["u_1", "u_2", "u_3", "u_4", "u_5", "u_6", "u_7"])
        let all = try due()
        #expect(all.count == 7)
        for message in all.prefix(4) { try note(message, .failed("timeout", notBefore: nil)) }
        #expect(try due(at: now + .seconds(4)).count == 3)
        try note(all[4], .failed("timeout", notBefore: nil))
        #expect(try standing().failures == 5 && standing().failure == "timeout")
        #expect(try due(at: now + .seconds(29)).isEmpty)
        #expect(try store.nextWebhook(for: Self.backend.name) == now + .seconds(30))
        let probe = try due(at: now + .seconds(30))
        #expect(probe.count == 1)
        try note(try #require(probe.first), .delivered, at: now + .seconds(30))
        #expect(try due(at: now + .seconds(30)).count == 6, "one that is taken lets all others go")
        #expect(try standing().failures == 0 && standing().failure == nil)
        #expect(try standing().deliveredAt == now + .seconds(30))
    }

    /// A backend that does not know some customers answers 404 about them, and is there for everybody else.
    @Test func whatIsRefusedForWhatItSaysHoldsUpNobodyElse() throws {
        let unknown = (0..<12).map { "x_\($0)" }
        try open(unknown)
        var (tries, moment) = (0, now)
        for hour in 0..<24 {
            moment = now + .hours(Int64(hour))
            try shop.shop.bring([Self.charged("h\(hour)", of: "h_\(hour)")], at: moment)
            _ = try queue(at: moment)
            let sent = try due(at: moment)
            #expect(sent.contains { $0.customer.rawValue == "h_\(hour)" }, "at once")
            for message in sent {
                let isKnown = !unknown.contains(message.customer.rawValue)
                if !isKnown { tries += 1 }
                try note(message, isKnown ? .delivered : .failed("http_404", notBefore: nil), at: moment)
            }
        }
        #expect(try standing().failures == 0 && standing().waiting == 12)
        #expect(tries <= 12 * 8, "each keeps its pauses: \(tries)")
    }

    /// Whatever the receiver took meanwhile, a message that it would not take keeps its pause.
    @Test func aReceiverThatIsBackIsNotHurriedToWhatItRefuses() throws {
        try open(["u_1", "u_2", "u_3", "u_4", "u_5", "u_6", "u_7"])
        let all = try due()
        try note(all[0], .failed("http_404", notBefore: nil))
        for message in all[1...5] { try note(message, .failed("timeout", notBefore: nil)) }
        let probe = try #require(try due(at: now + .seconds(30)).first)
        try note(probe, .delivered, at: now + .seconds(30))
        try note(all[0], .failed("http_404", notBefore: nil), at: now + .seconds(31))
        #expect(try !due(at: now + .seconds(31)).contains { $0.id == all[0].id })
        #expect(try standing().failures == 0)
    }

    @Test(arguments: [
        ("http_400", false), ("http_404", false), ("http_409", false), ("http_422", false),
        ("http_413", false),
        ("http_401", true), ("http_403", true), ("http_408", true), ("http_429", true), ("http_500", true),
        ("http_302", true), ("timeout", true), ("network", true), ("unknown_host", true),
        ("private_address", true),
    ])
    func whatSpeaksOfTheReceiver(_ code: String, _ isOfReceiver: Bool) {
        #expect(WebhookPace.isOfReceiver(code) == isOfReceiver)
        #expect(WebhookResult.failed(code, notBefore: nil).isOfReceiver == isOfReceiver)
    }

    @Test func afterThreeDaysItIsParkedAndLaterOnesGoOn() throws {
        try open(["u_1", "u_1"])
        let first = try #require(try due().first)
        var (moment, tries) = (now, 0)
        while tries < 50, let message = try due(at: moment).first, message.id == first.id {
            tries += 1
            try note(message, .failed("http_503", notBefore: nil), at: moment)
            moment = max(try #require(try store.nextWebhook(for: Self.backend.name)), moment + .seconds(30))
        }
        #expect(tries == 10)
        let standing = try self.standing()
        #expect(standing.parked == 1 && standing.waiting == 1)
        let parked = try #require(try store.webhookDeliveries().first { $0.id == first.id })
        #expect(parked.state == "parked" && parked.attempts == 10 && parked.outcome == "http_503")
        #expect(parked.nextAt == nil)
        let second = try #require(try due(at: moment).first)
        #expect(second.customer == "u_1" && second.id != first.id)
        try note(second, .delivered, at: moment)
        #expect(try replay(.notTaken, at: moment) == 1)
        let again = try due(at: moment)
        #expect(again.map(\.id) == [first.id] && again.map(\.attempts) == [0])
    }

    @Test func theReceiversWishIsKeptForEverything() throws {
        try open(["u_1", "u_2"])
        let message = try #require(try due().first)
        try note(message, .failed("http_429", notBefore: now + .seconds(120)))
        #expect(try due(at: now + .seconds(119)).isEmpty && due(at: now + .seconds(120)).count == 2)
        #expect(try store.nextWebhook(for: Self.backend.name) == now + .seconds(120))
        #expect(try replay(.notTaken) == 1, "what was never sent is not sent again")
        #expect(try due().count == 2, "somebody knows better")
    }

    @Test func onceAReceiverIsBackNothingWaitsForItsNextTry() throws {
        try open(["u_1", "u_2", "u_3"])
        var moment = now
        for _ in 0..<3 {
            let next = try #require(try store.nextWebhook(for: Self.backend.name))
            moment = max(moment, next)
            for message in try due(at: moment) {
                try note(message, .failed("timeout", notBefore: nil), at: moment)
            }
            moment = moment + WebhookPace.probePause
        }
        #expect(try standing().failures >= WebhookPace.failuresBeforeProbing)
        moment = max(moment, try #require(try store.nextWebhook(for: Self.backend.name)))
        let probe = try due(at: moment)
        #expect(probe.count == 1)
        try note(try #require(probe.first), .delivered, at: moment)
        #expect(try due(at: moment).count == 2, "whatever each of them had to wait for")
    }

    @Test func whatIsOnItsWayWhileTheReceiverStopsIsNotedAsTaken() throws {
        try open(["u_1", "u_2"])
        let both = try due()
        try store.noteWebhooks(
            [
                WebhookTry(both[0].message, .gone, at: now),
                WebhookTry(both[1].message, .delivered, at: now),
            ], at: Self.backend.name, of: Self.one, by: AskedShop.server, at: now)
        #expect(try standing().disabledAt == now && standing().parked == 1)
        #expect(try store.webhookDeliveries().map(\.state) == ["parked", "delivered"])
    }

    @Test func aMessageIsNextOnlyWhileNoneOfTheSameCustomerWaitsBeforeIt() throws {
        try open(["u_1", "u_1"])
        let first = try #require(try due().first)
        #expect(try store.isNext(first, for: Self.backend.name))
        try note(first, .delivered)
        #expect(try !store.isNext(first, for: Self.backend.name))
        let second = try #require(try due().first)
        #expect(try store.isNext(second, for: Self.backend.name))
        #expect(try replay(.message(first.id)) == 1)
        #expect(try !store.isNext(second, for: Self.backend.name))
    }

    @Test func whatWasTakenIsKeptForAMonthAndWhatIsParkedForThree() throws {
        try open(["u_1", "u_2", "u_3"])
        let all = try due()
        try note(all[0], .delivered)
        try note(all[1], .gone)
        func sweep(_ days: Int64) throws -> [String] {
            try prune(at: now + .days(days))
            return try store.webhookDeliveries().map(\.state)
        }
        #expect(try sweep(30) == ["parked", "parked", "delivered"])
        #expect(try sweep(31) == ["parked", "parked"])
        #expect(try store.number("SELECT count(*) FROM webhook_messages") == 2)
        #expect(try sweep(90) == ["parked", "parked"])
        #expect(try sweep(91) == [])
        #expect(try store.number("SELECT count(*) FROM webhook_messages") == 1, "numbers are not used again")
    }

    /// What waits for a receiver that is away comes to its end though only one message at a time is tried.
    @Test func whatWaitsThreeDaysForWhoIsAwayIsParked() throws {
        try open((0..<7).map { "u_\($0)" })
        for message in try due().prefix(5) { try note(message, .failed("timeout", notBefore: nil)) }
        try prune(at: now + .hours(72))
        #expect(try standing().parked == 0 && standing().waiting == 7)
        try prune(at: now + .hours(74))
        #expect(try standing().parked == 7 && standing().waiting == 0)
        #expect(try Set(store.webhookDeliveries().map(\.outcome)) == ["timeout"])
        #expect(try replay(.notTaken, at: now + .hours(74)) == 7)
        try prune(at: now + .hours(76))
        #expect(try standing().waiting == 7, "what is sent again has its three days again")
    }

    @Test func whoIsForgottenLeavesNothingBehind() throws {
        try open(["u_1", "u_2", "u_3"])
        try prune(at: now)
        _ = try store.forgetWebhooks(to: Self.backend.name, by: AskedShop.server, at: now + .seconds(1))
        try prune(at: now + .seconds(2))
        #expect(try store.number("SELECT count(*) FROM webhook_messages") == 1, "numbers are not used again")
    }

    @Test func whatIsLateIsAFindingOfTheDoctor() throws {
        try open(["u_1"])
        func finding(_ at: Instant) throws -> Finding { try store.read { try Doctor.webhooks($0, at: at) } }
        let message = try #require(try due().first)
        try note(message, .failed("private_address", notBefore: nil))
        #expect(try finding(now + .seconds(60)).level == .ok)
        let late = try finding(now + .seconds(700))
        #expect(late.level == .warning && late.text.contains("1 message to backend waits since"))
        #expect(late.text.contains("private_address"))
        try note(message, .delivered)
        #expect(try finding(now + .seconds(700)).level == .ok)
        // Another receiver is told what this one's settings lack.
        let other = WebhookReceiver("other")
        _ = try queue([other])
        try shop.shop.bring([Self.charged("b", of: "u_2")], at: now)
        _ = try queue([other])
        let left = try finding(now + .seconds(700)).text
        #expect(left.contains("no server's settings name backend"))
    }

    /// A count that ends somewhere says so.
    @Test(arguments: [(1000, "1000 webhooks wait"), (1001, "more than 1,000 webhooks wait")])
    func whatIsNotCountedToItsEndIsSaid(_ count: Int, _ words: String) throws {
        try open([])
        try store.noteServer(
            KnownServer(id: Self.one, process: 1, startedAt: now, presence: .there), by: AskedShop.server,
            at: now)
        try Raw.write(
            store,
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO webhook_messages (id, uid, app_user_id, type, body, at_ms)
              SELECT i, 'uid' || i, 'u_1', 'ticket.opened', '{}', \(now.milliseconds) FROM n;
            INSERT INTO webhook_deliveries (endpoint, message_id, app_user_id, next_ms)
              SELECT 'backend', id, app_user_id, at_ms FROM webhook_messages;
            UPDATE webhook_endpoints SET queued = \(count)
            """)
        let gone = try store.read { try Doctor.server($0, at: now + .days(1)) }
        #expect(gone.text.contains(words), "\(gone.text)")
        let late = try store.read { try Doctor.webhooks($0, at: now + .days(1)) }
        #expect(late.text.contains("1000 or more messages to backend wait"), "\(late.text)")
    }

    /// A clock that was ahead leaves nobody waiting until that time has come.
    @Test func whatIsFurtherAheadThanAnyPauseIsOfAClockThatWasSetBack() throws {
        try open(["u_1", "u_2"])
        try note(try #require(try due().first), .failed("http_503", notBefore: now + .days(9)))
        #expect(try due(at: now).map(\.customer) == ["u_2"])
    }

    // MARK: 410 and sending once more

    @Test func whoWantsNothingMoreIsSentNothingUntilSomebodySaysSo() throws {
        try open(["u_1", "u_2", "u_1"])
        try note(try #require(try due().first), .gone)
        #expect(try standing().disabledAt == now && standing().parked == 3 && standing().waiting == 0)
        #expect(try due(at: now + .days(9)).isEmpty)
        try shop.shop.bring([Self.charged("later", of: "u_3")], at: now)
        #expect(try queue() == 1)
        #expect(try standing().parked == 4 && due(at: now + .days(9)).isEmpty)
        #expect(try store.nextWebhook(for: Self.backend.name) == nil)
        #expect(try replay(.notTaken) == 4)
        #expect(try standing().disabledAt == nil && standing().parked == 0 && standing().waiting == 4)
        #expect(try due().map(\.customer) == ["u_1", "u_2", "u_3"])
        #expect(try store.audit(action: "webhook.replay", limit: 5).entries.count == 1)
    }

    @Test func oneMessageOrAllSinceAMomentAreSentOnceMore() throws {
        _ = try queue()
        for (number, customer) in ["u_1", "u_2"].enumerated() {
            let moment = now + .hours(Int64(number))
            try shop.shop.bring([Self.charged("a\(number)", of: customer)], at: moment)
            #expect(try queue(at: moment) == 1)
        }
        #expect(try lease(Self.one))
        let later = now + .hours(2)
        let messages = try due(at: later)
        for message in messages { try note(message, .delivered, at: later) }
        #expect(messages.count == 2)
        #expect(try due(at: later).isEmpty && standing().waiting == 0)
        let first = try #require(messages.first)
        #expect(try replay(.message(first.id), at: later) == 1)
        #expect(try due(at: later) == [first], "as it was, with its id")
        try note(first, .delivered, at: later)
        #expect(try replay(.since(now + .seconds(1)), at: later) == 1)
        #expect(try due(at: later) == messages.suffix(1))
        #expect(try replay(.since(now), at: later) == 1, "what waits already does so once")
        #expect(try due(at: later).count == 2)
        #expect(failure { _ = try replay(.message("msg_none_9")) }?.code == .notFound)
        #expect(
            failure {
                try store.replayWebhooks(.notTaken, at: "nobody", by: AskedShop.server, at: now)
            }?.code == .notFound)
    }

    // MARK: Several servers, killed servers, restored stores

    @Test func whatAServerSaysThatLostTheLeaseCountsNothing() throws {
        try open(["u_1"])
        let message = try #require(try due().first)
        #expect(try lease(Self.two, at: now + .seconds(60)))
        try note(message, .gone, of: Self.one, at: now + .seconds(61))
        #expect(try standing().disabledAt == nil && standing().failures == 0)
        try note(message, .delivered, of: Self.one, at: now + .seconds(61))
        #expect(try due(at: now + .seconds(61)) == [message])
        try note(message, .delivered, of: Self.two, at: now + .seconds(61))
        #expect(try due(at: now + .seconds(61)).isEmpty && standing().deliveredAt == now + .seconds(61))
    }

    @Test func whatWasDeliveredIsNotUndoneByALateFailure() throws {
        try open(["u_1"])
        let message = try #require(try due().first)
        try note(message, .delivered)
        try note(message, .failed("http_500", notBefore: nil))
        #expect(try store.webhookDeliveries().map(\.state) == ["delivered"])
        #expect(try due(at: now + .days(9)).isEmpty)
    }

    @Test(
        arguments: [
            (FaultPoint.webhooksQueued, 1), (.writeBegun, 1), (.beforeCommit, 1), (.afterCommit, 1),
        ])
    func killedWhileQueueingEachIsMadeOnce(_ point: FaultPoint, _ passage: Int) async throws {
        let folder = try StoreFolder()
        try Self.fill(folder)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, point = point.rawValue as String, passage = passage as Int] in
            let store = try Store.open(
                at: path, readOnly: false, lockTimeout: .seconds(5),
                faults: StoreFaults.environment(["MAKEGOOD_FAULT": "\(point):\(passage)"]))
            try store.queueWebhooks(
                to: [WebhookReceiver("backend")], by: AskedShop.server, at: Shop.soon)
        }
        let again = try folder.open()
        try again.queueWebhooks(to: [Self.backend], by: AskedShop.server, at: Shop.soon)
        let deliveries = try again.webhookDeliveries()
        #expect(deliveries.map(\.customer).sorted() == ["u_1", "u_2"])
        #expect(try again.number("SELECT count(*) FROM webhook_messages") == 2)
    }

    @Test(arguments: [(FaultPoint.webhookNoted, false), (.beforeCommit, false), (.afterCommit, true)])
    func killedWhileNotingNothingIsLost(_ point: FaultPoint, _ isNoted: Bool) async throws {
        let folder = try StoreFolder()
        try Self.fill(folder)
        let store = try folder.open()
        try store.queueWebhooks(to: [Self.backend], by: AskedShop.server, at: Shop.soon)
        #expect(
            try store.lease(
                .webhook(Self.backend.name), for: Self.one, by: AskedShop.server, at: Shop.soon))
        let ids = try store.dueWebhooks(for: Self.backend.name, at: Shop.soon).map(\.id)
        try store.close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, point = point.rawValue as String] in
            let store = try Store.open(
                at: path, readOnly: false, lockTimeout: .seconds(5),
                faults: StoreFaults.environment(["MAKEGOOD_FAULT": "\(point):1"]))
            let tries = try store.dueWebhooks(for: "backend", at: Shop.soon).map {
                WebhookTry($0.message, .delivered, at: Shop.soon)
            }
            try store.noteWebhooks(
                tries, at: "backend", of: ServerID("1-1"), by: AskedShop.server, at: Shop.soon)
        }
        let again = try folder.open()
        let left = try again.dueWebhooks(for: Self.backend.name, at: Shop.soon).map(\.id)
        #expect(ids.count == 2 && left == (isNoted ? [] : ids), "what is sent again has the id it had")
    }

    @Test func aCopyMakesMessagesOfIdsThatNoOtherHas() throws {
        let (folder, other) = (try StoreFolder(), try StoreFolder())
        try Self.fill(folder)
        let store = try folder.open()
        try store.backup(to: other.path, by: Shop.lead, at: Shop.now)
        let copy = try other.open()
        for each in [store, copy] {
            try each.queueWebhooks(to: [Self.backend], by: AskedShop.server, at: Shop.soon)
        }
        let ids = try [store, copy].map { Set(try $0.webhookDeliveries().map(\.id)) }
        #expect(ids.map(\.count) == [2, 2] && ids[0].isDisjoint(with: ids[1]))
    }

    /// Makes a store with a receiver that listens, and two tickets of which it is not told yet.
    private static func fill(_ folder: StoreFolder) throws {
        let store = try folder.createShop()
        let shop = try AskedShop(Shop(store))
        try store.queueWebhooks(to: [backend], by: AskedShop.server, at: Shop.soon)
        for (number, customer) in ["u_1", "u_2"].enumerated() {
            try shop.shop.bring([charged("a\(number)", of: customer)], at: Shop.soon)
        }
        try store.close()
    }
}
