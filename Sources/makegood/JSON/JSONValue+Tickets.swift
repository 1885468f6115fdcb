import AppStore
import Persistence
import Purchases

extension JSONValue {
    /// The answer of `tickets`.
    static func tickets(_ page: TicketListPage) -> JSONValue {
        .object(["tickets": .list(page.tickets, ticket), "next": .text(page.next)])
    }

    /// The answer of `tickets silent`.
    static func silentLosses(_ page: SilentLossPage, _ count: SilentLossCount) -> JSONValue {
        .object([
            "silent": .list(page.losses) { loss in
                .object([
                    "app_user_id": .id(loss.customer), "product_id": .id(loss.product),
                    "environment": .string(loss.environment.rawValue),
                    "original_transaction_id": .id(loss.originalTransactionID),
                    "transaction_id": .id(loss.transactionID), "money": .money(loss.money),
                    "charged_at": .time(loss.chargedAt),
                ])
            },
            "count": .number(count.count.counted), "reports": .bool(count.isAnythingReported),
            "next": .text(page.next),
        ])
    }

    /// The answer of `tickets by-word`.
    static func wordDeliveries(_ page: WordDeliveryPage) -> JSONValue {
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
    static func ticket(_ ticket: Ticket) -> JSONValue {
        let members = [purchase(of: ticket), work(on: ticket), end(of: ticket)].flatMap { $0 }
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

    private static func work(on ticket: Ticket) -> [String: JSONValue] {
        [
            "state": .string(ticket.state.rawValue), "opened_at": .time(ticket.openedAt),
            "claimed_by": .id(ticket.claimedBy), "claimed_at": .time(ticket.claimedAt),
            "assigned_to": .id(ticket.assignedTo), "contacted_at": .time(ticket.contactedAt),
            "waiting_until": .time(ticket.waitingUntil), "due_at": .time(ticket.dueAt),
            "ref": .text(ticket.reference), "version": .number(ticket.version),
        ]
    }

    private static func end(of ticket: Ticket) -> [String: JSONValue] {
        [
            "resolution": .text(ticket.resolution?.rawValue), "resolved_at": .time(ticket.resolvedAt),
            "resolved_by": .id(ticket.resolvedBy), "made_good": .bool(ticket.isMadeGood),
            "aftermath": .text(ticket.aftermath?.rawValue), "merged_into": .id(ticket.mergedInto),
            "superseded_by": .id(ticket.supersededBy),
            "credited_quantity": .number(ticket.creditedQuantity),
        ]
    }
}
