import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What agents do to tickets.
extension WriteWork {
    static let ofTickets = [
        WriteWork("a ticket is opened by hand", "openTicket(_:by:at:)") { town in
            let opening = OpenTicketRequest(
                customer: try town.customer(), product: "tea.monthly", chargedAt: town.now - .hours(3),
                note: "called", reference: "case")
            return { _ = try town.store.openTicket(opening, by: People.agent, at: town.now) }
        },
        WriteWork("a note is written", "TicketAct.note") { town in
            let ticket = try town.loss()
            return { _ = try town.store.act(.note("called"), on: ticket, by: People.agent, at: town.now) }
        },
        WriteWork("a ticket is claimed", "TicketAct.claim") { town in
            let ticket = try town.loss()
            return { _ = try town.store.act(.claim, on: ticket, by: People.agent, at: town.now) }
        },
        WriteWork("a ticket is given back", "TicketAct.release") { town in
            let ticket = try town.loss()
            _ = try town.store.act(.claim, on: ticket, by: People.agent, at: town.now)
            return { _ = try town.store.act(.release, on: ticket, by: People.agent, at: town.now) }
        },
        WriteWork("a loss is written off", "TicketAct.resolve") { town in
            let (ticket, ending) = (try town.loss(), TicketEnd(.writtenOff, note: "why"))
            return { _ = try town.store.act(.resolve(ending), on: ticket, by: People.lead, at: town.now) }
        },
        WriteWork("a loss is closed without proof", "TicketAct.resolve") { town in
            let (ticket, ending) = (try town.loss(), TicketEnd.said(.refunded))
            return {
                _ = try town.store.act(
                    .resolve(ending), on: ticket, reference: "HD-1", by: People.lead, at: town.now)
            }
        },
        WriteWork("an end is asked of a lead", "TicketAct.resolve") { town in
            let (ticket, ending) = (try town.loss(), TicketEnd.said(.refunded))
            return {
                _ = try town.store.act(
                    .resolve(ending), on: ticket, reference: "HD-1", by: People.agent, at: town.now)
            }
        },
        WriteWork("a ticket is reopened", "TicketAct.reopen") { town in
            let (ticket, ending) = (try town.loss(), TicketEnd.said(.delivered))
            _ = try town.store.act(
                .resolve(ending), on: ticket, reference: "HD-1", by: People.lead, at: town.now)
            return { _ = try town.store.act(.reopen(note: "no"), on: ticket, by: People.agent, at: town.now) }
        },
        WriteWork("a ticket is handed over", "TicketAct.assign") { town in
            let ticket = try town.loss()
            return {
                _ = try town.store.act(.assign(to: People.lead), on: ticket, by: People.agent, at: town.now)
            }
        },
        WriteWork("a contact is noted", "TicketAct.contacted") { town in
            let ticket = try town.loss()
            return {
                _ = try town.store.act(.contacted(by: .email), on: ticket, by: People.agent, at: town.now)
            }
        },
        WriteWork("a ticket waits", "TicketAct.wait") { town in
            let (ticket, until) = (try town.loss(), town.now + .days(3))
            return {
                _ = try town.store.act(
                    .wait(for: .customer, until: until), on: ticket, by: People.agent, at: town.now)
            }
        },
        WriteWork("a ticket is passed over", "TicketAct.skip") { town in
            let ticket = try town.loss()
            return {
                _ = try town.store.act(.skip(reason: "later"), on: ticket, by: People.agent, at: town.now)
            }
        },
        WriteWork("two tickets are linked", "TicketAct.link") { town in
            let (ticket, other) = (try town.loss(), try town.loss())
            return { _ = try town.store.act(.link(to: other), on: ticket, by: People.agent, at: town.now) }
        },
        WriteWork("another try is asked for", "TicketAct.retry") { town in
            let ticket = try town.loss()
            return { _ = try town.store.act(.retry, on: ticket, by: People.agent, at: town.now) }
        },
    ]

