import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What leads do for many at once.
extension WriteWork {
    static let ofBatches = [
        WriteWork("a batch is planned", "startBatch(_:key:by:at:)") { town in
            let wish = try town.batchWish()
            return {
                let batch = try town.store.startBatch(
                    wish, key: "b\(town.next())", by: People.lead, at: town.now)
                town.expect(batch.state == .running)
            }
        },
        WriteWork("a batch is planned that a second lead has to approve", "startBatch(_:key:by:at:)") {
            town in
            let wish = try town.batchWish()
            try town.store.addAgent(AgentName("lea"), role: .lead, by: People.lead, at: town.now)
            try town.store.set(.bulkApprovalCount, to: "1", by: People.lead, at: town.now)
            return {
                let batch = try town.store.startBatch(wish, by: People.lead, at: town.now)
                town.expect(batch.state == .waiting)
            }
        },
        WriteWork("a batch is approved", "act(_:on:by:at:)") { town in
            let second = AgentName("lea")
            try town.store.addAgent(second, role: .lead, by: People.lead, at: town.now)
            try town.store.set(.bulkApprovalCount, to: "1", by: People.lead, at: town.now)
            let batch = try town.store.startBatch(town.batchWish(), by: People.lead, at: town.now)
            let request = try #require(batch.request)
            return { _ = try town.store.act(.approve(), on: request, by: second, at: town.now) }
        },
        WriteWork("a batch is carried out", "act(_:on:by:at:)") { town in
            let batch = try town.store.startBatch(town.batchWish(), by: People.lead, at: town.now)
            return {
                let done = try town.store.act(.carryOn(), on: batch.id, by: People.lead, at: town.now)
                town.expect(done.state == .done && done.counts.granted == 2)
            }
        },
        WriteWork("a batch is taken back", "act(_:on:by:at:)") { town in
            let batch = try town.store.startBatch(town.batchWish(), by: People.lead, at: town.now)
            _ = try town.store.act(.carryOn(), on: batch.id, by: People.lead, at: town.now)
            return {
                _ = try town.store.act(.cancel, on: batch.id, by: People.lead, at: town.now)
                let done = try town.store.act(.carryOn(), on: batch.id, by: People.lead, at: town.now)
                town.expect(done.state == .cancelled && done.counts.takenBack == 2)
            }
        },
    ]

    static let ofIncidents = [
        WriteWork("an incident is named", "act(_:on:version:by:at:)") { town in
            let incident = try town.incident()
            return { try town.store.act(.name("The night"), on: incident, by: People.lead, at: town.now) }
        },
        WriteWork("an incident is merged", "act(_:on:version:by:at:)") { town in
            let (one, other) = (try town.incident(), try town.incident())
            return { try town.store.act(.merge(into: other), on: one, by: People.lead, at: town.now) }
        },
        WriteWork("an incident is taken out again", "act(_:on:version:by:at:)") { town in
            let (one, other) = (try town.incident(), try town.incident())
            try town.store.act(.merge(into: other), on: one, by: People.lead, at: town.now)
            return { try town.store.act(.separate, on: one, by: People.lead, at: town.now) }
        },
        WriteWork("an incident is cut", "act(_:on:version:by:at:)") { town in
            let incident = try town.incident()
            let from = try #require(try town.store.wholePage(of: IncidentQuery(incident))?.incident.from)
            return {
                try town.store.act(
                    .split(.from(from + .hours(1))), on: incident, by: People.lead, at: town.now)
            }
        },
        WriteWork("an incident is taken up again and ended", "act(_:on:version:by:at:)") { town in
            let incident = try town.incident()
            return {
                try town.store.act(.reopen, on: incident, by: People.lead, at: town.now)
                try town.store.act(.close, on: incident, by: People.lead, at: town.now)
            }
        },
        WriteWork("tickets are moved out of an incident and back", "moveTickets(_:into:by:at:)") { town in
            let incident = try town.incident()
            let ticket = try #require(try town.store.wholePage(of: IncidentQuery(incident))?.first)
            return {
                try town.store.moveTickets([ticket], into: nil, by: People.lead, at: town.now)
                try town.store.moveTickets([ticket], into: incident, by: People.lead, at: town.now)
            }
        },
        WriteWork("incidents are looked for in vain", "findIncidents(by:at:)") { town in
            { try town.expect(!town.store.findIncidents(by: People.service, at: town.now)) }
        },
        WriteWork(
            "an incident is found", "findIncidents(by:at:)",
            growth: .rows(
                "what is usual follows from every hour in which anything failed; they are read before any lock"
            )
        ) { town in
            let evening = town.evening()
            try town.take(evening.map(\.paper))
            return { try town.expect(town.store.findIncidents(by: People.service, at: town.now)) }
        },
    ]

