import AppStore
import Purchases

extension JSONValue {
    /// The answer of `access`.
    static func access(_ customer: AppUserID, at instant: Instant, _ verdicts: [EntitlementAccess])
        -> JSONValue
    {
        .object([
            "app_user_id": .id(customer), "at": .time(instant), "entitlements": .list(verdicts, verdict),
        ])
    }

    /// One verdict.
    static func verdict(_ verdict: EntitlementAccess) -> JSONValue {
        .object([
            "entitlement": .id(verdict.entitlement), "entitled": .bool(verdict.isEntitled),
            "since": .time(verdict.since), "until": .time(verdict.until),
            "source": .string(verdict.source?.kind ?? "none"), "source_id": .text(verdict.source?.id),
            "sources": .list(verdict.sources, source), "because": .list(verdict.because, reason),
            "known_at": .time(verdict.knownAt), "stale": .bool(verdict.isStale),
            "next_step": .string(verdict.nextStep),
        ])
    }

    private static func source(_ source: AccessSource) -> JSONValue {
        .object([
            "source": .string(source.origin.kind), "source_id": .string(source.origin.id),
            "from": .time(source.span?.from), "until": .time(source.span?.until),
            "status": .string(source.status), "environment": .text(source.environment?.rawValue),
            "holds": .bool(source.holds),
        ])
    }

    private static func reason(_ reason: Reason) -> JSONValue {
        .object([
            "rule": .string(reason.rule.rawValue), "fact": .string(reason.fact), "at": .time(reason.at),
        ])
    }
}
