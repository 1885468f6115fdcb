import Persistence
import Purchases

extension Wording {
    /// A page of tickets.
    static func tickets(_ page: TicketListPage, at now: Instant, isMasked: Bool) -> [String] {
        guard !page.tickets.isEmpty else { return ["no ticket fits"] }
        let rows = page.tickets.map { ticket in
            let name = ticket.customerName.map { isMasked ? Mask.text($0) : $0 } ?? ""
            return ticketCells(ticket, at: now, customer: [ticket.customer?.rawValue ?? "nobody's", name])
        }
        return Columns.lines(rows) + (page.next.map { ["next page: --after \($0)"] } ?? [])
    }

    /// A page of purchases that only the app says were delivered.
    static func wordDeliveries(_ page: WordDeliveryPage, at now: Instant, isMasked: Bool) -> [String] {
        guard !page.deliveries.isEmpty else {
            return [
                "nothing was delivered by the app's word alone: the App Store's record of every purchase came"
            ]
        }
        let rows = page.deliveries.map { delivery in
            let name = delivery.customerName.map { isMasked ? Mask.text($0) : $0 } ?? ""
            return [
                "charged \(delivery.chargedAt)", age(now - delivery.chargedAt),
                delivery.customer?.rawValue ?? "nobody's", name, delivery.product?.rawValue ?? "",
                delivery.transactionID.map { "transaction \($0)" } ?? "no transaction named",
                "attempt \(delivery.attempt)",
            ]
        }
        return Columns.lines(rows) + (page.next.map { ["next page: --after \($0)"] } ?? [])
    }

    /// A ticket as a row, with whose it is after the group where that is not plain from the page.
    static func ticketCells(_ ticket: Ticket, at now: Instant, customer: [String] = []) -> [String] {
        [ticket.id.rawValue, "\(ticket.group.rawValue) \(ticket.group.title)"] + customer + [
            ticket.product?.rawValue ?? "", money(ticket.money), ticket.cause.rawValue,
            "\(ticket.attempts)/\(ticket.attemptLimit) tries", standing(ticket, at: now),
            ticket.isUnresolved && ticket.blocksRepurchase ? "blocks repurchase" : "",
        ]
    }

    /// An amount, marked where it is the catalogue's.
    static func money(_ money: Money?) -> String {
        money.map { "\($0.amount) \($0.currency)\($0.isListPrice ? " (list price)" : "")" } ?? ""
    }

    /// A length of time in its largest unit.
    static func age(_ time: Milliseconds) -> String {
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