    static let ofQueues = [
        WriteWork("the next ticket is claimed", "claimNextTicket(by:at:)") { town in
            { try town.expect(town.store.claimNextTicket(by: People.agent, at: town.now) != nil) }
        },
        WriteWork("a silent loss becomes a ticket", "openTicket(forSilentLoss:by:at:)") { town in
            let charge = try town.silentLoss()
            return { _ = try town.store.openTicket(forSilentLoss: charge, by: People.agent, at: town.now) }
        },
        WriteWork("silent losses become tickets", "openTickets(forSilentLosses:by:at:)") { town in
            let charges = [try town.silentLoss(), try town.silentLoss()]
            return {
                let outcome = try town.store.openTickets(
                    forSilentLosses: charges, by: People.agent, at: town.now)
                town.expect(outcome.opened.count == 2)
            }
        },
        WriteWork("tickets that were opened by mistake are taken back", "withdrawTickets(_:by:at:)") { town in
            let charge = try town.silentLoss()
            let page = try town.store.openTicket(forSilentLoss: charge, by: People.agent, at: town.now)
            return {
                let outcome = try town.store.withdrawTickets([page.ticket.id], by: People.agent, at: town.now)
                town.expect(outcome.withdrawn.count == 1)
            }
        },
        WriteWork("an attempt stayed unanswered for too long", "applyOverdueMoves(by:at:)") { town in
            let at = town.hour() - 24 * 30
            let attempt = ReportedAttempt(
                id: "late\(town.next())", customer: "late", events: [ReportedAttempt.state("purchasing", at)])
            try town.shop.bring(attempt, at: ReportedAttempt.moment(at + 0.1))
            try town.settle()
            return { try town.expect(town.store.applyOverdueMoves(by: People.agent, at: town.now) == 1) }
        },
        WriteWork("a ticket has waited for long enough", "applyOverdueMoves(by:at:)") { town in
            let ticket = try town.loss()
            _ = try town.store.act(
                .wait(for: .apple, until: town.now - .hours(1)), on: ticket, by: People.agent,
                at: town.now - .hours(2))
            try town.settle()
            return { try town.expect(town.store.applyOverdueMoves(by: People.agent, at: town.now) == 1) }
        },
        WriteWork("a claim lapses", "applyOverdueMoves(by:at:)") { town in
            _ = try town.store.act(.claim, on: town.loss(), by: People.agent, at: town.now - .hours(10))
            try town.settle()
            return { try town.expect(town.store.applyOverdueMoves(by: People.agent, at: town.now) == 1) }
        },
    ]

    static let ofAlarms = [
        WriteWork(
            "an alarm is taken", "hasDueAlarm(at:through:)", "takeAlarm(through:by:at:)",
            "wholePage(of:by:at:)"
        ) { town in
            let ticket = try town.loss()
            try town.letRing("ticket_id = \(ticket)")
            return {
                try town.expect(town.store.takeAlarm(by: People.service, at: town.now)?.ticket == ticket)
                try town.expect(town.store.ticketPage(ticket, at: town.now) != nil)
            }
        },
        WriteWork(
            "the alarm of an incident is taken", "takeAlarm(through:by:at:)", "wholePage(of:by:at:)"
        ) { town in
            _ = try town.incident()
            return {
                // Alarms of incidents ring at once: the oldest first.
                let alarm = try town.store.takeAlarm(by: People.service, at: town.now)
                let incident = try #require(alarm?.incident)
                try town.expect(town.store.wholePage(of: IncidentQuery(incident)) != nil)
            }
        },
        WriteWork("of many alarms that are due one is taken", "takeAlarm(through:by:at:)") { town in
            try Raw.write(town.store, "UPDATE alarms SET next_ms = NULL, taken_at_ms = NULL")
            return { try town.expect(town.store.takeAlarm(by: People.service, at: town.now) != nil) }
        },
        WriteWork("an alarm was heard", "settleAlarm(_:as:heardBy:by:at:)") { town in
            let alarm = try town.takenAlarm()
            return {
                try town.store.settleAlarm(
                    alarm, as: .delivered, heardBy: [.url], by: People.service, at: town.now)
            }
        },
        WriteWork("an alarm was needless", "settleAlarm(_:as:heardBy:by:at:)") { town in
            let alarm = try town.takenAlarm()
            return { try town.store.settleAlarm(alarm, as: .needless, by: People.service, at: town.now) }
        },
        WriteWork(
            "an alarm was not heard", "settleAlarm(_:as:heardBy:by:at:)",
            growth: .rows("everything that waits waits longer, for it is whoever is called that fails")
        ) { town in
            let alarm = try town.takenAlarm()
            return { try town.store.settleAlarm(alarm, as: .failed("no"), by: People.service, at: town.now) }
        },
        WriteWork(
            "alarms are told as one", "takeUnheardAlarms(by:at:)", "alarmStanding()",
            growth: .rows("everything that waits is told")
        ) { town in
            _ = try town.loss()
            return { _ = try town.store.takeUnheardAlarms(by: People.service, at: town.now) }
        },
        WriteWork(
            "alarms are passed over", "passAlarmsOver(by:at:)", growth: .rows("everything that waits is")
        ) { town in
            _ = try town.loss()
            return { try town.store.passAlarmsOver(by: People.service, at: town.now) }
        },
    ]
}

