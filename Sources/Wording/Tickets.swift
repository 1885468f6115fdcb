package import Persistence
package import Purchases

/// A ticket's timeline in words, how far the ticket is, and the columns of lists of tickets.
extension Reader {
    /// What an entry of a ticket's timeline tells, without any code; who tells it is said beside it.
    package func words(of content: TicketEvent.Content) -> String {
        switch content {
        case .reported(let reported, _): words(of: reported)
        case .charged(let id): "charged for transaction \(id)"
        case .known(let id): "learned of transaction \(id)"
        case .periodEnded: "the period that was paid for ended"
        case .refunded(let id): "gave the money of \(id) back"
        case .notification: "notified"
        case .moved(let move): words(of: move)
        case .noted(let text, _): "note: \(text)"
        case .granted(let grant) where grant.isBridge:
            "\(grant.entitlement) bridged \(term(until: grant.endsAt)): the App Store could not be asked"
        case .bridgeEnded(let grant): "the bridge of \(grant.entitlement) ended"
        case .granted(let grant): "granted \(grant.entitlement) \(term(until: grant.endsAt))"
        case .did(let entry): words(of: entry.event)
        case .refundRequested(let step, _): words(of: step)
        case .alarmed: "an alarm was raised"
        }
    }

    /// How a ticket moved and why; an end that somebody chose is said once.
    package func words(of move: TicketMove) -> String {
        if case .ended = move.because { return words(ofWay: move) }
        return "\(words(ofWay: move)): \(words(of: move.because))"
    }

    /// From which queue to which a ticket moved, or how it ended.
    package func words(ofWay move: TicketMove) -> String {
        switch (move.from, move.to) {
        case (_, nil): move.resolution.map { "resolved, \($0.title)" } ?? "resolved"
        case (nil, let group?): "into the queue “\(group.title)”"
        case (let from?, let to?):
            from == to ? "stays in “\(to.title)”" : "from “\(from.title)” to “\(to.title)”"
        }
    }

    /// What the app reported, without any code.
    package func words(of event: PurchaseEvent) -> String {
        switch event.step {
        case .purchasing: "the payment is under way"
        case .deferred: "the payment waits for somebody's approval"
        case .failed: "the payment failed"
        case .purchased: "the customer was charged"
        case .restored: "an earlier purchase was restored"
        case .verify: event.isFailure ? "verify failed" : "verified"
        case .deliver: event.isFailure ? "delivery failed" : "delivered"
        case .finished: "the payment transaction was closed"
        case .other(let name): name
        }
    }

    /// Who tells an entry of a ticket's timeline.
    package func teller(of content: TicketEvent.Content) -> String {
        switch content {
        case .reported: "app"
        case .charged, .periodEnded, .refunded, .notification: "App Store"
        case .known, .alarmed, .bridgeEnded: "Makegood"
        case .moved(let move): move.agent?.rawValue ?? "Makegood"
        case .noted(_, let agent): agent.rawValue
        case .granted(let grant): grant.grantedBy.rawValue
        case .did(let entry): entry.agent?.rawValue ?? "Makegood"
        case .refundRequested(let step, _): teller(of: step)
        }
    }
}

extension Reader {
    /// What an entry of a ticket's timeline tells where it stands alone, as in JSON: with who tells it and its code.
    package func sentence(of content: TicketEvent.Content) -> String {
        switch content {
        case .reported(let reported, _): sentence(of: reported)
        case .charged(let id): "the App Store charged transaction \(id)"
        case .known(let id): "the store learned of transaction \(id)"
        case .periodEnded(let id): "the period that transaction \(id) paid for ended"
        case .refunded(let id): "Apple gave the money of transaction \(id) back"
        case .notification(let name): "notification \(name)"
        case .moved(let move): sentence(of: move)
        case .noted(let text, let agent): "\(agent): \(text)"
        case .granted(let grant) where grant.isBridge:
            "bridge \(grant.id) of \(grant.entitlement) \(term(until: grant.endsAt)) by \(grant.grantedBy): the App Store could not be asked"
        case .bridgeEnded(let grant): "bridge \(grant.id) of \(grant.entitlement) ended"
        case .granted(let grant):
            "grant \(grant.id) of \(grant.entitlement) \(term(until: grant.endsAt)) by \(grant.grantedBy) (\(grant.reason))"
        case .did(let entry): (entry.agent.map { "\($0) " } ?? "") + words(of: entry.event)
        case .refundRequested(let step, _): sentence(of: step)
        case .alarmed: "the alarm was raised"
        }
    }

