import Foundation
import Testing

extension Endurance {
    /// The bench runs and prints every figure; how fast anything is, people read elsewhere.
    @Suite(.serialized) struct BenchTests {
        @Test func everyFigureIsPrinted() async throws {
            let place = try Workplace()
            let result = try await Command.run(
                BuiltProgram.folder.appending(path: "makegood-bench").path,
                [
                    "--customers", "500", "--transactions", "5000", "--quick", "--json", "--path",
                    place.path("bench.sqlite"),
                ], environment: place.environment)
            #expect(result.status == 0, "\(result.errors)")
            let report = try JSON(result.output)
            #expect(report.names == ["customers", "figures", "machine", "missed", "transactions"])
            #expect(
                report["machine"].names == [
                    "build", "cores", "fdatasync_p50_ms", "fdatasync_p99_ms", "file_system", "sqlite",
                ])
            for missed in report["missed"].list { #expect(missed.names == ["name", "reach"]) }
            let figures = report["figures"].list
            #expect(figures.compactMap(\.["name"].text) == Self.names)
            for figure in figures {
                #expect(
                    figure.names == [
                        "name", "p50", "p99", "unit", "bare_p50", "bare_p99", "ratio", "n", "note",
                    ])
                #expect((figure["n"].number ?? 0) > 0, "\(figure)")
            }
        }

        @Test func anUnknownFigureIsRefused() async throws {
            let place = try Workplace()
            let result = try await Command.run(
                BuiltProgram.folder.appending(path: "makegood-bench").path, ["--only", "speed"],
                environment: place.environment)
            #expect(result.status == 64)
            #expect(result.errors.contains("No figure is called speed"), "\(result.errors)")
        }

        private static let names: [String] =
            ["open.process", "open.inprocess", "read.least", "awaited.read.least"]
            + of(
                "lookup",
                "app_user_id email app_account_token order_id original_transaction_id transaction_id web_order_line_item_id"
            ).flatMap { [$0, "awaited.\($0)"] }
            + of("search.prefix", "1 2 3 5 8")
            + ["3", "5", "8"].flatMap { of("search.substring.\($0)", "real absent common") }
            + of("search.short", "1 2")
            + ["page.customer", "awaited.page.customer", "page.chain.25", "page.chain.20000"]
            + ["tickets", "customers", "audit"].flatMap { of("\($0).page", "1 200") }
            + of("review", "open incidents silent balance")
            + ["entitlements.one"] + keys + [
                "commit.onscreen", "grant.one", "grant.during_import", "grant.nine", "disk.fdatasync",
                "tickets.act.eight", "bulk.grants", "grant.during_bulk",
            ]
            + imports + [
                "import.signed.notifications", "server.notifications", "server.notifications.answer",
                "grant.during_notifications", "server.access", "polling.year.notified",
                "polling.year.silent", "memory.tour", "idle.cpu", "disk.per_transaction",
            ]

        private static let keys =
            ["key.search.type"] + of("key.customers", "move page open") + of("key.customer", "pane open")
            + of("key.timeline", "move page") + of("key.chain", "move page pane") + ["key.documents.open"]
            + of("key.document", "move page") + ["key.make-good.pane", "key.note.type"]
            + of("key.tickets", "move page pane open") + ["key.ticket-filter.type"]
            + of("key.ticket", "move pane open") + of("key.audit", "move page open")
            + ["key.audit-filter.type", "key.help.page", "key.palette.type", "key.escape"]

        private static let imports = ["empty", "full"].flatMap { place in
            of(
                "import.\(place)",
                "customers.documents verify_receipt.documents verify_receipt.transactions purchase_report.documents"
            )
        }

        private static func of(_ group: String, _ names: String) -> [String] {
            names.split(separator: " ").map { "\(group).\($0)" }
        }
    }
}