/// What agents keep of customers and give them.
extension WriteWork {
    static let ofCustomers = [
        WriteWork("a customer is added", "addCustomer(_:_:by:at:)") { town in
            { _ = try town.customer() }
        },
        WriteWork("a customer is changed", "setCustomer(_:_:by:at:)") { town in
            let customer = try town.subscriber().customer
            let change = CustomerValues(
                email: "new@example.org", appAccountToken: PersonIdentifier(WriteTown.token(town.next())))
            return { try town.store.setCustomer(customer, change, by: People.agent, at: town.now) }
        },
        WriteWork("a customer becomes a tester", "act(_:on:by:at:)") { town in
            let customer = try town.subscriber().customer
            return { try town.store.act(.tester(true), on: customer, by: People.lead, at: town.now) }
        },
        WriteWork("a note is written on a customer", "act(_:on:by:at:)") { town in
            let customer = try town.subscriber().customer
            return { try town.store.act(.note("called"), on: customer, by: People.agent, at: town.now) }
        },
        WriteWork("a chain becomes another customer's", "attach(_:by:at:)") { town in
            let (subscriber, other) = (try town.subscriber(), try town.subscriber())
            let wish = AttachRequest(subscriber.chain, to: other.customer, reason: "asked")
            return { _ = try town.store.move(wish, by: People.lead, at: town.now) }
        },
        WriteWork("an agent asks a lead to move a chain", "attach(_:by:at:)") { town in
            let (subscriber, other) = (try town.subscriber(), try town.subscriber())
            let wish = AttachRequest(subscriber.chain, to: other.customer, reason: "asked")
            return { _ = try town.store.attach(wish, by: People.agent, at: town.now) }
        },
        WriteWork("a chain with a ticket becomes a new customer's", "attach(_:by:at:)") { town in
            let subscriber = try town.subscriber()
            var attempt = town.report { ReportedAttempt.lost($0) }
            (attempt.customer, attempt.transaction) = (subscriber.customer.rawValue, subscriber.charge.id)
            try town.take([attempt.paper])
            let wish = AttachRequest(
                subscriber.chain, to: AppUserID("n\(town.next())"), reason: "asked", createsCustomer: true)
            return { _ = try town.store.move(wish, by: People.lead, at: town.now) }
        },
        WriteWork("an order is noted", "recordOrder(_:of:by:at:)") { town in
            let (chain, order) = (try town.subscriber().chain, OrderID("MV\(100_000 + town.next())"))
            return { try town.store.recordOrder(order, of: chain, by: People.agent, at: town.now) }
        },
    ]

