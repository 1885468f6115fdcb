import ArgumentParser
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// Counts what the store holds, or what it received of the App Store's notifications.
struct ReportCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Count chains, make-goods and failed purchases, or the notifications received.",
        discussion: """
            With --notifications: what was received of each type on each day, what came twice, what the App Store's \
            history tells of and no delivery brought, charges that no notification names, and the types that were \
            never seen. Days are UTC.

            Everything is counted from what documents told and what people did here. What Apple pays out, and what it \
            keeps, no document tells: commission is a number of subscriptions, and the money of refunds and renewals is \
            what customers were charged.
            """)

    /// By what counts are told apart.
    enum Look: String, CaseIterable, ExpressibleByArgument {
        case day, product
    }

    @Option(help: "Counts by day or by product.") var by: Look?
    @Flag(help: "Count notifications.") var notifications = false
    @Option(
        help: "Only notifications and charges from this time on, such as 3d ago or RFC 3339.",
        transform: TimeArgument.words)
    var since: TimeArgument?
    @Flag(help: "Comma-separated values.") var csv = false
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if since != nil, !notifications { throw ValidationError("--since counts with --notifications only.") }
        if by != nil, notifications { throw ValidationError("Choose --by or --notifications.") }
        try global.check(csv: csv)
    }

    func run(in invocation: Invocation) throws -> ExitCode {
        let meter = ProgressMeter()
        let progress = ReportProgress { meter.show(share: $0) }
        if notifications {
            let report = try invocation.store.notificationReport(
                since: since?.instant(in: invocation), progress: progress)
            meter.finish()
            answer(
                report.json, Answers.notificationReport(report),
                NotificationTable(report).rows,
                invocation)
        } else {
            let report = try invocation.store.report(at: invocation.now, progress: progress)
            meter.finish()
            let figures = ReportFiguresAnswer(figures: report.figures, look: by)
            answer(
                figures.json(beside: report),
                by == nil ? Answers.report(report) + figures.lines : figures.lines,
                by == nil ? Answers.reportTable(report) : figures.table, invocation)
        }
        return .success
    }

    private func answer(
        _ json: JSONValue, _ lines: @autoclosure () -> [String], _ table: @autoclosure () -> [[String]],
        _ invocation: Invocation
    ) {
        if csv {
            Output.raw(CSV.text(table()))
        } else {
            invocation.output.answer(json, lines(), table: table())
        }
    }
}

extension Answers {
    /// The most days of one table that people are shown.
    private static let mostRows = 200

    /// The store in numbers.
    static func report(_ report: StoreReport) -> [String] {
        let environments = report.environments.map(\.rawValue).joined(separator: ", ")
        let chains = ChainStatus.allCases.map {
            [String(report.chains[$0] ?? 0), Reader.words(of: $0)]
        }
        let running = [[String(report.trials), "of the active in a trial"]]
        let refunds = [
            [String(report.refunds.count), "in all"], [String(report.refunds.recent), "in the last 30 days"],
        ]
        return ["\(moment(report.at)) · \(environments)"] + headed("chains", numbers(chains + running))
            + headed("refunds", numbers(refunds))
            + headed("grants", numbers(grants(report).map { [String($0.count), $0.state.rawValue] }))
            + headed("unresolved tickets", tickets(report)) + byWord(report)
    }

    private static func byWord(_ report: StoreReport) -> [String] {
        guard report.deliveriesByWord > 0 else { return [] }
        return [
            "unconfirmed deliveries: \(report.deliveriesByWord), see `makegood tickets by-word`"
        ]
    }

    /// The store in numbers as a table.
    static func reportTable(_ report: StoreReport) -> [[String]] {
        typealias Count = ReportFiguresAnswer.Count
        let chains = ChainStatus.allCases.map {
            Count(what: "chains", name: $0.rawValue, count: report.chains[$0] ?? 0)
        }
        let others = [
            Count(what: "trials", count: report.trials),
            Count(what: "refunds", name: "all", count: report.refunds.count),
            Count(what: "refunds", name: "last_30_days", count: report.refunds.recent),
        ]
        let grants = grants(report).map { Count(what: "grants", name: $0.state.rawValue, count: $0.count) }
        let tickets = report.tickets.sorted { $0.key > $1.key }.flatMap { group, ages in
            StoreReport.Age.allCases.map { age in
                Count(what: "tickets", name: String(group.rawValue), age: age, count: ages[age] ?? 0)
            }
        }
        let byWord = Count(what: "delivered_by_word", count: report.deliveriesByWord)
        let figures = ReportFiguresAnswer(figures: report.figures, look: nil).totals
        let counts = chains + others + grants + tickets + [byWord] + figures
        return ReportFiguresAnswer.table(counts, by: nil).without("all").values
    }

    /// What was received of notifications.
    static func notificationReport(_ report: NotificationReport) -> [String] {
        let start = report.since.map { " since \(moment($0))" } ?? ""
        guard !report.days.isEmpty else {
            return ["no notification is known\(start)"] + gaps(report) + neverSeen(report)
        }
        return headed("notifications\(start)", counts(report.totals))
            + neverSeen(report) + headed("deliveries that failed", attempts(report)) + gaps(report)
            + headed("by day", days(report))
    }

    private static func days(_ report: NotificationReport) -> [String] {
        let lines = counts(
            Array(report.days.prefix(mostRows)), [.decisive("day") { .text($0.name.day?.dayText) }])
        let more = report.days.count - mostRows
        return lines + (more > 0 ? ["and \(more) rows more: see --since, --csv or --json"] : [])
    }

