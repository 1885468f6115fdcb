package import JSONValues
import Persistence
package import Purchases

/// Lists of tickets as JSON, and a ticket as every list has it.
extension TicketListPage {
    /// The answer of `tickets`.
    package func json(at now: Instant) -> JSONValue {
        .object(["tickets": tickets.map { $0.json(at: now) }, "next": next])
    }
}

extension TicketSkipPage {
    /// The answer of `tickets skips`.
    package func json(at now: Instant) -> JSONValue {
        .object([
            "skips": skips.map {
                .object([
                    "at": $0.at, "by": $0.agent, "reason": $0.reason, "ticket": $0.ticket.json(at: now),
                ])
            },
            "next": next,
        ])
    }
}

/// The answer of `tickets by-word`.
extension UnconfirmedDeliveryPage: JSONEncodable {
    package var json: JSONValue {
        .object([
            "deliveries": deliveries.map {
                .object([
                    "attempt_id": $0.attempt, "app_user_id": $0.customer, "product_id": $0.product,
                    "transaction_id": $0.transactionID, "environment": $0.environment,
                    "charged_at": $0.chargedAt,
                ])
            },
            "next": next,
        ])
    }
}

extension Ticket {
    /// A ticket as lists show it.
    package func json(at now: Instant) -> JSONValue {
        .object([
            "id": id, "group": group, "app_user_id": customer, "product_id": product,
            "environment": environment, "app_version": appVersion, "storefront": storefront,
            "original_transaction_id": originalTransactionID, "transaction_id": transactionID,
            "money": money, "trial": isTrial, "charged_at": chargedAt, "waiting_since": waitingSince,
            "cause": cause, "attempts": attempts, "attempt_limit": attemptLimit,
            "blocks_repurchase": blocksRepurchase,
            // The work on it.
            "state": state, "opened_at": openedAt, "claimed_by": claimedBy, "claimed_at": claimedAt,
            "assigned_to": assignedTo, "contacted_at": contactedAt, "contacted_by": contactedBy?.rawValue,
            "waiting_for": waitingFor?.rawValue, "waiting_until": waitingUntil, "due_at": dueAt,
            "overdue": isOverdue(at: now), "unproved": isUnproved, "skips": skips, "ref": reference,
            "version": version,
            // Its end.
            "incident": incident, "resolution": resolution, "resolved_at": resolvedAt,
            "resolved_by": resolvedBy, "made_good": isMadeGood, "aftermath": aftermath?.rawValue,
            "merged_into": mergedInto, "superseded_by": supersededBy,
            "superseded_by_transaction": supersedingCharge, "closed_without_proof": isWithoutProof,
            "credited_quantity": creditedQuantity,
        ])
    }
}

/// What an agent wrote.
extension CustomerNote: JSONEncodable {
    package var json: JSONValue {
        .object(["at": at, "agent": agent, "text": text, "ref": reference, "ticket": ticket])
    }
}
