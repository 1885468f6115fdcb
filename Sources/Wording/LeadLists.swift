package import Persistence
package import Purchases

/// Says what leads look at.
extension LeadList {
    package var title: String {
        switch self {
        case .closedWithoutProof: "Closed without proof"
        case .refundedAndMadeGood: "Refunded and made good"
        case .deliveredAfterMakeGood: "Delivered after a make-good"
        case .notCounted: "In the queue, in no sum"
        case .twoCustomers: "One chain, two customers"
        case .accessWithoutSource: "Access without a source"
        case .byWord: "Unconfirmed deliveries"
        case .unreportedTokens: "External purchases not reported"
        case .bridges: "Bridges"
        }
    }

    /// What is in it, and what a lead decides about it.
    package var explanation: String {
        switch self {
        case .closedWithoutProof:
            "Somebody said how these ended, and no fact shows it: look for the record that proves it, or reopen the ticket."
        case .refundedAndMadeGood:
            "Apple gave the money back, and a grant made it good as well; the review counts it as made good, the balance as refunded: take the grant back, or leave it."
        case .deliveredAfterMakeGood:
            "The purchase arrived after it had been made good, so the customer has both: take the grant back, or leave it."
        case .notCounted:
            "Open losses that the queue counts, but not the review and the balance: only a person's word tells of the charge, or no money of their environment counts."
        case .twoCustomers:
            "Different customers claim the chain, and nobody has decided since: attach it to the right one."
        case .accessWithoutSource:
            "A grant holds, and its reason says that something was paid; but it names no ticket, or the charge is told by a person alone."
        case .byWord:
            "The app says that these were paid and delivered; the App Store's record has not come for a day: look why it is missing."
        case .unreportedTokens:
            "Apple has no report of purchases with these tokens outside the App Store: send it. Apple does not say when a report arrived."
        case .bridges:
            "The server gave access by the app's word while Apple could not be asked: look for customers who appear often."
        }
    }

    /// What is said where nothing is in it.
    package var nothing: String {
        switch self {
        case .closedWithoutProof: "the facts show how every charge ended"
        case .refundedAndMadeGood: "nothing was both made good and refunded"
        case .deliveredAfterMakeGood: "nothing was both made good and delivered"
        case .notCounted: "review and balance count every open loss of the queue"
        case .twoCustomers: "no chain is claimed by two customers"
        case .accessWithoutSource: "every grant that holds names what it makes good, or is goodwill"
        case .byWord: "the App Store's record of every purchase has come"
        case .unreportedTokens: "Apple has a report of every external purchase"
        case .bridges: "the server has bridged nothing"
        }
    }
}

extension LeadListRow {
    /// What the row is about: `ticket 118`.
    package var name: String {
        switch self {
        case .ticket(let ticket, _, _): "ticket \(ticket.id)"
        case .chain(let chain): "chain \(chain.id.original)"
        case .grant(let grant, _): "grant \(grant.id)"
        case .delivery(let delivery):
            delivery.transactionID.map { "transaction \($0)" } ?? "attempt \(delivery.attempt)"
        case .token(let unreported): "token \(unreported.token.id)"
        case .closed(let closed): "ticket \(closed.ticket.id)"
        }
    }

    /// Whom it concerns; nil while nobody knows.
    package var customer: AppUserID? {
        switch self {
        case .ticket(let ticket, _, _): ticket.customer
        case .chain(let chain): chain.owner
        case .grant(let grant, _): grant.customer
        case .delivery(let delivery): delivery.customer
        case .token: nil
        case .closed(let closed): closed.ticket.customer
        }
    }

    /// The customer's name, as far as it is known and may be seen.
    package var customerName: PersonName? {
        switch self {
        case .ticket(let ticket, _, _): ticket.customerName
        case .chain(let chain): chain.ownerName
        case .grant(_, let name): name
        case .delivery(let delivery): delivery.customerName
        case .token: nil
        case .closed(let closed): closed.ticket.customerName
        }
    }

    /// What was bought, as the shop calls it, or what was given.
    package func thing(naming products: ProductNames) -> String? {
        let product: ProductID?
        switch self {
        case .ticket(let ticket, _, _): product = ticket.product
        case .chain(let chain): product = chain.product
        case .grant(let grant, _): return grant.entitlement.rawValue
        case .delivery(let delivery): product = delivery.product
        case .token: product = nil
        case .closed(let closed): product = closed.ticket.product
        }
        return product.map { products.shown($0, in: "en") }
    }

    /// What it cost; nil where nothing tells, and for what has no price.
    package var money: Money? {
        switch self {
        case .ticket(let ticket, _, _): ticket.money
        case .closed(let closed): closed.ticket.money
        case .chain, .grant, .delivery, .token: nil
        }
    }

    /// When it came about: the refund, the end of the ticket or since when an open one waits, the last purchase, the
    /// grant, the charge, the notification.
    package var at: Instant? {
        switch self {
        case .ticket(let ticket, _, let refundedAt): refundedAt ?? ticket.resolvedAt ?? ticket.waitingSince
        case .chain(let chain): chain.lastPurchase
        case .grant(let grant, _): grant.grantedAt
        case .delivery(let delivery): delivery.chargedAt
        case .token(let unreported): unreported.noticedAt
        case .closed(let closed): closed.ticket.resolvedAt
        }
    }
}