    private func sentence(of event: PurchaseEvent) -> String {
        let code = event.cause.map { Codes.meaning(ofCause: $0.rawValue) }.map { "\($0.code), \($0.name)" }
        return switch event.step {
        case .purchasing: "payment begun"
        case .deferred: "payment waits for approval (Ask to Buy)"
        case .failed: code.map { "payment failed: \($0)" } ?? "payment failed"
        case .purchased: "payment made: the customer was charged"
        case .restored: "restored from an earlier charge"
        case .verify where !event.isFailure: "verified"
        case .verify: code.map { "verification failed: \($0)" } ?? "verification failed"
        case .deliver where !event.isFailure: "delivered"
        case .deliver: code.map { "delivery failed: \($0)" } ?? "delivery failed"
        case .finished: "the app closed the payment transaction"
        case .other(let name): "the app reported \(name)"
        }
    }

    private func sentence(of move: TicketMove) -> String {
        let way =
            switch (move.from, move.to) {
            case (nil, let to?): "into group \(to.rawValue), \(to.title)"
            case (let from?, let to?): "from group \(from.rawValue) to group \(to.rawValue), \(to.title)"
            case (_, nil): move.resolution.map { "resolved as \($0.title)" } ?? "resolved"
            }
        let moved = move.agent.map { "\(way) by \($0)" } ?? way
        if case .ended = move.because { return moved }
        return "\(moved): \(words(of: move.because))"
    }
}

extension Ticket {
    /// What the code of its cause means in general; nil where that is to try again, and no try comes any more.
    package var usualMeaning: CodeMeaning? {
        let meaning = Codes.meaning(ofCause: cause.rawValue)
        return group == .lossOfFunds && meaning.retry == .yes ? nil : meaning
    }

    /// Whether a cause explains it: nothing failed where the ticket was opened by mistake.
    package var hasCause: Bool { resolution != .withdrawn }

    /// What is done about such a cause in general; nil where that does not fit, and after the end.
    package var usualAdvice: String? { isUnresolved ? usualMeaning?.advice : nil }
}

extension CodeText {
    /// The code that an entry of a ticket's timeline tells; nil when there is none.
    package init?(of content: TicketEvent.Content) {
        switch content {
        case .reported(let reported, _): self.init(of: reported)
        case .notification(let type):
            guard let meaning = Codes.meanings(of: type).first else { return nil }
            self.init(meaning: meaning)
        default: return nil
        }
    }
}

extension Reader {
    /// How far the work on a ticket is: who has it and since when the customer waits, or how it ended.
    package func progress(of ticket: Ticket, at now: Instant) -> String {
        if let end = ticket.endTitle { return end + (ticket.resolvedBy.map { " by \($0)" } ?? "") }
        let holder = ticket.claimedBy.map { "\(ticket.state.rawValue) by \($0)" } ?? ticket.state.rawValue
        let handed = ticket.assignedTo.flatMap { $0 == ticket.claimedBy ? nil : " for \($0)" } ?? ""
        let overdue = ticket.isOverdue(at: now) ? ", overdue" : ""
        return "\(holder)\(handed), \(age(now - ticket.waitingSince))\(overdue)"
    }
}

/// The columns of lists of tickets.
extension ListColumn<Ticket> {
    package static var customer: Self {
        .decisive("customer", "app_user_id", width: .texts(10...48)) {
            .customer($0.customer, named: $0.customerName)
        }
    }
    package static var product: Self {
        .useful("product", "product_id", width: .texts(13...48)) { .product($0.product) }
    }
    package static var money: Self { .decisive("money", width: .texts(11...20)) { .money($0.money) } }
    package static var cause: Self {
        .useful("cause", "cause", width: .texts(6...80)) { .text($0.cause.rawValue) }
    }
    package static var tries: Self {
        .number("tries", nil, .extra, width: 5) { .text("\($0.attempts)/\($0.attemptLimit)") }
    }
    package static var state: Self {
        .decisive("state", "state", width: .texts(9...20)) { ticket in
            ListCell(
                shown: { $0.reader.progress(of: ticket, at: $0.now) }, value: { _ in ticket.state.rawValue })
        }
    }
}
