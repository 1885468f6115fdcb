import AppStore
import Persistence
import Purchases

extension JSONValue {
    /// One entry of a ticket's timeline.
    static func event(_ event: TicketEvent) -> JSONValue {
        let told: [String: JSONValue] = [
            "at": .time(event.happenedAt), "learned_at": .time(event.learnedAt),
            "kind": .string(kind(of: event)), "text": .string(Wording.text(of: event)),
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
        case .granted: "granted"
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
        case .granted(let grant): ["grant": .id(grant.id), "by": .id(grant.grantedBy)]
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
