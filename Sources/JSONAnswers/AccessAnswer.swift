package import JSONValues
package import Persistence
package import Purchases
import Wording

extension JSONValue {
    /// The answer of `access`; `asOf` is the moment that was asked for where it is not the present one.
    package static func access(
        _ page: CustomerPage, _ verdicts: [EntitlementAccess], asOf past: Instant? = nil
    ) -> JSONValue {
        access(
            page.access, at: page.at, nextStep(page, asOf: past), verdicts.map { verdict($0, in: page) })
    }

    /// The answer of `access`, from what a customer may use alone.
    package static func access(_ standing: CustomerStanding, _ verdicts: [EntitlementAccess]) -> JSONValue {
        let entitlements = verdicts.map { verdict in
            JSONValue.verdict(verdict, isUnchecked: standing.restsOnUnchecked(verdict))
        }
        let step = Reader.program.nextStep(
            of: standing.access.advice(at: standing.at), isUnchecked: standing.restsOnUnchecked)
        return access(standing.access, at: standing.at, .string(step), entitlements)
    }

    private static func access(
        _ access: CustomerAccess, at moment: Instant, _ nextStep: JSONValue, _ entitlements: [JSONValue]
    ) -> JSONValue {
        .object([
            "app_user_id": .id(access.facts.customer.id), "at": .time(moment), "next_step": nextStep,
            "owed": owed(access, at: moment), "entitlements": .array(entitlements),
        ])
    }

    /// What to do next about the whole customer, the worst first; `asOf` is the moment that was asked for where it is not
    /// the present one.
    package static func nextStep(_ page: CustomerPage, asOf past: Instant? = nil) -> JSONValue {
        .string(
            Reader.program.nextStep(
                of: page.access.advice(at: page.at), asOf: past, isUnchecked: page.restsOnUnchecked))
    }

    /// One verdict, and whether it rests on what nothing vouches for.
    package static func verdict(_ verdict: EntitlementAccess, in page: CustomerPage) -> JSONValue {
        JSONValue.verdict(verdict, isUnchecked: page.restsOnUnchecked(verdict))
    }

    private static func verdict(_ verdict: EntitlementAccess, isUnchecked: Bool) -> JSONValue {
        guard case .object(var members) = JSONValue.verdict(verdict) else { return .null }
        members["unchecked"] = .bool(isUnchecked)
        members["next_step"] = .string(Reader.program.nextStep(of: verdict, isUnchecked: isUnchecked))
        return .object(members)
    }

    /// One verdict.
    package static func verdict(_ verdict: EntitlementAccess) -> JSONValue {
        .object([
            "entitlement": .id(verdict.entitlement), "entitled": .bool(verdict.isEntitled),
            "since": .time(verdict.since), "until": .time(verdict.until),
            "source": .string(verdict.source?.kind ?? "none"), "source_id": .text(verdict.source?.id),
            "kind": .string(verdict.kind),
            "sources": .list(verdict.sources, source), "because": .list(verdict.because, reason),
            "owed": .list(verdict.owed, owed), "known_at": .time(verdict.knownAt),
            "stale": .bool(verdict.isStale),
            "next_step": .string(Reader.program.words(of: verdict.nextStep)),
        ])
    }

    /// What is owed to a customer at a moment, the worst first, whatever it unlocks.
    package static func owed(_ access: CustomerAccess, at moment: Instant) -> JSONValue {
        .list(access.owed(at: moment), owed)
    }

    /// What a ticket says was paid and not delivered.
    package static func owed(_ owed: OwedPurchase) -> JSONValue {
        .object([
            "ticket": .id(owed.ticket), "group": .number(owed.group.rawValue), "money": .money(owed.money),
            "charged_at": .time(owed.chargedAt), "lost": lost(owed.lost), "trial": .bool(owed.isTrial),
            "cause": .id(owed.cause), "product_id": .id(owed.product),
        ])
    }

    /// The time that was paid for and not given; `to` and `seconds` are null without end.
    package static func lost(_ span: Span?) -> JSONValue {
        guard let span else { return .null }
        return .object([
            "from": .time(span.from), "to": .time(span.until), "seconds": .number(span.length?.wholeSeconds),
        ])
    }

    private static func source(_ source: AccessSource) -> JSONValue {
        .object([
            "source": .string(source.origin.kind), "source_id": .string(source.origin.id),
            "kind": .string(source.kind),
            "from": .time(source.span?.from), "until": .time(source.span?.until),
            "status": .string(source.status), "environment": .text(source.environment?.rawValue),
            "holds": .bool(source.holds),
        ])
    }

    private static func reason(_ reason: Reason) -> JSONValue {
        .object([
            "rule": .string(reason.rule.rawValue), "fact": .string(Reader.program.words(of: reason.fact)),
            "at": .time(reason.at),
        ])
    }
}
