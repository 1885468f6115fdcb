import AppStore
import Intake
import Persistence
import Purchases

extension JSONValue {
    /// The answer of `grant`.
    static func grantOutcome(_ outcome: GrantOutcome, at instant: Instant, isDryRun: Bool) -> JSONValue {
        var members: [String: JSONValue] = [
            "grant": grant(outcome.grant, at: instant), "access_before": verdict(outcome.before),
            "access_after": verdict(outcome.after), "gained_seconds": .number(outcome.gained?.wholeSeconds),
            "lost": lost(outcome.owed?.lost), "missing_seconds": .number(outcome.missing?.wholeSeconds),
            "restitution": .bool(outcome.grant.isRestitution),
            "warnings": .list(outcome.warnings) { warning in
                .object(["code": .string(warning.code), "text": .string(Wording.warning(warning))])
            },
            "replayed": .bool(outcome.isReplay), "dry_run": .bool(isDryRun),
            "remaining": .object([
                "longest_days": .number(outcome.allowance.longest.wholeDays),
                "customer_days": .number(outcome.allowance.customer.wholeDays),
                "grants": .number(outcome.allowance.grants),
            ]),
        ]
        if isDryRun { members["refused_because"] = .text(outcome.excess?.description) }
        return .object(members)
    }

    /// The answer of `revoke`.
    static func revocation(_ outcome: RevocationOutcome, at instant: Instant) -> JSONValue {
        .object([
            "grant": grant(outcome.grant, at: instant), "access_before": verdict(outcome.before),
            "access_after": verdict(outcome.after),
        ])
    }

    /// The answer of `chain attach`.
    static func attachment(_ attachment: Attachment, isDryRun: Bool) -> JSONValue {
        let verdicts: ([AppUserID: [EntitlementAccess]]) -> JSONValue = { access in
            .list(attachment.people) { person in
                .object(["app_user_id": .id(person), "entitlements": .list(access[person] ?? [], verdict)])
            }
        }
        return .object([
            "original_transaction_id": .id(attachment.chain), "from": .id(attachment.from),
            "to": .id(attachment.to), "created": .bool(attachment.createsCustomer),
            "access_before": verdicts(attachment.before),
            "access_after": verdicts(attachment.after), "dry_run": .bool(isDryRun),
        ])
    }

    /// The answer of `import`.
    static func importReport(_ report: ImportReport) -> JSONValue { .object(members(of: report)) }

    /// The answer of `quarantine retry` for many documents.
    static func retryReport(_ retry: RetryReport) -> JSONValue {
        let quarantine = JSONValue.object([
            "tried": .number(retry.tried), "released": .number(retry.released),
            "stay": .number(retry.tried - retry.released), "not_kept": .number(retry.notKept),
        ])
        return .object(members(of: retry.report).merging(["quarantine": quarantine]) { $1 })
    }

    private static func members(of report: ImportReport) -> [String: JSONValue] {
        [
            "documents": .number(report.documents), "accepted": .number(report.accepted),
            "duplicates": .number(report.duplicates),
            "rejected": .list(report.rejected) { rejection in
                .object([
                    "source": .string(rejection.source), "kind": .text(rejection.kind),
                    "reason": .string(rejection.reason), "detail": .string(rejection.detail),
                ])
            },
            "transactions": .object([
                "new": .number(report.newTransactions), "updated": .number(report.updatedTransactions),
            ]),
            "chains": .object(["new": .number(report.newChains), "updated": .number(report.updatedChains)]),
            "tickets": .object([
                "opened": .number(report.openedTickets), "moved": .number(report.movedTickets),
                "resolved": .number(report.resolvedTickets),
            ]),
        ]
    }
}
