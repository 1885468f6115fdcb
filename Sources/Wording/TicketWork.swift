package import Persistence
package import Purchases

/// The work on tickets in words: what acts did, who waits for whom, and what is due.
extension ContactChannel {
    /// How, behind a verb: `by e-mail`.
    package var title: String {
        switch self {
        case .email: "by e-mail"
        case .chat: "in a chat"
        case .phone: "by telephone"
        case .app: "in the app"
        }
    }
}

extension WaitingParty {
    /// Whom, behind `waits for`.
    package var title: String {
        switch self {
        case .customer: "the customer"
        case .apple: "Apple"
        case .app: "the app's makers"
        }
    }
}

extension TicketAct {
    /// What has happened once it is done, the beginning of a sentence.
    package var deed: String {
        switch self {
        case .claim: "the ticket was claimed"
        case .release: "the ticket was given back"
        case .note: "the note was kept"
        case .assign: "the ticket was handed over"
        case .contacted: "the contact was noted"
        case .wait: "the ticket waits"
        case .skip: "the ticket was passed over"
        case .link: "the tickets were linked"
        case .retry: "the try was asked for"
        case .resolve: "the ticket was resolved or a lead was asked"
        case .reopen: "the ticket was reopened"
        }
    }
}

extension Reader {
    /// What an act did, in one sentence, on the ticket as it is now.
    package func news(of act: TicketAct, on ticket: Ticket) -> String {
        let id = ticket.id
        return switch act {
        case .claim: "Ticket \(id) is yours: c gives it back"
        case .release: "Ticket \(id) is back in its queue"
        case .note: "The note is saved"
        case .assign(let agent): "Ticket \(id) is handed to \(agent)"
        case .contacted(let channel): "Noted: the customer was contacted \(channel.title)"
        case .wait: "Ticket \(id) \(waiting(ticket) ?? "waits")"
        case .skip: "Ticket \(id) is passed over: w gives you another"
        case .link(let other): "Tickets \(id) and \(other) are linked"
        case .retry: "Asked: the server tries ticket \(id) again"
        case .resolve(let end): "Ticket \(id) is resolved: \(end.resolution.title)"
        case .reopen: "Ticket \(id) is reopened"
        }
    }

    /// An act on a ticket as the audit log tells it, behind the name of who did it.
    func sentence(of act: TicketAct, on id: String) -> String {
        let ticket = "ticket \(id)"
        return switch act {
        case .claim: "claimed \(ticket)"
        case .release: "gave \(ticket) back to its queue"
        case .note: "noted on \(ticket)"
        case .assign(let agent): "handed \(ticket) to \(agent)"
        case .contacted(let channel): "contacted the customer of \(ticket) \(channel.title)"
        case .wait(let party, let until): "let \(ticket) wait for \(party.title) until \(moment(until))"
        case .skip: "passed \(ticket) over"
        case .link(let other): "linked \(ticket) to ticket \(other)"
        case .retry: "asked for another try to deliver \(ticket)"
        case .resolve(let end):
            "resolved \(ticket) as \(end.resolution.title)\(end.quantity.map { " (\($0))" } ?? "")"
        case .reopen: "reopened \(ticket)"
        }
    }

    /// What was done to a ticket, a verb first; who did it is said beside it.
    package func words(of event: TicketWorkEvent) -> String {
        switch event {
        case .claimed: "claimed it"
        case .released: "gave it back to its queue"
        case .lapsed(let holder, let hours):
            "back in its queue: \(holder) held it and did nothing for \(Counting.of(hours, "hour"))"
        case .assigned(let agent): "handed it to \(agent)"
        case .contacted(let channel): "contacted the customer \(channel.title)"
        case .waiting(let party, let until): "lets it wait for \(party.title) until \(moment(until))"
        case .woken(let cause): "waits no more: \(words(of: cause))"
        case .skipped(let reason): "passed it over: \(reason)"
        case .linked(let other): "linked it to ticket \(other)"
        case .retryAsked: "asked for another try to deliver"
        case .finishAsked: "asked the App Store to finish the transaction"
        case .finished: "the App Store finished the transaction: it can be bought again"
        }
    }

