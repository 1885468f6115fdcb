import AppStore
import Persistence
import Purchases

extension JSONValue {
    /// The answer of `report`.
    static func report(_ report: StoreReport) -> JSONValue {
        let tickets = report.tickets.sorted { $0.key > $1.key }
        return .object([
            "at": .time(report.at), "environments": .list(report.environments) { .string($0.rawValue) },
            "chains": counts(report.chains.map { ($0.key.rawValue, $0.value) }),
            "trials": .number(report.trials),
            "refunds": counts([("count", report.refunds.count), ("last_30_days", report.refunds.recent)]),
            "grants": counts(report.grants.map { ($0.key.rawValue, $0.value) }),
            "tickets": .list(tickets) { group, ages in
                .object([
                    "group": .number(group.rawValue), "unresolved": .number(ages.values.reduce(0, +)),
                    "ages": counts(ages.map { ($0.key.rawValue, $0.value) }),
                ])
            },
            "delivered_by_word": .number(report.deliveriesByWord),
        ])
    }

    /// The answer of `report --notifications`.
    static func notificationReport(_ report: NotificationReport) -> JSONValue {
        .object([
            "since": .time(report.since), "notifications": .list(report.days, row),
            "totals": .list(report.totals, row),
            "failed_attempts": .list(report.failedAttempts) {
                .object(["result": .string($0.result), "count": .number($0.count)])
            },
            "gaps": .list(report.gaps, gap),
            "never_seen": .object(
                Dictionary(
                    uniqueKeysWithValues: report.neverSeen.map { version, types in
                        ("version_\(version)", .list(types) { .string($0) })
                    })),
        ])
    }

    private static func row(_ row: NotificationReport.Row) -> JSONValue {
        let name = row.name
        var members: [String: JSONValue] = [
            "environment": .text(name.environment?.rawValue), "version": .number(name.version),
            "type": .string(name.type), "subtype": .text(name.subtype), "received": .number(row.received),
            "duplicates": .number(row.duplicates), "missed": .number(row.missed),
            "unchecked": .number(row.unchecked),
        ]
        if let day = name.day { members["day"] = .string(day.dayText) }
        return .object(members)
    }

    private static func gap(_ gap: NotificationReport.Gap) -> JSONValue {
        .object([
            "day": .string(gap.day.dayText), "environment": .string(gap.environment.rawValue),
            "charges": .number(gap.count),
            "first": .list(gap.first) {
                .object([
                    "transaction_id": .id($0.transaction), "original_transaction_id": .id($0.chain),
                    "purchased_at": .time($0.purchasedAt),
                ])
            },
        ])
    }

    private static func counts(_ counts: [(String, Int)]) -> JSONValue {
        .object(Dictionary(counts.map { ($0.0, .number($0.1)) }, uniquingKeysWith: { $1 }))
    }
}
