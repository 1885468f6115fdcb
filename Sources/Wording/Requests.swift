package import Persistence
package import Purchases

/// Requests of agents in words: what leads did, what is asked, and the columns of their lists.
extension RequestAct {
    /// What has happened once it is done, the beginning of a sentence.
    package var deed: String {
        switch self {
        case .approve: "the request was decided or looked at again"
        case .decline: "the request was declined"
        case .withdraw: "the request was withdrawn"
        }
    }
}

extension Reader {
    /// What an act on a request did, in one sentence.
    package func news(of answer: ApprovalAnswer) -> String {
        let asked = "as \(answer.request.askedBy) asked"
        return switch answer {
        case .approved(_, let outcome):
            "Approved: \(outcome.grant.customer) has \(outcome.grant.entitlement), \(asked)"
        case .changed(let request, let changes):
            "Request \(request.id) has changed, nothing was given: "
                + (changes.first.map { words(of: $0) } ?? "it is not what was seen")
        case .attached(_, let attachment):
            "Approved: chain \(attachment.chain.original) is \(attachment.to)'s now, \(asked)"
        case .kept(_, let token): "Approved: \(token.customer) carries the token, \(asked)"
        case .begun(_, let batch): "Approved: batch \(batch.id), \(asked); it is carried out now"
        case .ended(_, let ticket): "Approved: ticket \(ticket.id) is resolved, \(asked)"
        case .closed(let request): "Request \(request.id) is \(request.state.rawValue)"
        }
    }
}

/// What agents ask of leads: the wish, the limit that it exceeds, what became of it and what changed since.
extension Reader {
    /// What is asked for, for whom: `premium for u_1042 for 3 months`.
    package func words(of wish: GrantRequest) -> String {
        let ticket = wish.ticket.map { " with ticket \($0)" } ?? ""
        return "\(wish.entitlement) for \(wish.customer) \(length(of: wish.term))\(ticket)"
    }

    /// What is asked for, for whom.
    package func words(of wish: RequestedAct) -> String {
        switch wish {
        case .grant(let wish): words(of: wish)
        case .bulk(let asked): "\(words(of: asked)) \(length(of: asked.length))"
        case .attach, .token: "\(what(of: wish)) for \(whom(of: wish))"
        case .end(let asked): what(of: asked)
        }
    }

    /// How long it is to last; nil for what has no length.
    package func length(of wish: RequestedAct) -> String? {
        switch wish {
        case .grant(let wish): length(of: wish.term)
        case .bulk(let asked): length(of: asked.length)
        case .attach, .token, .end: nil
        }
    }

    /// What is asked for, without for whom: `premium for 3 months`, `batch 3 for as long as was lost`, `chain 7000`.
    package func what(of wish: RequestedAct) -> String {
        switch wish {
        case .grant(let wish): "\(wish.entitlement) \(length(of: wish.term))"
        case .bulk(let asked): "batch \(asked.batch) \(length(of: asked.length))"
        case .attach(let wish): "chain \(wish.chain)"
        case .token(let asked): "the token of \(asked.carrier)"
        case .end(let asked): what(of: asked)
        }
    }

    /// For whom it is asked: the customer's id, `everybody of incident 2`.
    package func whom(of wish: RequestedAct) -> String {
        switch wish {
        case .grant(let wish): wish.customer.rawValue
        case .bulk(let asked): whom(incident: asked.incident, words: asked.words)
        case .attach(let wish): wish.customer.rawValue
        case .token(let asked): asked.customer.rawValue
        case .end(let asked): asked.customer?.rawValue ?? "no customer"
        }
    }

    /// Whom a batch makes good: `batch 3, everybody of incident 2`.
    package func words(of asked: BulkAsked) -> String {
        "batch \(asked.batch), \(whom(incident: asked.incident, words: asked.words))"
    }

    /// Whom a batch makes good: `everybody of incident 2`, `cause:21005`, `chosen tickets`.
    package func whom(incident: IncidentID?, words: String?) -> String {
        incident.map { "everybody of incident \($0)" } ?? words ?? "chosen tickets"
    }

    /// How long everybody of a batch is given: `for as long as was lost`, `for 7 days each`.
    package func length(of length: BatchLength) -> String {
        switch length {
        case .lost: self.length(of: GrantRequest.Term.lost)
        case .period(let period): "\(self.length(of: GrantRequest.Term.period(period))) each"
        }
    }

    /// How long a grant is to last: `for 7 days`, `for life`, `until 11 Aug`.
    package func length(of term: GrantRequest.Term) -> String {
        switch term {
        case .period(let period):
            let years = period.months / 12
            let parts = [
                years == 0 ? nil : Counting.of(years, "year"),
                period.months % 12 == 0 ? nil : Counting.of(period.months % 12, "month"),
                period.days == 0 ? nil : Counting.of(period.days, "day"),
            ]
            return "for \(Counting.all(parts.compactMap { $0 }))"
        case .lifetime: return "for life"
        case .lost: return "for as long as was lost"
        case .until(let end): return "until \(moment(end))"
        }
    }

