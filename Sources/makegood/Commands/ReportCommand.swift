import AppStore
import ArgumentParser
import Persistence
import Purchases

/// Counts what the store holds, or what it received of the App Store's notifications.
struct ReportCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Count chains, make-goods and failed purchases, or the notifications received.",
        discussion: """
            With --notifications: what was received of each type on each day, what came twice, what the App Store's \
            history tells of and no delivery brought, charges that no notification names, and the types that were \
            never seen. Days are UTC.
            """)

    @OptionGroup var global: GlobalOptions
    @Flag(help: "Count notifications.") var notifications = false
    @Option(
        help: "Only notifications and charges from this time on, such as 3d ago or RFC 3339.",
        transform: TimeArgument.words)
    var since: TimeArgument?
    @Flag(help: "Comma-separated values.") var csv = false

    func validate() throws {
        if since != nil, !notifications { throw ValidationError("--since counts with --notifications only.") }
        if csv, global.json { throw ValidationError("Choose --csv or --json.") }
    }

    func run(in invocation: Invocation) throws -> ExitCode {
        let meter = ProgressMeter()
        let progress = ReportProgress { meter.show(share: $0) }
        if notifications {
            let report = try invocation.store.notificationReport(
                since: since?.instant(in: invocation), progress: progress)
            meter.finish()
            answer(
                .notificationReport(report), Wording.notificationReport(report),
                NotificationTable(report).rows,
                invocation)
        } else {
            let report = try invocation.store.report(at: invocation.now, progress: progress)
            meter.finish()
            answer(.report(report), Wording.report(report), Wording.reportTable(report), invocation)
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