    /// The counts of notifications under heads, behind the first columns.
    private static func counts(
        _ rows: [NotificationReport.Row], _ first: [ListColumn<NotificationReport.Row>] = []
    ) -> [String] {
        let columns: [ListColumn<NotificationReport.Row>] = [
            .useful("environment") { .text($0.name.environment?.rawValue ?? "unknown") },
            .decisive("") { .text("V\($0.name.version)") },
            .decisive("notification") { .text($0.name.title) },
            .number("received") { .number($0.received) },
            .number("duplicates", nil, .extra) { .number($0.duplicates) },
            .number("missed") { .number($0.missed) }, .number("unchecked") { .number($0.unchecked) },
        ]
        return Table(rows, first + columns).partOfPage
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
            let charges = Counting.of(gap.count, "charge")
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

    private static func grants(_ report: StoreReport) -> [(state: Grant.State, count: Int)] {
        [Grant.State.active, .upcoming, .ended, .revoked].map { ($0, report.grants[$0] ?? 0) }
    }

    private static func tickets(_ report: StoreReport) -> [String] {
        let groups = report.tickets.sorted { $0.key > $1.key }.map { group, ages in
            ListColumn<StoreReport.Age>.number(group.title) { .number(ages[$0] ?? 0) }
        }
        return Table(
            StoreReport.Age.allCases, [.decisive("waiting") { .text(words($0.rawValue)) }] + groups
        ).partOfPage
    }

    /// Rows whose first cell is a number, aligned at its end.
    private static func numbers(_ rows: [[String]]) -> [String] { Columns.lines(atEnd(rows)) }

    /// The same rows with their first cells as wide as the widest.
    static func atEnd(_ rows: [[String]]) -> [[String]] {
        let width = rows.map { $0[0].count }.max() ?? 0
        return rows.map { [padded($0[0], width)] + $0.dropFirst() }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

/// A report on notifications as one table, a row for each thing that is counted.
struct NotificationTable {
    private let report: NotificationReport

    init(_ report: NotificationReport) { self.report = report }

    /// One thing that is counted, with what names it.
    private struct Count: Sendable {
        let what: String
        var day: Instant?
        var environment: AppStoreEnvironment?
        var version: Int?
        var type: String?
        /// What was received, tried or charged.
        let count: Int
        var row: NotificationReport.Row?
    }

    /// The rows under their heads.
    var rows: [[String]] {
        Table<Count>(
            report.days.map(count) + attempts + gaps + neverSeen,
            [
                .value("what") { .text($0.what) }, .value("day") { .text($0.day?.dayText) },
                .value("environment") { .text($0.environment?.rawValue) },
                .value("version") { .text($0.version.map { String($0) }) },
                .value("type") { .text($0.type) }, .value("subtype") { .text($0.row?.name.subtype) },
                .value("count") { .number($0.count) },
                .value("duplicates") { .text($0.row.map { String($0.duplicates) }) },
                .value("missed") { .text($0.row.map { String($0.missed) }) },
                .value("unchecked") { .text($0.row.map { String($0.unchecked) }) },
            ]
        ).values
    }

    private func count(_ row: NotificationReport.Row) -> Count {
        let name = row.name
        return Count(
            what: "notification", day: name.day, environment: name.environment, version: name.version,
            type: name.type, count: row.received, row: row)
    }

    private var attempts: [Count] {
        report.failedAttempts.map { Count(what: "failed_attempt", type: $0.result, count: $0.count) }
    }

    private var gaps: [Count] {
        report.gaps.map { Count(what: "gap", day: $0.day, environment: $0.environment, count: $0.count) }
    }

    private var neverSeen: [Count] {
        report.neverSeen.sorted { $0.key < $1.key }.flatMap { version, types in
            types.map { Count(what: "never_seen", version: version, type: $0, count: 0) }
        }
    }
}

extension Instant {
    /// Its day in UTC: `2021-08-11`.
    var dayText: String { String(description.prefix(10)) }
}

/// The answer of `report`.
extension StoreReport: JSONEncodable {
    package var json: JSONValue {
        .object([
            "at": at, "environments": environments, "chains": chains.byCode, "trials": trials,
            "refunds": ["count": refunds.count, "last_30_days": refunds.recent],
            "grants": grants.byCode,
            "tickets": tickets.sorted { $0.key > $1.key }.map { group, ages in
                .object([
                    "group": group, "unresolved": ages.values.reduce(0, +), "ages": ages.byCode,
                ])
            },
            "delivered_by_word": deliveriesByWord,
        ])
    }
}

/// The answer of `report --notifications`.
extension NotificationReport: JSONEncodable {
    package var json: JSONValue {
        let unseen = neverSeen.map { ("version_\($0.key)", $0.value) }
        return .object([
            "since": since, "notifications": days, "totals": totals,
            "failed_attempts": failedAttempts.map { .object(["result": $0.result, "count": $0.count]) },
            "gaps": gaps, "never_seen": Dictionary(uniqueKeysWithValues: unseen),
        ])
    }
}

extension NotificationReport.Row: JSONEncodable {
    package var json: JSONValue {
        let counted = JSONValue.object([
            "environment": name.environment, "version": name.version, "type": name.type,
            "subtype": name.subtype, "received": received, "duplicates": duplicates, "missed": missed,
            "unchecked": unchecked,
        ])
        return name.day.map { counted.adding(["day": $0.dayText]) } ?? counted
    }
}

extension NotificationReport.Gap: JSONEncodable {
    package var json: JSONValue {
        .object([
            "day": day.dayText, "environment": environment, "charges": count,
            "first": first.map {
                .object([
                    "transaction_id": $0.transaction, "original_transaction_id": $0.chain,
                    "purchased_at": $0.purchasedAt,
                ])
            },
        ])
    }
}
