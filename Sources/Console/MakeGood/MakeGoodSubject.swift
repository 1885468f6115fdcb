import Persistence
import Purchases

/// Whom the form makes good, what can be given, and the losses that it may be for.
struct MakeGoodSubject: Hashable, Sendable {
    /// A purchase that was paid and not delivered, as the form offers to make it good.
    struct Loss: Hashable, Sendable {
        /// What is owed.
        let owed: OwedPurchase
        /// The reason that fits.
        let reason: String
        /// Who else works on the ticket; nil for nobody.
        var holder: AgentName?

        /// The ticket.
        var ticket: TicketID { owed.ticket }
    }

    /// The customer.
    let customer: AppUserID
    /// How the customer is called on the screen.
    let name: String
    /// The entitlements that can be given without a ticket, the likeliest first; empty where only the ticket's may.
    var entitlements: [EntitlementID] = []
    /// The losses that a grant can make good, the first of which is proposed.
    var losses: [Loss] = []
    /// How many screens are done with when it is given: the form, and what was opened only to come here.
    var levels = 1

    /// Whether it was opened to make one ticket good and nothing else.
    var isForTicketOnly: Bool { entitlements.isEmpty }
}

extension MakeGoodSubject {
    /// From how many tickets of one cause on it is an outage.
    private static let outage = 5

    /// Whom a ticket makes good; nil while nobody knows.
    init?(_ page: TicketPage, _ context: ConsoleContext) {
        guard let customer = page.ticket.customer else { return nil }
        let name = page.customer.map { context.people.name($0.values) } ?? ""
        let isOutage = page.similar.count.counted >= MakeGoodSubject.outage
        self.init(
            customer: customer, name: name.isEmpty ? customer.rawValue : name,
            losses: [
                Loss(
                    owed: page.owed, reason: isOutage ? "outage" : page.owed.reasonCode,
                    holder: page.ticket.claimedBy.flatMap { $0 == context.agent ? nil : $0 })
            ], levels: 2)
    }

    /// The customer of a page: what is owed comes first, then what the customer lacks, then the rest of the catalogue.
    init(_ page: CustomerPage, _ context: ConsoleContext) {
        let verdicts = page.verdicts
        let lacking = verdicts.filter { !$0.isEntitled }.map(\.entitlement)
        let held = verdicts.filter(\.isEntitled).map(\.entitlement)
        let offered = Set(page.access.rules.catalog.products.values.flatMap(\.entitlements))
        let holders = Dictionary(page.tickets.map { ($0.id, $0.claimedBy) }, uniquingKeysWith: { $1 })
        let name = context.people.name(page.customer.values)
        self.init(
            customer: page.customer.id, name: name.isEmpty ? page.customer.id.rawValue : name,
            entitlements: lacking + held + offered.subtracting(lacking + held).sorted(),
            losses: page.access.facts.owed.filter { !$0.entitlements.isEmpty }.map { owed in
                let holder = holders[owed.ticket] ?? nil
                return Loss(
                    owed: owed, reason: owed.reasonCode, holder: holder == context.agent ? nil : holder)
            })
    }
}

extension OwedPurchase {
    /// The reason of a grant that makes it good.
    fileprivate var reasonCode: String { cause == .late ? "late" : "not_delivered" }
}
