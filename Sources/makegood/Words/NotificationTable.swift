import Persistence
import Purchases

/// A report on notifications as one table, a row for each thing that is counted.
struct NotificationTable {
    private let report: NotificationReport

    /// A report's table.
    init(_ report: NotificationReport) { self.report = report }

    /// The rows under their heads; `count` is what was received, tried or charged.
    var rows: [[String]] {
        [
            ["what", "day", "environment", "version", "type", "subtype", "count"] + [
                "duplicates", "missed", "unchecked",
            ]
        ]
            + report.days.map(row) + attempts + gaps + neverSeen
    }

    private func row(_ row: NotificationReport.Row) -> [String] {
        let name = row.name
        return [
            "notification", name.day?.dayText ?? "", name.environment?.rawValue ?? "", String(name.version),
            name.type, name.subtype ?? "",
        ] + [row.received, row.duplicates, row.missed, row.unchecked].map(String.init)
    }

    private var attempts: [[String]] {
        report.failedAttempts.map {
            ["failed_attempt", "", "", "", $0.result, "", String($0.count), "", "", ""]
        }
    }

    private var gaps: [[String]] {
        report.gaps.map {
            ["gap", $0.day.dayText, $0.environment.rawValue, "", "", "", String($0.count), "", "", ""]
        }
    }

    private var neverSeen: [[String]] {
        report.neverSeen.sorted { $0.key < $1.key }.flatMap { version, types in
            types.map { ["never_seen", "", "", String(version), $0, "", "0", "", "", ""] }
        }
    }
}

extension Instant {
    /// Its day in UTC: `2021-08-11`.
    var dayText: String { String(description.prefix(10)) }
}