    /// Why a ticket waits no more.
    package func words(of cause: WakingCause) -> String {
        switch cause {
        case .time: "its time came"
        case .news: "something new became known"
        case .note: "somebody wrote a note"
        }
    }

    /// By when a ticket is to be ended, at a moment: `due in 3 h`, `overdue since 21 Nov 14:02`; nil without a goal.
    package func due(_ ticket: Ticket, at now: Instant) -> String? {
        guard let due = ticket.dueAt else { return nil }
        return due <= now ? "overdue since \(moment(due))" : "due in \(age(due - now))"
    }

    /// Whom a ticket waits for and until when; nil while it does not wait.
    package func waiting(_ ticket: Ticket) -> String? {
        guard let party = ticket.waitingFor, let until = ticket.waitingUntil else { return nil }
        return "waits for \(party.title) until \(moment(until))"
    }

    /// When and how the customer was contacted last; nil when nobody did.
    package func contact(_ ticket: Ticket) -> String? {
        guard let at = ticket.contactedAt else { return nil }
        return "customer contacted \(ticket.contactedBy.map { "\($0.title) " } ?? "")at \(moment(at))"
    }

    /// How a try to deliver stands that somebody asked for.
    package func words(of retry: AppStoreRequest) -> String {
        if let endedAt = retry.endedAt {
            if retry.state == .cancelled { return "another try was cancelled at \(moment(endedAt))" }
            let answer = retry.outcome.map(ServerText.answer) ?? "nothing is told of it"
            return "tried again at \(moment(endedAt)): \(answer)"
        }
        let asked = "\(retry.askedBy) asked for another try at \(moment(retry.askedAt))"
        guard let triedAt = retry.triedAt, let outcome = retry.outcome else {
            return "\(asked): it waits for the server"
        }
        let next = retry.nextTryAt.map { ", again at \(moment($0))" } ?? ""
        return "\(asked); the last try, at \(moment(triedAt)), said \(ServerText.answer(outcome))\(next)"
    }

    /// What an agent should know who else has a ticket.
    package func words(of warning: TicketWarning) -> String {
        switch warning {
        case .held(let agent): "\(agent) works on this ticket: talk first"
        case .assigned(let agent): "this ticket was handed to \(agent)"
        case .sharedID(let tickets):
            "other customers report the same purchase (\(Counting.all(tickets.map { "ticket \($0)" }))): each is looked at by itself until a record of the App Store's tells whose it is"
        case .askedAgain(let asked): words(of: asked)
        }
    }

    /// That an app asked again, in one sentence.
    func words(of asked: AskedAgain) -> String {
        let pause = (asked.nextAt - asked.cancelledAt).count
        let seconds = Counting.of(max(1, (pause + 999) / 1000), "second")
        let (began, it) =
            asked.next == asked.cancelled
            ? ("began again", "it") : ("began", "attempt \(asked.cancelled)")
        let what = "attempt \(asked.next) \(began) within \(seconds) after the customer had cancelled \(it)"
        return "\(what): tell the operator, Apple removes apps that ask again by themselves"
    }

    /// What taking tickets back did: they stay, and so does what was logged of them.
    package static func withdrawn(_ outcome: WithdrawalOutcome) -> String {
        let tickets = Counting.all(outcome.withdrawn.map(\.id.rawValue))
        let isOne = outcome.withdrawn.count == 1
        let done = isOne ? "Ticket \(tickets) is withdrawn" : "Tickets \(tickets) are withdrawn"
        let kept = "the log keeps both steps"
        guard !outcome.refused.isEmpty else { return "\(done); \(kept)" }
        return "\(done), \(outcome.refused.count) cannot be any more; \(kept)"
    }

    /// That a lead was asked to end a ticket.
    package func words(of asked: AskedEnd) -> String {
        "request \(asked.request) asks a lead to end it as \(asked.resolution.title)"
    }

    /// That only an agent's word stands for the charge; nil when something else does.
    package func proof(of ticket: Ticket) -> String? {
        ticket.isUnproved
            ? "unproved: no app and no App Store record tells of the charge, so it counts in no sum" : nil
    }
}