    /// That a wish exceeds a limit of one's own: `Above your limit of 31 days`, `Lifetime is above your limit`.
    package func aboveOwnLimit(of excess: GrantPolicy.Excess) -> String {
        switch excess {
        case .lifetime, .leadLifetime: "Lifetime is above \(ownLimit(of: excess))"
        default: "Above \(ownLimit(of: excess))"
        }
    }

    private func ownLimit(of excess: GrantPolicy.Excess) -> String {
        switch excess {
        case .lifetime: "your limit"
        case .tooLong(_, let limit): "your limit of \(Counting.of(limit, "day"))"
        case .customerHasEnough(_, let limit):
            "your limit of \(Counting.of(limit, "day")) for a customer in 365"
        case .tooMany(let limit): "your limit of \(Counting.of(limit, "grant")) in 24 hours"
        case .tooManyCustomers(_, let limit):
            "the \(Counting.of(limit, "customer")) that one lead decides about"
        case .losesAccess, .tokenOfAnother: "what an agent takes from a customer alone"
        case .leadLifetime: "what one lead gives alone"
        case .leadTooLong(_, let limit): "the \(Counting.of(limit, "day")) that one lead gives alone"
        case .saidEnd: "what an agent may say without proof"
        }
    }

    /// What became of a request: `waits for a lead`, `approved by lea at 11 Aug 19:41`.
    package func fate(of request: ApprovalRequest) -> String {
        guard let decision = request.decision else { return "waits for a lead" }
        return "\(request.state.rawValue) by \(decision.by) at \(moment(decision.at))"
    }

    /// What a customer has without or with the move of a chain: `access until 11 Aug 19:41`, `no access`.
    package func words(of holding: AttachFacts.Holding) -> String {
        holding.isEntitled ? "access \(term(until: holding.until))" : "no access"
    }

    /// What became different since a request was looked at, the beginning of a line in small letters.
    package func words(of change: DecisionChange) -> String {
        switch change {
        case .accessBegan(let until): "the customer has access now, \(term(until: until))"
        case .accessEnded: "the customer has no access any more"
        case .accessMoved(let before, let until):
            "access lasts \(term(until: until)) now, not \(term(until: before))"
        case .given(let given): "\(given.agent) gave the customer \(given.entitlement), grant \(given.grant)"
        case .takenBack(let given): "grant \(given.grant) of \(given.entitlement) was taken back"
        case .lost(let loss): "ticket \(loss.ticket) says that something is owed\(paid(loss))"
        case .lossChanged(let loss): "what ticket \(loss.ticket) says is owed changed\(paid(loss))"
        case .settled(let ticket): "ticket \(ticket) is settled, nothing is owed for it any more"
        case .refunded(let transaction): "Apple refunded transaction \(transaction)"
        case .refundReversed(let transaction): "Apple reversed the refund of transaction \(transaction)"
        case .ownerChanged(let owner):
            owner.map { "the chain is \($0)'s now" } ?? "the chain has no customer now"
        case .effectChanged(let customer): "what it means for \(customer) is not what was seen"
        }
    }

    private func paid(_ loss: DecisionFacts.Loss) -> String { loss.money.map { ", \(money($0))" } ?? "" }
}

extension DecisionChange {
    /// The change's name for machines.
    package var code: String {
        switch self {
        case .accessBegan: "access_began"
        case .accessEnded: "access_ended"
        case .accessMoved: "access_moved"
        case .given: "granted"
        case .takenBack: "taken_back"
        case .lost: "lost"
        case .lossChanged: "loss_changed"
        case .settled: "settled"
        case .refunded: "refunded"
        case .refundReversed: "refund_reversed"
        case .ownerChanged: "owner_changed"
        case .effectChanged: "effect_changed"
        }
    }
}

extension GrantPolicy.Excess {
    /// The limit's name for machines.
    package var code: String {
        switch self {
        case .lifetime: "lifetime"
        case .tooLong: "too_long"
        case .customerHasEnough: "customer_has_enough"
        case .tooMany: "too_many"
        case .tooManyCustomers: "too_many_customers"
        case .losesAccess: "loses_access"
        case .tokenOfAnother: "token_of_another"
        case .leadLifetime: "lead_lifetime"
        case .leadTooLong: "lead_too_long"
        case .saidEnd: "said_end"
        }
    }
}

/// The columns of lists of requests.
extension ListColumn<ApprovalListPage.Row> {
    package static var state: Self {
        .decisive("state", "state", width: 9) { .text($0.request.state.rawValue) }
    }
    package static var askedBy: Self {
        .useful("asked by", "asked_by", width: 8) { .text($0.request.askedBy.rawValue) }
    }
    package static var asked: Self { .useful("asked", "at", width: 6) { .moment($0.request.askedAt) } }
    package static var customer: Self {
        .decisive("customer", "app_user_id", width: .part(16, of: 4, atMost: 10)) { row in
            .said(value: row.request.wish.customer?.rawValue) { $0.whom(of: row.request.wish) }
        }
    }
    package static var because: Self {
        .useful("because", "because", width: 20) { row in .said { $0.words(of: row.request.because) } }
    }
}
