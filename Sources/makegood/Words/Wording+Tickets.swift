import Persistence
import Purchases

extension Wording {
    /// A page of tickets.
    static func tickets(_ page: TicketListPage, at now: Instant, isMasked: Bool) -> Listing {
        Listing(
            table: ticketTable(page.tickets, at: now, isMasked: isMasked), empty: "no ticket fits",
            remarks: next(page.next))
    }

    /// A page of silent losses.
    static func silentLosses(
        _ page: SilentLossPage, _ count: SilentLossCount, at now: Instant, isMasked: Bool
    ) -> Listing {
        let columns: [Table.Column] = [
            .decisive("transaction", "transaction_id"), .decisive("customer", "app_user_id"),
            .extra("name", "name"), .useful("product", "product_id"), .decisive("money", nil),
            .decisive("charged", "charged_at"), .extra("waits", nil), .value("amount"), .value("currency"),
            .value("original_transaction_id"), .value("environment"),
        ]
        let rows = page.losses.map { loss -> [Table.Cell] in
            [
                .init(loss.transactionID.rawValue),
                .init(shown: loss.customer?.rawValue ?? "nobody's", value: loss.customer?.rawValue),
                .init(loss.customerName.map { isMasked ? Mask.text($0) : $0 }), .init(loss.product.rawValue),
                .init(money(loss.money)), .init(loss.chargedAt, asOf: now), .init(age(now - loss.chargedAt)),
                .init(loss.money?.amount), .init(loss.money?.currency),
                .init(loss.originalTransactionID.rawValue), .init(loss.environment.rawValue),
            ]
        }
        return Listing(
            table: Table(columns: columns, rows: rows),
            empty: count.isAnythingReported
                ? "no charge is silent: each was delivered, refunded, or has a ticket"
                : "no app has sent a purchase report yet: whether charges were delivered is not known",
            remarks: next(page.next)
                + (rows.isEmpty
                    ? [] : ["open a ticket for one: makegood tickets silent --open TRANSACTION"]))
    }

    /// A page of purchases that only the app says were delivered.
    static func wordDeliveries(_ page: WordDeliveryPage, at now: Instant, isMasked: Bool) -> Listing {
        let columns: [Table.Column] = [
            .decisive("customer", "app_user_id"), .extra("name", "name"), .useful("product", "product_id"),
            .decisive("charged", "charged_at"), .extra("waits", nil),
            .useful("transaction", "transaction_id"), .extra("attempt", "attempt_id"),
            .value("environment"),
        ]
        let rows = page.deliveries.map { delivery -> [Table.Cell] in
            [
                .init(shown: delivery.customer?.rawValue ?? "nobody's", value: delivery.customer?.rawValue),
                .init(delivery.customerName.map { isMasked ? Mask.text($0) : $0 }),
                .init(delivery.product?.rawValue), .init(delivery.chargedAt, asOf: now),
                .init(age(now - delivery.chargedAt)), .init(delivery.transactionID?.rawValue),
                .init(delivery.attempt.rawValue), .init(delivery.environment.rawValue),
            ]
        }
        return Listing(
            table: Table(columns: columns, rows: rows),
            empty:
                "nothing was delivered by the app's word alone: the App Store's record of every purchase came",
            remarks: next(page.next))
    }

    /// Tickets as rows.
    static func ticketTable(_ tickets: [Ticket], at now: Instant, isMasked: Bool) -> Table {
        let columns: [Table.Column] = [
            .number("ticket", "id"), .number("group", "group"), .extra("which is", nil),
            .decisive("customer", "app_user_id"), .extra("name", "name"), .useful("product", "product_id"),
            .decisive("money", nil), .useful("cause", "cause"),
            Table.Column(head: "tries", key: nil, rank: .extra, isNumber: true), .decisive("state", "state"),
            .extra("buying again", nil),
        ]
        let values = [
            "amount", "currency", "charged_at", "opened_at", "attempts", "attempt_limit", "claimed_by",
            "resolution", "blocks_repurchase",
        ]
        return Table(
            columns: columns + values.map(Table.Column.value),
            rows: tickets.map { shown($0, at: now, isMasked: isMasked) + self.values(of: $0) })
    }

    private static func shown(_ ticket: Ticket, at now: Instant, isMasked: Bool) -> [Table.Cell] {
        [
            .init(ticket.id.rawValue), .init(ticket.group.rawValue), .init(ticket.title),
            .init(shown: ticket.customer?.rawValue ?? "nobody's", value: ticket.customer?.rawValue),
            .init(ticket.customerName.map { isMasked ? Mask.text($0) : $0 }), .init(ticket.product?.rawValue),
            .init(money(ticket.money)), .init(ticket.cause.rawValue),
            .init("\(ticket.attempts)/\(ticket.attemptLimit)"),
            .init(shown: standing(ticket, at: now), value: ticket.state.rawValue),
            .init(ticket.isUnresolved && ticket.blocksRepurchase ? "blocked" : ""),
        ]
    }

    private static func values(of ticket: Ticket) -> [Table.Cell] {
        [
            .init(ticket.money?.amount), .init(ticket.money?.currency), .init(ticket.chargedAt?.description),
            .init(ticket.openedAt.description), .init(ticket.attempts), .init(ticket.attemptLimit),
            .init(ticket.claimedBy?.rawValue), .init(ticket.resolution?.rawValue),
            .init(ticket.blocksRepurchase ? "true" : "false"),
        ]
    }

    /// An amount, marked where it is the catalogue's.
    static func money(_ money: Money?) -> String {
        money.map { "\($0.amount) \($0.currency)\($0.isListPrice ? " (list price)" : "")" } ?? ""
    }

    /// A length of time in its largest unit.
    static func age(_ time: TimeLength) -> String {
        let minutes = max(0, time.wholeSeconds / 60)
        if minutes < 60 { return "\(minutes) min" }
        return minutes < 48 * 60 ? "\(minutes / 60) h" : "\(time.wholeDays) d"
    }

    /// How far the work is: who has it and since when the customer waits, or how it ended.
    private static func standing(_ ticket: Ticket, at now: Instant) -> String {
        if let resolution = ticket.resolution {
            return resolution.title + (ticket.resolvedBy.map { " by \($0)" } ?? "")
        }
        let holder = ticket.claimedBy.map { "\(ticket.state.rawValue) by \($0)" } ?? ticket.state.rawValue
        return "\(holder), \(age(now - ticket.waitingSince))"
    }
}
