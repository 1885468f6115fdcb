package import JSONValues
import Persistence
package import Purchases
import Wording

/// The answer of `ticket show`, of every act on a ticket, and what an alarm command reads.
extension TicketPage: JSONEncodable {
    package var json: JSONValue {
        .object([
            "ticket": ticket.json(at: at), "facts": facts,
            "meaning": Codes.meaning(ofCause: ticket.cause.rawValue), "told": told.first,
            "attempts": attempts, "events": events, "moves": moves, "notes": notes,
            "grants": grants.filter { !$0.isBridge }.map(\.id),
            "bridges": grants.filter(\.isBridge).map(\.id), "similar": similar.count.counted,
            "similar_since": similar.since, "lost": lost, "waited_seconds": waited?.wholeSeconds,
            "entitlements": entitlements, "alarm": alarm, "links": links, "retry": retry.map(json(ofRetry:)),
            "refund_requests": refunds.map(\.id), "request": askedEnd?.request,
            "warnings": warnings.map { .object(["code": $0.code, "text": Reader.program.words(of: $0)]) },
            "next_step": Reader.program.words(of: nextStep),
        ])
    }

    private func json(ofRetry request: AppStoreRequest) -> JSONValue {
        .object([
            "asked_at": request.askedAt, "asked_by": request.askedBy, "taken_at": request.triedAt,
            "done_at": request.endedAt, "id": request.id, "state": request.state,
            "attempts": request.attempts, "next_try_at": request.nextTryAt, "outcome": request.outcome,
        ])
    }
}

extension TicketFacts: JSONEncodable {
    package var json: JSONValue {
        .object(["charged": charged, "extended": extended, "finished": finished, "exhausted": exhausted])
    }
}

extension TicketFact: JSONEncodable {
    package var json: JSONValue {
        .object(["value": value, "at": at, "evidence": Reader.program.words(of: evidence)])
    }
}

/// What the person was told who opened it.
extension ToldPurchase: JSONEncodable {
    package var json: JSONValue {
        .object([
            "by": agent, "at": at, "text": text, "ref": reference, "charged_at": chargedAt,
            "silent_loss": source == .silentLoss,
        ])
    }
}

extension PurchaseAttempt: JSONEncodable {
    package var json: JSONValue {
        .object([
            "attempt_id": id, "app_version": values.appVersion, "os_version": values.systemVersion,
            "device": values.device, "storefront": values.storefront, "received_at": receivedAt,
        ])
    }
}

extension TicketMove: JSONEncodable {
    package var json: JSONValue {
        .object([
            "from": from, "to": to, "at": at, "learned_at": learnedAt,
            "because": Reader.program.words(of: because), "resolution": resolution, "by": agent,
        ])
    }
}

extension LinkedTicket: JSONEncodable {
    package var json: JSONValue {
        let (agent, linkedAt): (AgentName?, Instant?) =
            if case .person(let agent, let at) = origin { (agent, at) } else { (nil, nil) }
        return .object([
            "id": id, "group": group, "state": state, "resolution": resolution, "app_user_id": customer,
            "by": agent, "at": linkedAt, "shares_id": origin == .sharedID,
        ])
    }
}

extension Alarm: JSONEncodable {
    package var json: JSONValue {
        .object([
            "at": at, "taken_at": takenAt, "delivered_at": deliveredAt, "failure": failure,
            "attempts": attempts, "next_at": nextAt,
        ])
    }
}

/// One entry of a ticket's timeline.
extension TicketEvent: JSONEncodable {
    package var json: JSONValue {
        JSONValue.object([
            "at": happenedAt, "learned_at": learnedAt, "kind": kind,
            "text": Reader.program.sentence(of: content),
        ])
        .adding(details)
    }

    private var kind: String {
        switch content {
        case .reported: "reported"
        case .charged: "charged"
        case .known: "known"
        case .periodEnded: "period_ended"
        case .refunded: "refunded"
        case .notification: "notification"
        case .moved: "moved"
        case .noted: "noted"
        case .granted(let grant): grant.isBridge ? "bridged" : "granted"
        case .bridgeEnded: "bridge_ended"
        case .did: "did"
        case .refundRequested: "refund_request"
        case .alarmed: "alarmed"
        }
    }

    private var details: [String: any JSONEncodable] {
        switch content {
        case .reported(let reported, let attempt): reported.details.merging(["attempt_id": attempt]) { $1 }
        case .charged(let id), .known(let id), .periodEnded(let id), .refunded(let id):
            ["transaction_id": id]
        case .notification(let name): ["notification": name]
        case .moved(let move): ["from": move.from, "to": move.to, "by": move.agent]
        case .noted(_, let agent): ["by": agent]
        case .granted(let grant), .bridgeEnded(let grant): ["grant": grant.id, "by": grant.grantedBy]
        case .did(let entry): ["by": entry.agent, "deed": entry.event, "ref": entry.reference]
        case .refundRequested(_, let request): ["refund_request": request.id]
        case .alarmed: [:]
        }
    }
}

/// What was done, by its code, with its values.
extension TicketWorkEvent: JSONEncodable {
    package var json: JSONValue { told.values.json.adding(["code": told.code]) }
}

extension TicketWorkEvent.Value: JSONEncodable {
    package var json: JSONValue {
        switch self {
        case .name(let name): name.json
        case .number(let number): number.json
        case .moment(let moment): moment.json
        }
    }
}

extension PurchaseEvent {
    /// What the code of an event that failed means; nil of one that did not fail.
    package var meaning: CodeMeaning? { cause.map { Codes.meaning(ofCause: $0.rawValue) } }

    /// What the app told of it, and what its code means, without what was not told.
    fileprivate var details: [String: any JSONEncodable] {
        let told = JSONValue.object([
            step.isPaymentState ? "state" : "step": step.name, "receipt_status": receiptStatus,
            "http_status": httpStatus,
            "error": error.map { .object(["domain": $0.domain, "code": $0.code]) },
            "ok": isDelivered, "meaning": meaning,
        ])
        return told.withoutNulls.object ?? [:]
    }
}
