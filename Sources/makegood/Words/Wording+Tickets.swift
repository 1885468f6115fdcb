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

    /// A page of silent losses.
    static func silentLosses(
        _ page: SilentLossPage, _ count: SilentLossCount, at now: Instant, isMasked: Bool
    ) -> [String] {
        guard count.isAnythingReported else {
            return ["no app has sent a purchase report yet: whether charges were delivered is not known"]
        }
        guard !page.losses.isEmpty else {
            return ["no charge is silent: each was delivered, refunded, or has a ticket"]
        }
        let rows = page.losses.map { loss in
            [
                loss.transactionID.rawValue, loss.customer?.rawValue ?? "nobody's",
                loss.customerName.map { isMasked ? Mask.text($0) : $0 } ?? "", loss.product.rawValue,
                money(loss.money), "charged \(loss.chargedAt)", age(now - loss.chargedAt),
            ]
        }
        return Columns.lines(rows) + (page.next.map { ["next page: --after \($0)"] } ?? [])
            + ["open a ticket for one: makegood tickets silent --open TRANSACTION"]
    }

    /// A ticket as a row, with whose it is after the group where that is not plain from the page.
    static func ticketCells(_ ticket: Ticket, at now: Instant, customer: [String] = []) -> [String] {
        [ticket.id.rawValue, "\(ticket.group.rawValue) \(ticket.title)"] + customer + [
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
