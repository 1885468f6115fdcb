import AppStore
import Persistence
import Purchases

extension JSONValue {
    /// The answer of `ticket show`, of every act on a ticket, and what an alarm command reads.
    static func ticketPage(_ page: TicketPage) -> JSONValue {
        .object([
            "ticket": ticket(page.ticket), "facts": facts(page.facts),
            "meaning": meaning(Codes.meaning(ofCause: page.ticket.cause.rawValue)),
            "attempts": .list(page.attempts, attempt), "events": .list(page.events, event),
            "moves": .list(page.moves, move), "notes": .list(page.notes, note),
            "grants": .list(page.grants) { .id($0.id) },
            "similar": .number(page.similar.count.counted), "similar_since": .time(page.similar.since),
            "lost": lost(page.lost), "waited_seconds": .number(page.waited?.wholeSeconds),
            "entitlements": .list(page.entitlements) { .id($0) }, "alarm": alarm(page.alarm),
            "next_step": .string(page.nextStep),
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
            "value": .bool(fact.value), "at": .time(fact.at), "evidence": .string(fact.evidence),
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
            "learned_at": .time(move.learnedAt), "because": .string(move.because),
            "resolution": .text(move.resolution?.rawValue), "by": .id(move.agent),
        ])
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