    static let ofExtensions = [
        WriteWork("a chain is to be renewed later", "askExtension(of:in:_:key:by:at:)") { town in
            let (chain, wish) = (try town.subscriber().chain, ExtensionTerms(days: 3, because: .outage))
            return {
                _ = try town.store.askExtension(
                    of: chain, wish, key: "x\(town.next())", by: People.lead, at: town.now)
            }
        },
        WriteWork(
            "everybody with a product is to be renewed later",
            "askMassExtension(of:_:storefronts:for:key:by:at:)",
            growth: .rows("those who have the product are counted, 10,000 at the most")
        ) { town in
            let days = 1 + town.next()
            return {
                let asked = try town.store.askMassExtension(
                    of: "basic", ExtensionTerms(days: days, because: .outage), by: People.lead, at: town.now)
                try town.store.cancelAsked(asked.id, by: People.lead, at: town.now)
            }
        },
        WriteWork(
            "the chains of an incident are to be renewed later",
            "askExtensions(ofIncident:product:_:by:at:)"
        ) { town in
            var evening = town.evening()
            let subscriber = try town.subscriber()
            (evening[0].customer, evening[0].chain) = (
                subscriber.customer.rawValue, subscriber.chain.rawValue
            )
            try town.shop.bring(evening.map(\.paper))
            let ticket = try town.ticket(of: evening[1])
            let incident = try #require(try town.store.ticketPage(ticket, at: town.now)?.ticket.incident)
            let wish = ExtensionTerms(days: 3, because: .outage)
            return {
                let answer = try town.store.askExtensions(
                    ofIncident: incident, wish, by: People.lead, at: town.now)
                town.expect(answer.asked.count == 1)
            }
        },
    ]

    static let ofTokens = [
        WriteWork("a token is to be signed into a chain", "askAccountToken(_:by:at:)") { town in
            let (subscriber, customer) = (try town.subscriber(), try town.customer())
            let values = CustomerValues(appAccountToken: PersonIdentifier(WriteTown.token(town.next())))
            try town.store.setCustomer(customer, values, by: People.agent, at: town.now)
            let wish = AttachRequest(subscriber.chain, to: customer, reason: "asked")
            return { _ = try town.store.askAccountToken(wish, by: People.lead, at: town.now) }
        }
    ]

    static let ofRefunds = [
        WriteWork("an answer about a refund is given", "act(_:on:by:at:)") { town in
            let (refund, choice) = (try town.refund(), ConsumptionChoice(deliveryStatus: .delivered))
            return {
                try town.store.act(.answer(choice, reason: "seen"), on: refund, by: People.lead, at: town.now)
            }
        },
        WriteWork("a refund is not answered", "act(_:on:by:at:)") { town in
            let refund = try town.refund()
            return { try town.store.act(.skip(because: "why"), on: refund, by: People.lead, at: town.now) }
        },
        WriteWork("a customer agrees no more", "act(_:on:by:at:)") { town in
            let refund = try town.refund()
            try town.store.act(
                .answer(ConsumptionChoice(deliveryStatus: .delivered), reason: "seen"), on: refund,
                by: People.lead, at: town.now)
            let customer = try #require(
                try town.store.wholePage(of: RefundQuery(refund), at: town.now)?.task.customer)
            return {
                try town.store.act(.consent(false), on: customer, by: People.agent, at: town.now)
            }
        },
        WriteWork("an answer is given by itself", "settleRefunds(by:at:limit:)") { town in
            try town.store.set(.answerRefunds, to: "on", by: People.lead, at: town.now)
            try town.store.settleRefunds(by: WriteTown.service, at: town.now)
            _ = try town.refund()
            return { try town.expect(town.store.settleRefunds(by: WriteTown.service, at: town.now) == 1) }
        },
        WriteWork("somebody is called for a refund", "callForPressingRefunds(by:at:)") { town in
            _ = try town.refund()
            let pressing = town.now + .hours(10)
            return { try town.store.callForPressingRefunds(by: WriteTown.service, at: pressing) }
        },
    ]
}

