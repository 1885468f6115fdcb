import Persistence
import Purchases

/// Whom the form makes good, what can be given, and the ticket that it is for.
struct MakeGoodSubject: Hashable, Sendable {
    /// What a ticket says about its make-good.
    struct Loss: Hashable, Sendable {
        /// The ticket.
        let ticket: TicketID
        /// The time that was paid for and not given; nil when nothing tells.
        let lost: Span?
        /// The reason that fits.
        let reason: String
        /// Who else works on the ticket; nil for nobody.
        var holder: AgentName?
    }

    /// The customer.
    let customer: AppUserID
    /// How the customer is called on the screen.
    let name: String
    /// The entitlements that can be given, the likeliest first.
    let entitlements: [EntitlementID]
    /// The ticket that it is for; nil for none.
    var loss: Loss?
}

extension MakeGoodSubject {
    /// From how many tickets of one cause on it is an outage.
    private static let outage = 5

    /// Whom a ticket makes good; nil while nobody knows.
    init?(_ page: TicketPage, _ context: ConsoleContext) {
        guard let customer = page.ticket.customer else { return nil }
        let name = page.customer.map { context.people.name($0.values) } ?? ""
        self.init(
            customer: customer, name: name.isEmpty ? customer.rawValue : name,
            entitlements: page.entitlements,
            loss: Loss(
                ticket: page.ticket.id, lost: page.lost?.length == nil ? nil : page.lost,
                reason: MakeGoodSubject.reason(page),
                holder: page.ticket.claimedBy.flatMap { $0 == context.agent ? nil : $0 }))
    }

    private static func reason(_ page: TicketPage) -> String {
        if page.similar.count.counted >= outage { return "outage" }
        return page.ticket.cause == .late ? "late" : "not_delivered"
    }
}
