package import JSONValues
package import Persistence
package import Purchases
import Wording

extension JSONValue {
    /// The answer of `tickets`.
    package static func tickets(_ page: TicketListPage, at now: Instant) -> JSONValue {
        .object(["tickets": .list(page.tickets) { ticket($0, at: now) }, "next": .text(page.next)])
    }

    /// The answer of `tickets skips`.
    package static func skips(_ page: TicketSkipPage, at now: Instant) -> JSONValue {
        .object([
            "skips": .list(page.skips) { skip in
                .object([
                    "at": .time(skip.at), "by": .id(skip.agent), "reason": .string(skip.reason.text),
                    "ticket": ticket(skip.ticket, at: now),
                ])
            },
            "next": .text(page.next),
        ])
    }

    /// The answer of `tickets by-word`.
    package static func wordDeliveries(_ page: WordDeliveryPage) -> JSONValue {
        .object([
            "deliveries": .list(page.deliveries) { delivery in
                .object([
                    "attempt_id": .id(delivery.attempt), "app_user_id": .id(delivery.customer),
                    "product_id": .id(delivery.product), "transaction_id": .id(delivery.transactionID),
                    "environment": .string(delivery.environment.rawValue),
                    "charged_at": .time(delivery.chargedAt),
                ])
            },
            "next": .text(page.next),
        ])
    }

    /// A ticket as lists show it.
    package static func ticket(_ ticket: Ticket, at now: Instant) -> JSONValue {
        let members = [purchase(of: ticket), work(on: ticket, at: now), end(of: ticket)].flatMap { $0 }
        return .object(Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }))
    }

    private static func purchase(of ticket: Ticket) -> [String: JSONValue] {
        [
            "id": .id(ticket.id), "group": .number(ticket.group.rawValue),
            "app_user_id": .id(ticket.customer), "product_id": .id(ticket.product),
            "environment": .string(ticket.environment.rawValue), "app_version": .text(ticket.appVersion),
            "storefront": .text(ticket.storefront),
            "original_transaction_id": .id(ticket.originalTransactionID),
            "transaction_id": .id(ticket.transactionID), "money": .money(ticket.money),
            "trial": .bool(ticket.isTrial),
            "charged_at": .time(ticket.chargedAt), "waiting_since": .time(ticket.waitingSince),
            "cause": .id(ticket.cause), "attempts": .number(ticket.attempts),
            "attempt_limit": .number(ticket.attemptLimit),
            "blocks_repurchase": .bool(ticket.blocksRepurchase),
        ]
    }

    private static func work(on ticket: Ticket, at now: Instant) -> [String: JSONValue] {
        [
            "state": .string(ticket.state.rawValue), "opened_at": .time(ticket.openedAt),
            "claimed_by": .id(ticket.claimedBy), "claimed_at": .time(ticket.claimedAt),
            "assigned_to": .id(ticket.assignedTo), "contacted_at": .time(ticket.contactedAt),
            "contacted_by": .text(ticket.contactedBy?.rawValue),
            "waiting_for": .text(ticket.waitingFor?.rawValue), "waiting_until": .time(ticket.waitingUntil),
            "due_at": .time(ticket.dueAt), "overdue": .bool(ticket.isOverdue(at: now)),
            "unproved": .bool(ticket.isUnproved), "skips": .number(ticket.skips),
            "ref": .text(ticket.reference), "version": .number(ticket.version),
        ]
    }

    private static func end(of ticket: Ticket) -> [String: JSONValue] {
        [
            "incident": .id(ticket.incident), "resolution": .text(ticket.resolution?.rawValue),
            "resolved_at": .time(ticket.resolvedAt),
            "resolved_by": .id(ticket.resolvedBy), "made_good": .bool(ticket.isMadeGood),
            "aftermath": .text(ticket.aftermath?.rawValue), "merged_into": .id(ticket.mergedInto),
            "superseded_by": .id(ticket.supersededBy),
            "superseded_by_transaction": .id(ticket.supersedingCharge),
            "closed_without_proof": .bool(ticket.isWithoutProof),
            "credited_quantity": .number(ticket.creditedQuantity),
        ]
    }
}

extension JSONValue {
    /// What an agent wrote.
    package static func note(_ note: CustomerNote) -> JSONValue {
        .object([
            "at": .time(note.at), "agent": .id(note.agent), "text": .string(note.text.text),
            "ref": .text(note.reference), "ticket": .id(note.ticket),
        ])
    }
}
