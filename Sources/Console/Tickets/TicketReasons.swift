import Persistence
import Purchases

/// Why something cannot be done to a ticket now; nil when it can.
struct TicketReasons {
    /// The ticket.
    let ticket: Ticket
    /// What may be known.
    let context: ConsoleContext

    /// Why it cannot be resolved.
    var resolve: String? { ended }

    /// Why it can neither be claimed nor given back.
    var claim: String? {
        if let ended { return ended }
        guard let holder = ticket.claimedBy, holder != context.agent else { return nil }
        return "\(holder) holds it"
    }

    /// Why it cannot be taken up again.
    var reopen: String? {
        if ticket.isUnresolved { return "it is not resolved" }
        return ticket.resolution == .duplicate ? "it is a duplicate of another ticket" : nil
    }

    /// Why it cannot be made good with an entitlement of a product.
    func makeGood(_ entitlements: [EntitlementID]) -> String? {
        if let ended { return ended }
        if ticket.group == .notCharged { return "nobody was charged; u goes to the customer" }
        if ticket.customer == nil { return "nobody knows whose it is: attach the chain first" }
        return entitlements.isEmpty
            ? "the product unlocks nothing: credit it in the app, then r resolves as credited" : nil
    }

    private var ended: String? {
        guard let end = ticket.resolvedAt else { return nil }
        return "resolved already as \(ticket.resolution?.title ?? "done"), \(context.time.moment(end))"
    }
}
