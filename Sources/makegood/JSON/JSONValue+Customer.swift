import AppStore
import Persistence
import Purchases

extension JSONValue {
    /// The answer of `customer`.
    static func customerPage(_ page: CustomerPage, isMasked: Bool) -> JSONValue {
        .object([
            "customer": customer(isMasked ? Mask.customer(page.customer) : page.customer),
            "access": .list(page.verdicts) { verdict($0, in: page) },
            "chains": .list(page.chains, chain), "tickets": .list(page.tickets, ticket),
            "grants": .list(page.grants) { grant($0, at: page.at) }, "notes": .list(page.notes, note),
            "timeline": .list(page.events, event),
            "warnings": .list(page.warnings) { .string($0) },
        ])
    }

    /// A customer.
    static func customer(_ customer: Customer) -> JSONValue {
        .object([
            "app_user_id": .id(customer.id), "email": .text(customer.values.email),
            "name": .text(customer.values.name), "app_account_token": .text(customer.values.appAccountToken),
            "created_at": .time(customer.values.createdAt), "tester": .bool(customer.isTester),
            "locale": .text(customer.values.locale), "country": .text(customer.values.country),
        ])
    }

    /// A grant, as it is at a moment.
    static func grant(_ grant: Grant, at instant: Instant) -> JSONValue {
        .object([
            "id": .id(grant.id), "app_user_id": .id(grant.customer), "entitlement": .id(grant.entitlement),
            "starts_at": .time(grant.startsAt), "ends_at": .time(grant.endsAt),
            "reason": .string(grant.reason),
            "note": .text(grant.note), "ticket": .id(grant.ticket), "ref": .text(grant.reference),
            "granted_by": .id(grant.grantedBy), "granted_at": .time(grant.grantedAt),
            "revoked_at": .time(grant.revokedAt), "state": .string(grant.state(at: instant).rawValue),
        ])
    }

    /// What an agent wrote.
    static func note(_ note: CustomerNote) -> JSONValue {
        .object([
            "at": .time(note.at), "agent": .id(note.agent), "text": .string(note.text),
            "ref": .text(note.reference), "ticket": .id(note.ticket),
        ])
    }

    private static func event(_ event: TimelineEvent) -> JSONValue {
        let members: [String: JSONValue] = [
            "happened_at": .time(event.happenedAt), "learned_at": .time(event.learnedAt),
            "kind": .string(event.kind.rawValue), "text": .string(event.text),
            "source": .string(event.source.rawValue), "ref": .text(event.reference),
        ]
        return .object(members.merging(evidence(event.evidence)) { $1 })
    }
}
