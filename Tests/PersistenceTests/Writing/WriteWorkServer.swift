import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What servers note of themselves and of each other.
extension WriteWork {
    static let ofServers = [
        WriteWork("a lease is taken and let go", "lease(_:for:by:at:)", "letGo(of:_:by:at:)", "holds(_:_:)") {
            town in
            let lease = LeaseSubject.webhook("new\(town.next())")
            return {
                let isOurs = try town.store.lease(
                    lease, for: WriteTown.server, by: People.service, at: town.now)
                try town.expect(isOurs && town.store.holds(lease, WriteTown.server))
                try town.store.letGo(of: [lease], WriteTown.server, by: People.service, at: town.now)
            }
        },
        WriteWork("a server comes and goes", "noteServer(_:_:leasing:by:at:)", "noteServerEnd(_:by:at:)") {
            town in
            let id = ServerID("new\(town.next())")
            let server = KnownServer(id: id, startedAt: town.now, presence: .there)
            return {
                try town.store.noteServer(server, by: People.service, at: town.now)
                try town.store.noteServerEnd(id, by: People.service, at: town.now)
            }
        },
        WriteWork(
            "something is wrong with the server's work, is told and passes",
            "raiseServerAlarm(_:detail:by:at:)", "dueServerAlarm(at:)", "takeServerAlarm(for:by:at:)",
            "settleServerAlarm(_:heardBy:failure:of:by:at:)", "endServerAlarm(_:by:at:)"
        ) { town in
            {
                let (store, service) = (town.store, People.service)
                try store.raiseServerAlarm("wrong_secret", by: service, at: town.now)
                let taken = try store.takeServerAlarm(for: WriteTown.server, by: service, at: town.now)
                try store.settleServerAlarm(
                    try #require(taken), heardBy: [.url], failure: nil, of: WriteTown.server, by: service,
                    at: town.now)
                try store.endServerAlarm("wrong_secret", by: service, at: town.now)
            }
        },
        WriteWork("something is wrong with each of some", "raiseServerAlarm(_:about:by:at:)") { town in
            let member = String(town.next())
            return {
                try town.store.raiseServerAlarm("late", about: [member], by: People.service, at: town.now)
            }
        },
        WriteWork("nothing comes, and comes again", "callForSilence(by:at:)") { town in
            let begin = town.now - .days(29)
            let isSilent = {
                try town.store.read { try ServerAlarmTable.exists("silence", in: $0) }
            }
            try town.store.write(.serverNote, by: People.service, at: town.now) { writing in
                try writing.db.run("DELETE FROM arrival_hours")
                for hour in 0..<Int64(29 * 24 - 2) {
                    let at = begin + .hours(hour)
                    try ArrivalTable.add(100, by: .notifications, last: at, in: writing.db)
                }
                return .noted(())
            }
            return {
                try town.store.callForSilence(by: People.service, at: town.now)
                try town.expect(isSilent())
                try town.store.write(.serverNote, by: People.service, at: town.now) { writing in
                    try ArrivalTable.add(1, by: .notifications, last: town.now, in: writing.db)
                    return .noted(())
                }
                try town.store.callForSilence(by: People.service, at: town.now)
                try town.expect(!isSilent())
            }
        },
        WriteWork("backends are told of a customer", "tellEntitlements(customers:by:at:)") { town in
            try town.tellAll()
            _ = try town.subscriber()
            return {
                let told = try town.store.tellEntitlements(by: People.service, at: town.now)
                town.expect(told.events == 1)
            }
        },
        WriteWork("the clock changes something for a customer", "tellEntitlements(customers:by:at:)") {
            town in
            _ = try town.subscriber()
            try town.tellAll()
            let later = town.now + .days(40 + Int64(town.next()))
            return {
                let told = try town.store.tellEntitlements(by: People.service, at: later)
                town.expect(told.events == 1)
            }
        },
        WriteWork("a verification is asked for", "makeVerifications(by:at:limit:)") { town in
            _ = try town.undelivered()
            return { try town.expect(town.store.makeVerifications(by: People.service, at: town.now) == 1) }
        },
        WriteWork("a verification is needless", "makeVerifications(by:at:limit:)") { town in
            let request = try town.verification()
            let ticket = try #require(try town.store.asked(request)?.request.subject)
            let ending = TicketEnd.said(.refunded)
            _ = try town.store.act(
                .resolve(ending), on: TicketID(ticket), reference: "HD-1", by: People.lead, at: town.now)
            return { try town.store.makeVerifications(by: People.service, at: town.now) }
        },
        WriteWork(
            "what is due is taken", "takeDueAsks(for:by:at:limit:)", "dueAsks(for:at:limit:)", "mayAsk(_:_:)",
            "means(toAsk:)"
        ) { town in
            let request = try town.verification()
            return {
                let due = try town.store.takeDueAsks(for: WriteTown.server, by: People.service, at: town.now)
                town.expect(due.contains { $0.request.id == request })
                try town.expect(town.store.mayAsk(request, WriteTown.server))
                _ = try town.store.means(toAsk: #require(due.first).request)
            }
        },
        WriteWork("of much that is due some is taken", "takeDueAsks(for:by:at:limit:)") { town in
            try Raw.write(town.store, "UPDATE requests SET next_try_ms = id WHERE state = 'waiting'")
            return {
                let due = try town.store.takeDueAsks(
                    for: WriteTown.server, by: People.service, at: town.now, limit: 20)
                town.expect(due.count == 20)
            }
        },
        WriteWork("of many chains that are due some are taken", "takeChainsToAsk(in:for:by:at:limit:)") {
            town in
            try Raw.write(town.store, "UPDATE chains SET next_ask_ms = id WHERE next_ask_ms IS NOT NULL")
            return {
                let due = try town.store.takeChainsToAsk(
                    in: [.production], for: WriteTown.server, by: People.service, at: town.now, limit: 20)
                town.expect(due.count == 20)
            }
        },
        WriteWork(
            "a chain is taken to be asked about", "takeChainsToAsk(in:for:by:at:limit:)",
            "chainsToAsk(in:for:at:limit:)"
        ) { town in
            _ = try town.endedChain()
            return {
                let due = try town.store.takeChainsToAsk(
                    in: [.production], for: WriteTown.server, by: People.service, at: town.now)
                town.expect(!due.isEmpty)
            }
        },
    ]

    static let ofRetries = [
        WriteWork("an order is looked up", "askAppStore(_:about:by:at:)") { town in
            let order = "MX\(100_000 + town.next())"
            return { try town.store.askAppStore(.order, about: order, by: People.agent, at: town.now) }
        },
        WriteWork(
            "news of a chain are asked for and not", "askAppStore(_:about:by:at:)", "cancelAsked(_:by:at:)"
        ) {
            town in
            let chain = try town.subscriber().chain.rawValue
            return {
                let asked = try town.store.askAppStore(.refresh, about: chain, by: People.agent, at: town.now)
                try town.store.cancelAsked(asked.id, by: People.agent, at: town.now)
            }
        },
        WriteWork("a transaction is to be finished", "askAppStore(_:about:by:at:)") { town in
            let ticket = try town.undelivered()
            try town.store.give(
                town.week(to: town.customer(of: ticket), for: ticket), by: People.lead, at: town.now)
            return {
                try town.store.askAppStore(.finish, about: ticket.rawValue, by: People.agent, at: town.now)
            }
        },
        WriteWork("another try is asked for at once", "askAppStore(_:about:by:at:)") { town in
            let ticket = try town.loss()
            return {
                try town.store.askAppStore(.retry, about: ticket.rawValue, by: People.agent, at: town.now)
            }
        },
        WriteWork("a verification failed", "importTogether(_:by:at:)") { town in
            let request = try town.taken(town.verification())
            return { try town.note(request, .failed("http_503", isCounted: true, notBefore: nil)) }
        },
        WriteWork("a verification was refused", "importTogether(_:by:at:)") { town in
            let request = try town.taken(town.verification())
            return { try town.note(request, .refused("21003")) }
        },
        WriteWork("a verification delivers", "importTogether(_:by:at:)") { town in
            let request = try town.taken(town.verification())
            let subject = try #require(try town.store.asked(request)?.request.subject)
            let page = try #require(try town.store.ticketPage(TicketID(subject), at: town.now))
            let id = try #require(page.ticket.transactionID).rawValue
            let charge = Paper.Entry(id: id, chain: id, line: "L\(id)", day: WriteTown.today - 3)
            let paper = Paper.receipt([charge], on: WriteTown.today)
            return {
                try town.take(
                    [paper],
                    .leased(.request(request), WriteTown.server, .tried(request, .answered("answered"))))
            }
        },
        WriteWork("an order was found", "importTogether(_:by:at:)") { town in
            let order = "MY\(100_000 + town.next())"
            let asked = try town.store.askAppStore(.order, about: order, by: People.agent, at: town.now)
            let request = try town.taken(asked.id)
            return { try town.note(request, .answered("answered")) }
        },
        WriteWork("news of a chain came", "importTogether(_:by:at:)") { town in
            let chain = try town.extended().chain.rawValue
            let asked = try town.store.askAppStore(.refresh, about: chain, by: People.agent, at: town.now)
            let request = try town.taken(asked.id)
            return { try town.note(request, .answered("answered")) }
        },
        WriteWork("a transaction was finished", "importTogether(_:by:at:)") { town in
            let request = try town.taken(town.finishing())
            return { try town.note(request, .answered("finished")) }
        },
        WriteWork(
            "a chain is renewed later", "beginExtension(_:of:by:on:at:)", "importTogether(_:by:at:)"
        ) { town in
            let (_, asked) = try town.extended()
            let request = try town.taken(asked)
            let period = SubscriptionPeriod(of: "1", endingAt: town.now + .days(3))
            return {
                let mayAsk = try town.store.beginExtension(
                    request, of: period, by: People.service, on: WriteTown.server, at: town.now)
                town.expect(mayAsk)
                try town.note(request, .answered("extended"))
            }
        },
        WriteWork(
            "what was to renew a chain later did not arrive", "takeBackExtension(_:by:on:at:)"
        ) { town in
            let request = try town.taken(town.extended().asked)
            return {
                try town.store.takeBackExtension(
                    request, by: People.service, on: WriteTown.server, at: town.now)
            }
        },
        WriteWork(
            "everybody's renewals are begun", "beginMassExtension(_:by:on:at:)", "importTogether(_:by:at:)"
        ) { town in
            let asked = try town.store.askMassExtension(
                of: "tea.monthly", ExtensionTerms(days: 3, because: .outage), by: People.lead, at: town.now)
            let request = try town.taken(asked.id)
            return {
                let mayAsk = try town.store.beginMassExtension(
                    request, by: People.service, on: WriteTown.server, at: town.now)
                town.expect(mayAsk)
                try town.note(request, .answered("extended"))
            }
        },
        WriteWork(
            "Apple took an answer about a refund", "hindrance(toSending:at:)", "importTogether(_:by:at:)"
        ) { town in
            let page = try town.store.act(
                .answer(ConsumptionChoice(deliveryStatus: .delivered), reason: "seen"), on: town.refund(),
                by: People.lead, at: town.now)
            let asked = try #require(page.task.answer?.request)
            let request = try town.taken(asked.id)
            return {
                try town.expect(town.store.hindrance(toSending: asked, at: town.now) == nil)
                try town.note(request, .answered("answered"))
            }
        },
        WriteWork("a chain was asked about", "importTogether(_:by:at:)") { town in
            let chain = try town.endedChain()
            return { try town.take([], .asked(chain, isAnswered: true)) }
        },
        WriteWork("a chain could not be asked about", "importTogether(_:by:at:)") { town in
            let chain = try town.endedChain()
            return { try town.take([], .asked(chain, isAnswered: false)) }
        },
        WriteWork("the history of notifications was read", "importTogether(_:by:at:)") { town in
            let moment = town.now - .seconds(Int64(60 - town.next()))
            return { try town.take([], .historyRead(.production, until: moment)) }
        },
        WriteWork("a receipt is kept", "importTogether(_:by:at:)") { town in
            let subscriber = try town.subscriber()
            let draft = ReceiptDraft(
                body: Data("r".utf8), sha256: "receipt \(town.next())", environment: .production,
                chains: [subscriber.chain], customer: subscriber.customer, madeAt: town.now)
            return { try town.take([], .keepReceipt(draft)) }
        },
    ]

    static let ofWebhooks = [
        WriteWork("messages are made of a ticket", "queueWebhooks(to:by:at:limit:)") { town in
            try town.queue()
            _ = try town.loss()
            return { try town.queue() }
        },
        WriteWork(
            "a message was taken", "dueWebhooks(for:at:limit:)", "isNext(_:for:)",
            "noteWebhooks(_:at:of:by:at:)"
        ) { town in
            let message = try town.dueMessage()
            return {
                try town.expect(town.store.isNext(message, for: WriteTown.receiver))
                try town.note(message, .delivered)
            }
        },
        WriteWork(
            "of many messages that are due some are taken", "dueWebhooks(for:at:limit:)",
            "noteWebhooks(_:at:of:by:at:)"
        ) { town in
            _ = try town.dueMessage()
            try Raw.write(town.store, "UPDATE webhook_deliveries SET next_ms = 1 WHERE state = 'waiting'")
            return {
                let due = try town.store.dueWebhooks(for: WriteTown.receiver, at: town.now, limit: 3)
                town.expect(due.count == 3)
                for message in due { try town.note(message, .failed("http_400", notBefore: nil)) }
            }
        },
        WriteWork("a message was not taken", "noteWebhooks(_:at:of:by:at:)") { town in
            let message = try town.dueMessage()
            return { try town.note(message, .failed("http_400", notBefore: nil)) }
        },
        WriteWork(
            "a receiver is back", "noteWebhooks(_:at:of:by:at:)",
            growth: .rows("everything that waits because of the receiver is sent at once")
        ) { town in
            let message = try town.dueMessage()
            try Raw.write(town.store, "UPDATE webhook_endpoints SET failures = 50 WHERE name = 'backend'")
            return { try town.note(message, .delivered) }
        },
        WriteWork(
            "a receiver wants nothing more", "noteWebhooks(_:at:of:by:at:)",
            growth: .rows("everything that waits is parked")
        ) { town in
            try Raw.write(town.store, "UPDATE webhook_endpoints SET disabled_ms = NULL")
            let message = try town.dueMessage()
            return { try town.note(message, .gone) }
        },
        WriteWork("a message is sent again", "replayWebhooks(_:at:by:at:)") { town in
            let message = try town.dueMessage()
            try town.note(message, .delivered)
            return {
                let count = try town.store.replayWebhooks(
                    .message(message.id), at: WriteTown.receiver, by: People.service, at: town.now)
                town.expect(count == 1)
            }
        },
        WriteWork(
            "what was not taken is sent again", "replayWebhooks(_:at:by:at:)",
            growth: .rows("everything that waits or is parked")
        ) { town in
            {
                try town.store.replayWebhooks(
                    .notTaken, at: WriteTown.receiver, by: People.service, at: town.now)
            }
        },
        WriteWork(
            "what was made since a moment is sent again", "replayWebhooks(_:at:by:at:)",
            growth: .rows("everything that was made since")
        ) { town in
            {
                try town.store.replayWebhooks(
                    .since(town.now - .hours(1)), at: WriteTown.receiver, by: People.service, at: town.now)
            }
        },
        WriteWork(
            "a receiver is forgotten", "forgetWebhooks(to:by:at:)", growth: .rows("with what it was not sent")
        ) { town in
            try town.queue("new\(town.next())")
            _ = try town.loss()
            try town.queue("new\(town.next() - 1)")
            return {
                try town.store.forgetWebhooks(to: "new1", by: People.service, at: town.now)
                try town.queue("new1")
            }
        },
        WriteWork("nothing is old enough to be forgotten", "pruneWebhooks(by:at:)") { town in
            let later = town.now + .hours(Int64(town.next()))
            return { try town.store.pruneWebhooks(by: People.service, at: later) }
        },
        WriteWork(
            "what is kept for a time alone is forgotten", "pruneOld(by:at:)",
            growth: .rows("what is old, five hundred of each kind in a write")
        ) { town in
            let later = town.now + .days(Int64(town.next()))
            return { try town.store.pruneOld(by: People.service, at: later) }
        },
    ]

    /// What workers look for where nothing is to be done.
    static let ofWorkers = [
        WriteWork(
            "alarms: nothing",
            of: idle(
                "AlarmWorker", "alarmCalling()", "dueServerAlarm(at:)", "takeServerAlarm(for:by:at:)",
                "hasDueAlarm(at:through:)")
        ) { town in
            try town.store.set(.alarmURL, to: "https://example.org", by: People.lead, at: town.now)
            try town.store.passAlarmsOver(by: People.service, at: town.now)
            return {
                try town.expect(town.store.alarmCalling().address != nil)
                let wrong = try town.store.takeServerAlarm(
                    for: WriteTown.server, by: People.service, at: town.now)
                town.expect(wrong == nil)
                try town.expect(!town.store.hasDueAlarm(at: town.now, through: [.url]))
            }
        },
        WriteWork("events: nothing", of: idle("EventWorker", "tellEntitlements(customers:by:at:)")) { town in
            try town.tellAll()
            return { try town.tellAll() }
        },
        WriteWork(
            "requests: nothing",
            of: idle(
                "RequestWorker", "makeVerifications(by:at:limit:)", "settleRefunds(by:at:limit:)",
                "callForPressingRefunds(by:at:)", "takeDueAsks(for:by:at:limit:)", "nextAskDue()")
        ) { town in
            {
                let (store, service) = (town.store, People.service)
                try town.expect(store.makeVerifications(by: service, at: town.now) == 0)
                try store.settleRefunds(by: service, at: town.now)
                try store.callForPressingRefunds(by: service, at: town.now)
                let due = try store.takeDueAsks(for: WriteTown.server, by: service, at: town.now)
                try town.expect(due.isEmpty && store.nextAskDue() != nil)
            }
        },
        WriteWork(
            "polling: nothing",
            of: idle("PollingWorker", "takeChainsToAsk(in:for:by:at:limit:)", "nextChainAsk(in:)")
        ) { town in
            {
                let due = try town.store.takeChainsToAsk(
                    in: [.production, .sandbox], for: WriteTown.server, by: People.service, at: town.now)
                try town.expect(due.isEmpty && town.store.nextChainAsk(in: [.production, .sandbox]) != nil)
            }
        },
        WriteWork(
            "gaps: nothing",
            of: idle("GapWorker", "lease(_:for:by:at:)", "historyCursor(of:)", "letGo(of:_:by:at:)")
                + [.call("holdsNotification(_:)")]
        ) { town in
            {
                let lease = LeaseSubject.history(.production)
                let (server, service) = (WriteTown.server, People.service)
                try town.expect(town.store.lease(lease, for: server, by: service, at: town.now))
                try town.expect(town.store.historyCursor(of: .production) != nil)
                try town.expect(town.store.holdsNotification("n5"))
                try town.store.letGo(of: [lease], server, by: service, at: town.now)
            }
        },
        WriteWork(
            "webhooks: nothing",
            of: idle(
                "WebhookWorker", "queueWebhooks(to:by:at:limit:)", "dueWebhooks(for:at:limit:)",
                "nextWebhook(for:)")
        ) { town in
            try town.queue()
            return {
                try town.queue()
                try town.expect(
                    town.store.dueWebhooks(for: WriteTown.receiver, at: town.now, limit: 1).isEmpty)
                try town.expect(town.store.nextWebhook(for: WriteTown.receiver) != nil)
            }
        },
        WriteWork("a server's beat", of: idle("WorkerLoop", "noteServer(_:_:leasing:by:at:)")) { town in
            let server = KnownServer(id: WriteTown.server, startedAt: town.now, presence: .there)
            let notes = ["alarms", "events", "gaps", "polling", "reports", "requests", "webhooks"].map {
                WorkerNote($0, didAt: town.now, nextAt: town.now)
            }
            return { try town.store.noteServer(server, notes, by: People.service, at: town.now) }
        },
        WriteWork(
            "reports: nothing",
            of: idle(
                "ReportWorker", "forgetCountedReports(by:at:)", "rationedReports(after:limit:)",
                "raiseServerAlarm(_:detail:by:at:)", "endServerAlarm(_:by:at:)")
        ) { town in
            {
                try town.store.forgetCountedReports(by: People.service, at: town.now)
                try town.expect(town.store.rationedReports(limit: 1).isEmpty)
                try town.store.endServerAlarm("reports_rationed", by: People.service, at: town.now)
            }
        },
        WriteWork(
            "upkeep: nothing",
            of: idle(
                "UpkeepLoop", "applyOverdueMoves(by:at:)", "pruneWebhooks(by:at:)", "pruneOld(by:at:)",
                "callForSilence(by:at:)")
        ) { town in
            {
                try town.expect(town.store.applyOverdueMoves(by: People.service, at: town.now) == 0)
                try town.store.pruneWebhooks(by: People.service, at: town.now)
                try town.expect(!town.store.pruneOld(by: People.service, at: town.now))
                try town.store.callForSilence(by: People.service, at: town.now)
            }
        },
        WriteWork(
            "what others changed: nothing", of: idle("StoreWatch", "changes(since:limit:)", "newestChange()")
        ) { town in
            { try town.expect(town.store.changes(since: town.store.newestChange()).isEmpty) }
        },
        WriteWork("what was gathered: nothing", of: idle("GatheringService", "importTogether(_:by:at:)")) {
            town in
            {
                _ = try town.store.importTogether(
                    [ImportBatch([], from: "POST")], by: People.service, at: town.now)
            }
        },
    ]

    private static func idle(_ worker: String, _ calls: String...) -> [Subject] {
        [.worker(worker)] + calls.map(Subject.call)
    }
}

extension WriteTown {
    /// A backend.
    fileprivate static let receiver = "backend"