/// What leads decide.
extension WriteWork {
    static let ofSettings = [
        WriteWork("a setting is changed", "set(_:to:by:at:)") { town in
            let name = "Tea \(town.next())"
            return { try town.store.set(.appName, to: name, by: People.lead, at: town.now) }
        },
        WriteWork(
            "whose purchases give access is changed", "set(_:to:by:at:)",
            growth: .rows("every attempt that was not delivered is looked at anew")
        ) { town in
            let environments = town.next() % 2 == 0 ? "Production" : "Production,Sandbox"
            return { try town.store.set(.serve, to: environments, by: People.lead, at: town.now) }
        },
        WriteWork(
            "when tickets are due is changed", "set(_:to:by:at:)",
            growth: .rows("every ticket of the queue gets its time")
        ) { town in
            let hours = String(10 + town.next())
            return { try town.store.set(.lossGoalHours, to: hours, by: People.lead, at: town.now) }
        },
        WriteWork(
            "the number of tries is changed", "set(_:to:by:at:)",
            growth: .rows("every charge that was not delivered is looked at anew")
        ) { town in
            let tries = String(5 + town.next())
            return { try town.store.set(.retryLimit, to: tries, by: People.lead, at: town.now) }
        },
        WriteWork(
            "whom an alarm calls is changed", "set(_:to:by:at:)",
            growth: .rows("everything that waits is due at once")
        ) { town in
            let address = "https://example.org/\(town.next())"
            return { try town.store.set(.alarmURL, to: address, by: People.lead, at: town.now) }
        },
        WriteWork("a list grows and shrinks", "add(_:to:by:at:)", "remove(_:from:by:at:)") { town in
            let reason = "because_\(town.next() % 2 == 0 ? "even" : "odd")"
            return {
                try town.store.add(reason, to: .reasons, by: People.lead, at: town.now)
                try town.store.remove(reason, from: .reasons, by: People.lead, at: town.now)
            }
        },
        WriteWork("a secret comes and goes", "addSecret(_:by:at:)", "removeSecret(_:by:at:)") { town in
            let secret = "secret \(town.next())"
            return {
                _ = try town.store.addSecret(secret, by: People.lead, at: town.now)
                try town.store.removeSecret(secret, by: People.lead, at: town.now)
            }
        },
        WriteWork(
            "a key comes and goes", "addAPIKey(named:for:by:at:)", "removeAPIKey(named:by:at:)"
        ) { town in
            let name = "new\(town.next())"
            return {
                _ = try town.store.addAPIKey(named: name, for: .app, by: People.lead, at: town.now)
                try town.store.removeAPIKey(named: name, by: People.lead, at: town.now)
            }
        },
        WriteWork(
            "an agent comes and goes", "addAgent(_:role:by:at:)", "removeAgent(_:by:at:)"
        ) { town in
            let login = AgentName("newcomer\(town.next())")
            return {
                try town.store.addAgent(login, role: .agent, by: People.lead, at: town.now)
                try town.store.removeAgent(login, by: People.lead, at: town.now)
            }
        },
        WriteWork(
            "an answer to customers is written and taken back", "setReplyTemplate(_:to:by:at:)",
            "resetReplyTemplate(_:by:at:)"
        ) { town in
            let key = ReplyPolicy.Key(.lossOfFunds, in: .german)
            return {
                try town.store.setReplyTemplate(key, to: "Hallo", by: People.lead, at: town.now)
                try town.store.resetReplyTemplate(key, by: People.lead, at: town.now)
            }
        },
        WriteWork(
            "a view is kept and dropped", "keepView(_:by:at:)", "dropView(of:at:by:at:)"
        ) { town in
            let view = SavedView(of: .tickets, at: 3, name: "mine", query: "agent:none", sort: nil)
            return {
                try town.store.keepView(view, by: People.agent, at: town.now)
                try town.store.dropView(of: .tickets, at: 3, by: People.agent, at: town.now)
            }
        },
        WriteWork(
            "a view is shared and unshared", "shareView(_:by:at:)", "unshareView(of:at:by:at:)"
        ) { town in
            let view = SavedView(of: .tickets, at: 4, name: "ours", query: "agent:none", sort: nil)
            return {
                try town.store.shareView(view, by: People.lead, at: town.now)
                try town.store.unshareView(of: .tickets, at: 4, by: People.lead, at: town.now)
            }
        },
        WriteWork("what is refused is told", "require(_:of:at:for:)") { town in
            let later = town.now + .hours(Int64(town.next()))
            return {
                let error = failure { try town.store.require(.erase, of: People.agent, at: later) }
                town.expect(error?.code == .refused)
            }
        },
    ]

