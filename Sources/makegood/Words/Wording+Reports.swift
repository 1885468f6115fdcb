import Persistence
import Purchases

extension Wording {
    /// The most days of one table that people are shown.
    private static let mostRows = 200

    /// The store in numbers.
    static func report(_ report: StoreReport) -> [String] {
        let environments = report.environments.map(\.rawValue).joined(separator: ", ")
        let chains = ChainStatus.allCases.map {
            [String(report.chains[$0] ?? 0), $0.rawValue.replacing("_", with: " ")]
        }
        let running = [[String(report.trials), "of the active in a trial"]]
        let refunds = [
            [String(report.refunds.count), "in all"], [String(report.refunds.recent), "in the last 30 days"],
        ]
        return ["\(report.at) · \(environments)"] + headed("chains", numbers(chains + running))
            + headed("refunds", numbers(refunds)) + headed("grants", numbers(grants(report)))
            + headed("unresolved tickets", tickets(report)) + byWord(report)
    }

    private static func byWord(_ report: StoreReport) -> [String] {
        guard report.deliveriesByWord > 0 else { return [] }
        return [
            "delivered by the app's word alone: \(report.deliveriesByWord), see `makegood tickets by-word`"
        ]
    }

    /// The store in numbers as a table.
    static func reportTable(_ report: StoreReport) -> [[String]] {
        let chains = ChainStatus.allCases.map { ["chains", $0.rawValue, "", String(report.chains[$0] ?? 0)] }
        let others = [
            ["trials", "", "", String(report.trials)], ["refunds", "all", "", String(report.refunds.count)],
            ["refunds", "last_30_days", "", String(report.refunds.recent)],
        ]
        let grants = grants(report).map { ["grants", $0[1], "", $0[0]] }
        let tickets = report.tickets.sorted { $0.key > $1.key }.flatMap { group, ages in
            StoreReport.Age.allCases.map { age in
                ["tickets", String(group.rawValue), age.rawValue, String(ages[age] ?? 0)]
            }
        }
        let byWord = ["delivered_by_word", "", "", String(report.deliveriesByWord)]
        return [["what", "name", "age", "count"]] + chains + others + grants + tickets + [byWord]
    }

    /// What was received of notifications.
    static func notificationReport(_ report: NotificationReport) -> [String] {
        let start = report.since.map { " since \($0)" } ?? ""
        guard !report.days.isEmpty else {
            return ["no notification is known\(start)"] + gaps(report) + neverSeen(report)
        }
        return headed("notifications\(start)", counts(report.totals, []) { _ in [] })
            + neverSeen(report) + headed("deliveries that failed", attempts(report)) + gaps(report)
            + headed("by day", days(report))
    }

    private static func days(_ report: NotificationReport) -> [String] {
        let lines = counts(Array(report.days.prefix(mostRows)), [.decisive("day", nil)]) {
            [.init($0.day?.dayText)]
        }
        let more = report.days.count - mostRows
        return lines + (more > 0 ? ["and \(more) rows more: see --since, --csv or --json"] : [])
    }

    /// The counts of notifications under heads; each row has the cells of the first columns before it.
    private static func counts(
        _ rows: [NotificationReport.Row], _ first: [Table.Column],
        _ cells: (NotificationReport.Name) -> [Table.Cell]
    ) -> [String] {
        let columns: [Table.Column] =
            first + [
                .useful("environment", nil), .decisive("", nil), .decisive("notification", nil),
                .number("received", nil),
                Table.Column(head: "duplicates", key: nil, rank: .extra, isNumber: true),
                .number("missed", nil), .number("unchecked", nil),
            ]
        let counted = rows.map { row in
            let name: [Table.Cell] = [
                .init(row.name.environment?.rawValue ?? "unknown"), .init("V\(row.name.version)"),
                .init(row.name.title),
            ]
            let counts = [row.received, row.duplicates, row.missed, row.unchecked]
            return cells(row.name) + name + counts.map { Table.Cell($0) }
        }
        return Table(columns: columns, rows: counted).partOfPage
    }

    private static func attempts(_ report: NotificationReport) -> [String] {
        Columns.lines(
            report.failedAttempts.map { failed in
                let meaning = Codes.meanings(of: failed.result).first { $0.family == .sendAttempt }
                return [String(failed.count), failed.result, meaning?.happened ?? ""]
            })
    }

    private static func gaps(_ report: NotificationReport) -> [String] {
        let rows = report.gaps.prefix(mostRows).map { gap in
            let named = gap.first.map(\.transaction.rawValue).joined(separator: ", ")
            let charges = gap.count == 1 ? "1 charge" : "\(gap.count) charges"
            return [
                gap.day.dayText, gap.environment.rawValue, charges,
                gap.count > gap.first.count ? "\(named), …" : named,
            ]
        }
        let more = report.gaps.count - mostRows
        return headed(
            "charges that no notification names",
            Columns.lines(rows) + (more > 0 ? ["and \(more) days more: see --csv or --json"] : []))
    }

    private static func neverSeen(_ report: NotificationReport) -> [String] {
        let lines = report.neverSeen.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }.map {
            let isAll = $0.value.count == Codes.notificationTypes(ofVersion: $0.key).count
            let types = isAll ? "all \($0.value.count) types" : $0.value.joined(separator: ", ")
            return "version \($0.key): \(types)"
        }
        return headed("never seen", lines)
    }

    private static func grants(_ report: StoreReport) -> [[String]] {
        [Grant.State.active, .upcoming, .ended, .revoked].map {
            [String(report.grants[$0] ?? 0), $0.rawValue]
        }
    }

    private static func tickets(_ report: StoreReport) -> [String] {
        let groups = report.tickets.sorted { $0.key > $1.key }
        let columns: [Table.Column] =
            [.decisive("waiting", nil)] + groups.map { .number($0.key.title, nil) }
        let rows = StoreReport.Age.allCases.map { age -> [Table.Cell] in
            [.init(age.rawValue.replacing("_", with: " "))] + groups.map { .init($0.value[age] ?? 0) }
        }
        return Table(columns: columns, rows: rows).partOfPage
    }

    /// Rows whose first cell is a number, aligned at its end.
    private static func numbers(_ rows: [[String]]) -> [String] {
        let width = rows.map { $0[0].count }.max() ?? 0
        return Columns.lines(rows.map { [padded($0[0], width)] + $0.dropFirst() })
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