    /// Makes messages for backends, and for one more.
    fileprivate func queue(_ another: String? = nil) throws {
        let receivers = ([Self.receiver, "billing"] + [another].compactMap { $0 }).map { WebhookReceiver($0) }
        try store.queueWebhooks(to: receivers, by: Self.service, at: now)
    }

    /// A message that is due, at a receiver to which this server sends.
    fileprivate func dueMessage() throws -> DueWebhook {
        try queue()
        _ = try loss()
        try queue()
        #expect(try store.lease(.webhook(Self.receiver), for: Self.server, by: Self.service, at: now))
        return try #require(try store.dueWebhooks(for: Self.receiver, at: now).last)
    }

    fileprivate func note(_ message: DueWebhook, _ result: WebhookResult) throws {
        try store.noteWebhooks(
            [WebhookTry(message.message, result, at: now)], at: Self.receiver, of: Self.server,
            by: Self.service, at: now)
    }

    /// Tells backends until nothing is left.
    fileprivate func tellAll() throws {
        while try store.tellEntitlements(by: Self.service, at: now).isMore {}
    }

    /// A chain whose period ended without a word of the App Store's.
    fileprivate func endedChain() throws -> ChainID {
        let (name, charge) = (try customer(), Self.charge(next(), day: Self.today - 31))
        try shop.bring(Paper.receipt([charge], on: Self.today - 30), customer: name.rawValue)
        return ChainID(OriginalTransactionID(charge.chain), in: .production)
    }
}