    static let ofGrants = [
        WriteWork("a week is given", "grant(_:key:by:at:)") { town in
            let wish = try town.week(to: town.subscriber().customer, note: "sorry")
            return { try town.store.give(wish, key: "k\(town.next())", by: People.agent, at: town.now) }
        },
        WriteWork("a ticket is made good", "grant(_:key:by:at:)") { town in
            let ticket = try town.loss()
            let wish = try town.week(to: town.customer(of: ticket), for: ticket)
            return { try town.store.give(wish, by: People.agent, at: town.now) }
        },
        WriteWork("a grant is asked for again", "grant(_:key:by:at:)") { town in
            let (wish, key) = (try town.week(to: town.customer()), "k\(town.next())")
            try town.store.give(wish, key: key, by: People.agent, at: town.now)
            return { try town.store.give(wish, key: key, by: People.agent, at: town.now) }
        },
        WriteWork("more than an agent may is asked for", "grant(_:key:by:at:)") { town in
            let wish = try town.week(to: town.subscriber().customer, days: 40)
            return { _ = try town.store.grant(wish, by: People.agent, at: town.now) }
        },
        WriteWork("a grant is taken back at once", "cancelGrant(_:by:at:)") { town in
            let ticket = try town.loss()
            let wish = try town.week(to: town.customer(of: ticket), for: ticket)
            let grant = try town.store.give(wish, by: People.agent, at: town.now).grant
            return { _ = try town.store.cancelGrant(grant.id, by: People.agent, at: town.now) }
        },
        WriteWork("a grant is ended", "revoke(_:reason:note:by:at:)") { town in
            let wish = try town.week(to: town.subscriber().customer)
            let grant = try town.store.give(wish, by: People.agent, at: town.now).grant
            return { _ = try town.store.revoke(grant.id, reason: "mistake", by: People.agent, at: town.now) }
        },
    ]

    static let ofRequests = [
        WriteWork("a request is approved", "act(_:on:by:at:)") { town in
            let request = try town.request()
            return {
                guard
                    case .approved = try town.store.act(
                        .approve(), on: request, by: People.lead, at: town.now)
                else {
                    throw WriteTown.Missing("an approval")
                }
            }
        },
        WriteWork("a request is looked at again", "act(_:on:by:at:)") { town in
            let request = try town.request()
            let customer = try #require(
                try town.store.requestPage(request, by: People.lead, at: town.now)?.request.wish.customer)
            try town.store.give(town.week(to: customer), by: People.lead, at: town.now)
            return {
                guard
                    case .changed = try town.store.act(.approve(), on: request, by: People.lead, at: town.now)
                else {
                    throw WriteTown.Missing("a change")
                }
            }
        },
        WriteWork("a request is declined", "act(_:on:by:at:)") { town in
            let request = try town.request()
            return {
                _ = try town.store.act(.decline(note: "no"), on: request, by: People.lead, at: town.now)
            }
        },
        WriteWork("a request is taken back", "act(_:on:by:at:)") { town in
            let request = try town.request()
            return { _ = try town.store.act(.withdraw, on: request, by: People.agent, at: town.now) }
        },
    ]
}

extension WriteTown {
    /// A charge that no app reported, and that became known when it was over.
    fileprivate func silentLoss() throws -> TransactionID {
        let (name, charge) = (try customer(), Self.charge(next(), day: Self.today - 40))
        try shop.bring(Paper.receipt([charge], on: Self.today - 5), customer: name.rawValue)
        return TransactionID(charge.id)
    }

    /// Lets alarms ring that wait for Apple's word on what only an app reports.
    fileprivate func letRing(_ which: String) throws {
        try Raw.write(store, "UPDATE alarms SET next_ms = NULL WHERE taken_at_ms IS NULL AND \(which)")
    }

    /// An alarm that the server has taken.
    fileprivate func takenAlarm() throws -> Alarm {
        try letRing("ticket_id = \(loss())")
        return try #require(try store.takeAlarm(by: Self.service, at: now))
    }
}