extension Reader {
    /// What a row of a list of leads says beside names and figures.
    package func words(of row: LeadListRow) -> String {
        switch row {
        case .ticket(let ticket, let grants, _): words(of: ticket, grants)
        case .chain(let chain):
            "\(chain.owner.map { "\($0)'s" } ?? "no customer"), claimed by \(Counting.all(chain.others.map(\.rawValue))) too"
        case .grant(let grant, _) where grant.isBridge:
            "bridged \(grant.revokedAt.map { "up to \(moment($0))" } ?? term(until: grant.endsAt)), "
                + (grant.ticket.map { "ticket \($0)" } ?? "no ticket")
        case .grant(let grant, _):
            "\(grant.entitlement) \(term(until: grant.endsAt)) by \(grant.grantedBy) (\(grant.reason)), "
                + (grant.ticket.map { "only a person's word proves ticket \($0)" } ?? "no ticket")
        case .delivery(let delivery): "the app's attempt \(delivery.attempt)"
        case .token(let unreported): words(of: unreported)
        case .closed(let closed): words(of: closed)
        }
    }

    /// How it was said to have ended, by whom, why, in which case, and what came since.
    private func words(of closed: ClosedWithoutProof) -> String {
        let (ticket, note) = (closed.ticket, closed.note)
        let end = ticket.resolution?.title ?? ticket.state.rawValue
        let asker = note?.agent == ticket.resolvedBy ? nil : note.map { ", asked by \($0.agent)" }
        let said = end + (ticket.resolvedBy.map { ", says \($0)" } ?? "") + (asker ?? "")
        return [
            note.map { "\(said): \($0.text)" } ?? said, ticket.reference.map { "case \($0)" },
            closed.record.map { closed.words(of: $0, for: self) },
        ].compactMap { $0 }.joined(separator: "; ")
    }

    private func words(of unreported: UnreportedToken) -> String {
        let token = unreported.token
        let app = unreported.bundleID.map { " of \($0)" } ?? ""
        return [
            "\(token.type ?? "a") token\(app)", token.createdAt.map { "made \(moment($0))" },
            token.expiresAt.map { "valid until \(moment($0))" },
        ].compactMap { $0 }.joined(separator: ", ")
    }

    private func words(of ticket: Ticket, _ grants: [Grant]) -> String {
        if ticket.isUnresolved, grants.isEmpty {
            return ticket.isUnproved
                ? "\(ticket.state.rawValue), only a person's word tells of the charge"
                : "\(ticket.state.rawValue), \(ticket.environment.rawValue)"
        }
        guard !grants.isEmpty else {
            return (ticket.resolution?.title ?? ticket.state.rawValue)
                + (ticket.creditedQuantity.map { ", \($0) of it" } ?? "")
                + (ticket.resolvedBy.map { ", by \($0)" } ?? "")
        }
        return grants.map { grant in
            let end = grant.revokedAt.map { "taken back \(day($0))" } ?? term(until: grant.endsAt)
            return "grant \(grant.id) of \(grant.entitlement) by \(grant.grantedBy), \(end)"
        }.joined(separator: "; ")
    }
}

/// Words for silent losses, which stand among the lists of leads and are counted by another rule.
package enum LeadListWords {
    /// The name of what is to be answered.
    package static let refundsTitle = "Refund requests"
    /// What is among it, and what a lead decides about it.
    package static let refunds =
        "Customers asked Apple for their money back, and Apple asks what was consumed: answer it within twelve hours."
    package static let silentTitle = "Silent losses"
    /// What is among them, and what a lead decides about it.
    package static let silent =
        "Charges that the App Store knows of and no app reported as delivered: open a ticket for each that is a loss."
}

/// The columns of a list of leads.
extension ListColumn<LeadListRow> {
    package static var about: Self { .decisive("about", "about") { .text($0.name) } }
    package static var thing: Self {
        .useful("product", "product_id") { row in
            ListCell(
                shown: { row.thing(naming: $0.products) ?? "" },
                value: { _ in row.thing(naming: ProductNames()) ?? "" })
        }
    }
    package static var money: Self { .useful("money") { .money($0.money) } }
    package static var when: Self { .decisive("when", "at") { .moment($0.at) } }
    package static var words: Self {
        .sentences("what there is", "text") { row in
            .said(value: Reader.program.words(of: row)) { $0.words(of: row) }
        }
    }
}

/// The columns of lists of silent losses.
extension ListColumn<SilentLoss> {
    package static var transaction: Self {
        .decisive("transaction", "transaction_id", width: .texts(18...24)) {
            .text($0.transactionID.rawValue)
        }
    }
    package static var customer: Self {
        .decisive("customer", "app_user_id", width: .texts(14...48)) {
            .customer($0.customer, named: $0.customerName)
        }
    }
    package static var product: Self {
        .useful("product", "product_id", width: .texts(14...48)) { .product($0.product) }
    }
    package static var money: Self { .decisive("money", width: .texts(11...20)) { .money($0.money) } }
    package static var charged: Self {
        .decisive("charged", "charged_at", width: .texts(11...14)) { .moment($0.chargedAt) }
    }
    package static var waits: Self { .extra("waits", width: .texts(6...8)) { .waiting(since: $0.chargedAt) } }
}

/// The columns of lists of unconfirmed deliveries.
extension ListColumn<UnconfirmedDelivery> {
    package static var customer: Self { .decisive("customer", "app_user_id") { .customer($0.customer) } }
    package static var product: Self { .useful("product", "product_id") { .product($0.product) } }
    package static var charged: Self { .decisive("charged", "charged_at") { .moment($0.chargedAt) } }
    package static var transaction: Self {
        .useful("transaction", "transaction_id") { .text($0.transactionID?.rawValue) }
    }
}
