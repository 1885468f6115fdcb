package import JSONValues
package import Persistence
package import Purchases
import Wording

extension JSONValue {
    /// The answer of `ticket show`, of every act on a ticket, and what an alarm command reads.
    package static func ticketPage(_ page: TicketPage) -> JSONValue {
        .object([
            "ticket": ticket(page.ticket, at: page.at), "facts": facts(page.facts),
            "meaning": meaning(Codes.meaning(ofCause: page.ticket.cause.rawValue)),
            "told": told(page.told.first),
            "attempts": .list(page.attempts, attempt), "events": .list(page.events, event),
            "moves": .list(page.moves, move), "notes": .list(page.notes, note),
            "grants": .list(page.grants.filter { !$0.isBridge }) { .id($0.id) },
            "bridges": .list(page.grants.filter(\.isBridge)) { .id($0.id) },
            "similar": .number(page.similar.count.counted), "similar_since": .time(page.similar.since),
            "lost": lost(page.lost), "waited_seconds": .number(page.waited?.wholeSeconds),
            "entitlements": .list(page.entitlements) { .id($0) }, "alarm": alarm(page.alarm),
            "links": .list(page.links, link), "retry": retry(page.retry),
            "refund_requests": .list(page.refunds) { .id($0.id) },
            "request": .id(page.askedEnd?.request),
            "warnings": .list(page.warnings) { warning in
                .object([
                    "code": .string(warning.code), "text": .string(Reader.program.words(of: warning)),
                ])
            },
            "next_step": .string(Reader.program.words(of: page.nextStep)),
        ])
    }

    private static func facts(_ facts: TicketFacts) -> JSONValue {
        .object([
            "charged": fact(facts.charged), "extended": fact(facts.extended),
            "finished": fact(facts.finished), "exhausted": fact(facts.exhausted),
        ])
    }

    private static func fact(_ fact: TicketFact) -> JSONValue {
        .object([
            "value": .bool(fact.value), "at": .time(fact.at),
            "evidence": .string(Reader.program.words(of: fact.evidence)),
        ])
    }

    /// What the person was told who opened it.
    private static func told(_ told: ToldPurchase?) -> JSONValue {
        guard let told else { return .null }
        return .object([
            "by": .id(told.agent), "at": .time(told.at), "text": .text(told.text?.text),
            "ref": .text(told.reference),
            "charged_at": .time(told.chargedAt), "silent_loss": .bool(told.source == .silentLoss),
        ])
    }

    private static func attempt(_ attempt: PurchaseAttempt) -> JSONValue {
        .object([
            "attempt_id": .id(attempt.id), "app_version": .text(attempt.values.appVersion),
            "os_version": .text(attempt.values.systemVersion), "device": .text(attempt.values.device),
            "storefront": .text(attempt.values.storefront), "received_at": .time(attempt.receivedAt),
        ])
    }

    private static func move(_ move: TicketMove) -> JSONValue {
        .object([
            "from": .number(move.from?.rawValue), "to": .number(move.to?.rawValue), "at": .time(move.at),
            "learned_at": .time(move.learnedAt), "because": .string(Reader.program.words(of: move.because)),
            "resolution": .text(move.resolution?.rawValue), "by": .id(move.agent),
        ])
    }

    private static func link(_ link: LinkedTicket) -> JSONValue {
        let linked: [String: JSONValue] =
            switch link.origin {
            case .person(let agent, let at): ["by": .id(agent), "at": .time(at), "shares_id": .bool(false)]
            case .sharedID: ["by": .null, "at": .null, "shares_id": .bool(true)]
            }
        let ticket: [String: JSONValue] = [
            "id": .id(link.id), "group": .number(link.group.rawValue), "state": .string(link.state.rawValue),
            "resolution": .text(link.resolution?.rawValue), "app_user_id": .id(link.customer),
        ]
        return .object(ticket.merging(linked) { $1 })
    }

