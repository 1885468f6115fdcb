import Persistence
import Purchases

extension Wording {
    /// A customer's page.
    static func customer(_ page: CustomerPage, isMasked: Bool) -> [String] {
        let customer = isMasked ? Mask.customer(page.customer) : page.customer
        let facts = [
            customer.values.name, customer.values.email, customer.id.rawValue,
            customer.values.createdAt.map { "since \($0.description.prefix(10))" }, customer.values.country,
            customer.isTester ? "tester" : nil,
        ]
        return [facts.compactMap { $0 }.joined(separator: " · ")]
            + page.warnings.map { "warning: \($0)" }
            + access(page, page.verdicts)
            + headed("chains", page.chains.map(summary))
            + headed("tickets", tickets(page))
            + headed("grants", page.grants.map { grantLine($0, page.at) })
            + headed(
                "notes",
                page.notes.map { note in
                    let place = note.ticket.map { " on ticket \($0)" } ?? ""
                    return "\(note.at) \(note.agent)\(place): \(note.text)"
                })
            + headed("timeline", page.events.reversed().map(line))
    }

    /// A chain's page.
    static func chain(_ page: ChainPage) -> [String] {
        let until = page.accessUntil.map { " until \($0)" } ?? ""
        let owner =
            page.owner.map { "customer \($0.id)" } ?? "nobody's: attach it with `makegood chain attach`"
        let warnings = page.warnings.map { "warning: \($0)" }
        let eligible = page.isIntroductoryEligible.map { $0 ? "yes" : "no" } ?? "group unknown"
        return [
            "chain \(page.chain.id) · \(page.chain.environment.rawValue) · \(page.status.rawValue)\(until) · \(owner)",
            joined(renewal(page.renewal), source(page.evidence.ofRenewal(of: page.chain))),
            "paid service \(page.commission.paidServiceDays) days · commission \(page.commission.percent.map { "\($0) %" } ?? "none") · introductory offer still to be had: \(eligible)",
            page.chain.isHistoryComplete
                ? "history complete" : "history incomplete: in gaps nothing is known",
        ] + (page.orders.isEmpty ? [] : ["order ids \(page.orders.map(\.rawValue).joined(separator: ", "))"])
            + warnings + headed("transactions", transactions(page))
            + headed(
                "coverage",
                page.coverage.pieces.map { piece in
                    "\(piece.span.from) – \(piece.span.until?.description ?? "") \(piece.kind.rawValue)"
                })
            + headed(
                "lapses",
                page.lapses.map { lapse in
                    "\(lapse.from) – \(lapse.to), \(lapse.days) days, commission clock \(lapse.resetsCommission ? "reset" : "kept")"
                })
            + headed(
                "notifications",
                page.notifications.map { notification in
                    let name = [notification.type, notification.subtype].compactMap { $0 }.joined(
                        separator: "/")
                    let told = "\(notification.signedAt) \(name) (\(notification.check.rawValue))"
                    return joined(told, source(page.evidence.of(notification)))
                })
    }

    /// The customer's tickets; whose they are is plain.
    private static func tickets(_ page: CustomerPage) -> [String] {
        ticketTable(page.tickets, at: page.at, isMasked: true).without("app_user_id", "name").partOfPage
    }

    private static func summary(_ page: ChainPage) -> String {
        let product = page.chain.productID?.rawValue ?? "no product"
        let until = page.accessUntil.map { " until \($0)" } ?? ""
        return
            "\(page.chain.id) \(product) \(page.status.rawValue)\(until), \(page.chain.transactions.count) transactions"
    }

    private static func grantLine(_ grant: Grant, _ at: Instant) -> String {
        let end = grant.endsAt.map { "until \($0)" } ?? "without end"
        return
            "grant \(grant.id) \(grant.entitlement) \(grant.state(at: at).rawValue), from \(grant.startsAt) \(end), by \(grant.grantedBy) (\(grant.reason))"
    }

    private static func renewal(_ renewal: RenewalState?) -> String {
        guard let renewal else { return "nothing is known of its renewal" }
        let reason =
            renewal.expirationIntent.flatMap(ExpirationReason.init).map { ", expired because \($0.words)" }
            ?? ""
        switch renewal.autoRenew {
        case true?:
            return "will renew as \(renewal.autoRenewProductID?.rawValue ?? "the same product")\(reason)"
        case false?: return "will not renew\(reason)"
        case nil: return "whether it renews is not known\(reason)"
        }
    }

    private static func transactions(_ page: ChainPage) -> [String] {
        let columns: [Table.Column] = [
            .decisive("transaction", nil), .useful("product", nil), .decisive("bought (UTC)", nil),
            .decisive("until", nil), .useful("price", nil), .useful("which is", nil), .extra("told by", nil),
        ]
        let rows = page.chain.transactions.reversed().map { transaction -> [Table.Cell] in
            let marks = [
                transaction.isTrial ? "trial" : nil,
                transaction.isIntroductoryOffer ? "introductory" : nil,
                transaction.isUpgraded ? "upgraded" : nil,
                transaction.ownership == .familyShared ? "family" : nil,
                transaction.revocation == nil ? nil : transaction.revocationKind?.rawValue,
            ]
            return [
                .init(transaction.shownID(in: page.chain.id).rawValue),
                .init(transaction.productID.rawValue),
                .init(Paper.current.words(transaction.purchasedAt.description)),
                .init(transaction.expiresAt.map { Paper.current.words($0.description) }),
                .init(money(transaction.values.price)),
                .init(marks.compactMap { $0 }.joined(separator: ", ")),
                .init(source(page.evidence.of(transaction))),
            ]
        }
        return Table(columns: columns, rows: rows).partOfPage
    }

    /// An entry of the timeline: when it happened, what, what tells it, and when that was learned if much later.
    private static func line(_ event: TimelineEvent) -> String {
        let isLate = event.learnedAt - event.happenedAt >= .seconds(60)
        let learned = isLate ? "learned \(event.learnedAt)" : ""
        return joined("\(event.happenedAt) \(event.text)", learned, source(event.evidence))
    }

    private static func joined(_ parts: String...) -> String {
        parts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Lines under a title; nothing where there are none.
    static func headed(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : [title] + lines.map { "  \($0)" }
    }
}
