import Persistence
import Purchases

/// One thing that somebody did about a ticket.
enum TicketDeed: Hashable, Sendable {
    /// Gave the lost period, for a reason.
    case makeGood(Ticket, reason: String)
    /// Decided that it ends here.
    case writeOff(Ticket)
    /// Handed the goods over in the app's own system.
    case credit(Ticket)
    /// Wrote something down.
    case note(Ticket)
    /// Took it.
    case claim(Ticket)

    private static let ana = AgentName("ana")
    private static let lena = AgentName("lena")

    /// Does it; `turn` names it among all.
    func perform(in store: Store, turn: Int, at instant: Instant) throws {
        switch self {
        case .makeGood(let ticket, let reason):
            guard let request = TicketDeed.request(ticket, reason) else { return }
            let agent = turn % 4 == 3 ? TicketDeed.lena : TicketDeed.ana
            _ = try store.grant(request, key: "practice-ticket-\(turn)", by: agent, at: instant)
        case .writeOff(let ticket):
            let ending = ResolveRequest(.writtenOff, note: "the customer never answered")
            _ = try store.resolveTicket(ticket.id, ending, by: TicketDeed.lena, at: instant)
        case .credit(let ticket):
            let ending = ResolveRequest(.credited, note: "credited in the wallet", quantity: 1)
            _ = try store.resolveTicket(ticket.id, ending, by: TicketDeed.ana, at: instant)
        case .note(let ticket):
            let text = "wrote in: paid and got nothing"
            _ = try store.noteTicket(ticket.id, text, by: TicketDeed.ana, at: instant)
        case .claim(let ticket):
            _ = try store.claimTicket(ticket.id, by: TicketDeed.ana, at: instant)
        }
    }

    private static func request(_ ticket: Ticket, _ reason: String) -> GrantRequest? {
        guard let customer = ticket.customer, let product = ticket.product?.rawValue else { return nil }
        let entitlement = product.hasPrefix("news") ? "news" : "premium"
        return GrantRequest(
            customer: customer, entitlement: EntitlementID(entitlement), term: .lost, start: .after,
            reason: reason, ticket: ticket.id)
    }
}