    private static func retry(_ retry: AppStoreRequest?) -> JSONValue {
        guard let retry else { return .null }
        return .object([
            "asked_at": .time(retry.askedAt), "asked_by": .id(retry.askedBy),
            "taken_at": .time(retry.triedAt), "done_at": .time(retry.endedAt),
            "id": .id(retry.id), "state": .string(retry.state.rawValue), "attempts": .number(retry.attempts),
            "next_try_at": .time(retry.nextTryAt), "outcome": .text(retry.outcome),
        ])
    }

    /// What was done, by its code, with its values.
    private static func deed(_ event: TicketWorkEvent) -> JSONValue {
        let (code, values) = event.told
        let members: [String: JSONValue] = values.mapValues { value in
            switch value {
            case .name(let name): .string(name)
            case .number(let number): .number(number)
            case .moment(let moment): .time(moment)
            }
        }
        return .object(members.merging(["code": .string(code)]) { $1 })
    }

    private static func alarm(_ alarm: Alarm?) -> JSONValue {
        guard let alarm else { return .null }
        return .object([
            "at": .time(alarm.at), "taken_at": .time(alarm.takenAt),
            "delivered_at": .time(alarm.deliveredAt), "failure": .text(alarm.failure),
            "attempts": .number(alarm.attempts), "next_at": .time(alarm.nextAt),
        ])
    }
}

extension JSONValue {
    /// One entry of a ticket's timeline.
    package static func event(_ event: TicketEvent) -> JSONValue {
        let told: [String: JSONValue] = [
            "at": .time(event.happenedAt), "learned_at": .time(event.learnedAt),
            "kind": .string(kind(of: event)), "text": .string(Reader.program.sentence(of: event.content)),
        ]
        return .object(told.merging(details(of: event)) { $1 })
    }

    private static func kind(of event: TicketEvent) -> String {
        switch event.content {
        case .reported: "reported"
        case .charged: "charged"
        case .known: "known"
        case .periodEnded: "period_ended"
        case .refunded: "refunded"
        case .notification: "notification"
        case .moved: "moved"
        case .noted: "noted"
        case .granted(let grant): grant.isBridge ? "bridged" : "granted"
        case .bridgeEnded: "bridge_ended"
        case .did: "did"
        case .refundRequested: "refund_request"
        case .alarmed: "alarmed"
        }
    }

    private static func details(of event: TicketEvent) -> [String: JSONValue] {
        switch event.content {
        case .reported(let reported, let attempt):
            ["attempt_id": .id(attempt)].merging(own(reported)) { $1 }
        case .charged(let id), .known(let id), .periodEnded(let id), .refunded(let id):
            ["transaction_id": .id(id)]
        case .notification(let name): ["notification": .string(name)]
        case .moved(let move):
            ["from": .number(move.from?.rawValue), "to": .number(move.to?.rawValue), "by": .id(move.agent)]
        case .noted(_, let agent): ["by": .id(agent)]
        case .granted(let grant), .bridgeEnded(let grant):
            ["grant": .id(grant.id), "by": .id(grant.grantedBy)]
        case .did(let entry):
            ["by": .id(entry.agent), "deed": deed(entry.event), "ref": .text(entry.reference)]
        case .refundRequested(_, let request): ["refund_request": .id(request.id)]
        case .alarmed: [:]
        }
    }

    /// What the app told of an event, and what its code means.
    private static func own(_ event: PurchaseEvent) -> [String: JSONValue] {
        var members = [event.step.isPaymentState ? "state" : "step": JSONValue.string(event.step.name)]
        members["receipt_status"] = event.receiptStatus.map { .number($0) }
        members["http_status"] = event.httpStatus.map { .number($0) }
        members["error"] = event.error.map { error in
            .object(["domain": .string(error.domain), "code": .text(error.code)])
        }
        members["ok"] = event.isDelivered.map { .bool($0) }
        members["meaning"] = event.meaning.map(meaning)
        return members
    }
}

extension PurchaseEvent {
    /// What the code of an event that failed means; nil of one that did not fail.
    package var meaning: CodeMeaning? { cause.map { Codes.meaning(ofCause: $0.rawValue) } }
}
