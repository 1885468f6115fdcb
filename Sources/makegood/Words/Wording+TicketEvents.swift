import Persistence
import Purchases

extension Wording {
    /// What an entry of a ticket's timeline tells, in words.
    static func text(of event: TicketEvent) -> String {
        switch event.content {
        case .reported(let event, _): text(of: event)
        case .charged(let id): "the App Store charged transaction \(id)"
        case .known(let id): "the store learned of transaction \(id)"
        case .periodEnded(let id): "the period that transaction \(id) paid for ended"
        case .refunded(let id): "Apple gave the money of transaction \(id) back"
        case .notification(let name): "notification \(name)"
        case .moved(let move): text(of: move)
        case .noted(let text, let agent): "\(agent): \(text)"
        case .granted(let grant):
            "grant \(grant.id) of \(grant.entitlement) \(grant.endsAt.map { "until \($0)" } ?? "without end") by \(grant.grantedBy) (\(grant.reason))"
        case .alarmed: "the alarm was raised"
        }
    }

    /// A ticket's move in words.
    static func text(of move: TicketMove) -> String {
        let by = move.agent.map { " by \($0)" } ?? ""
        return "\(way(of: move))\(by): \(move.because)"
    }

    private static func way(of move: TicketMove) -> String {
        switch (move.from, move.to) {
        case (nil, let to?): "into group \(to.rawValue), \(to.title)"
        case (let from?, let to?): "from group \(from.rawValue) to group \(to.rawValue), \(to.title)"
        case (_, nil): "resolved" + (move.resolution.map { " as \($0.title)" } ?? "")
        }
    }

    private static func text(of event: PurchaseEvent) -> String {
        let failure = event.meaning.map { ": \($0.code), \($0.name)" } ?? ""
        switch event.step {
        case .purchasing: return "payment begun"
        case .deferred: return "payment waits for approval (Ask to Buy)"
        case .failed: return "payment failed\(failure)"
        case .purchased: return "payment made: the customer was charged"
        case .restored: return "restored from an earlier charge"
        case .verify: return event.isFailure ? "verification failed\(failure)" : "verified"
        case .deliver: return event.isFailure ? "delivery failed\(failure)" : "delivered"
        case .finished: return "the app closed the payment transaction"
        case .other(let name): return "the app reported \(name)"
        }
    }
}