    static let ofPrivacy = [
        WriteWork("personal data is taken out", "act(_:on:by:at:)") { town in
            let customer = try town.customer()
            return {
                try town.store.act(.takeOut(field: "email"), on: customer, by: People.agent, at: town.now)
            }
        },
        WriteWork("a customer is shown for a moment", "act(_:on:by:at:)") { town in
            let customer = try town.customer()
            return {
                try town.store.act(.look(because: "call"), on: customer, by: People.viewer, at: town.now)
            }
        },
        WriteWork("a list is taken out", "noteExport(of:people:by:at:)") { town in
            { try town.store.noteExport(of: "tickets", people: 3, by: People.lead, at: town.now) }
        },
        WriteWork("a document is shown whole", "revealDocument(_:by:at:)", "noteLook(atDocument:by:at:)") {
            town in
            _ = try town.subscriber()
            let document = try town.row("SELECT max(id) FROM documents")
            return {
                try town.expect(town.store.revealDocument(document, by: People.lead, at: town.now) != nil)
            }
        },
        WriteWork("a document of quarantine is shown whole", "revealQuarantined(_:by:at:)") { town in
            let document = try town.quarantined()
            return {
                try town.expect(town.store.revealQuarantined(document, by: People.lead, at: town.now) != nil)
            }
        },
        WriteWork("the evidence of a ticket is taken out", "exportEvidence(of:by:at:)") { town in
            let ticket = try town.loss()
            return { _ = try town.store.exportEvidence(of: ticket, by: People.lead, at: town.now) }
        },
        WriteWork(
            "everything about a person is taken out", "exportPerson(_:by:at:)",
            growth: .rows("every document is searched for the person")
        ) { town in
            let customer = try town.subscriber().customer
            return { _ = try town.store.exportPerson(customer, by: People.lead, at: town.now) }
        },
        WriteWork(
            "a person is erased", "erase(_:by:at:)",
            growth: .rows("every document and every text is searched for the person")
        ) { town in
            let customer = try town.subscriber().customer
            let wish = ErasureRequest(customer, reason: "asked for", confirmation: customer.rawValue)
            return { _ = try town.store.erase(wish, by: People.lead, at: town.now) }
        },
        WriteWork(
            "a damaged store is written no more", "stopWhereDamaged(by:)",
            uncounted: "only the head beside the file says so"),
        WriteWork("the store is copied", "backup(to:by:at:)", uncounted: "every page is copied"),
        WriteWork(
            "the store is examined", "doctor(at:by:)", "doctorAll(at:by:rereading:progress:)",
            uncounted: "every row is looked at"),
    ]
}

extension WriteTown {
    /// A wish to make two losses good.
    fileprivate func batchWish() throws -> BatchRequest {
        let tickets = try (0..<2).map { _ in
            var attempt = report { ReportedAttempt.lost($0) }
            attempt.product = "week_pass"
            return try ticket(bringing: attempt)
        }
        return BatchRequest(.tickets(tickets), reason: "outage")
    }

    /// A document that nobody could read.
    func quarantined() throws -> Int64 {
        try take(items: [Paper.unreadable(next())])
        return try row("SELECT max(id) FROM quarantine")
    }
}
