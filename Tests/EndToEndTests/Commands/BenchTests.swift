import Foundation
import Testing

extension Endurance {
    /// The bench runs and prints every figure; how fast anything is, people read elsewhere. How much work it is, is held.
    @Suite(.serialized) struct BenchTests {
        /// In the shape of the defaults, scaled down: ten transactions a customer, a chain that no document holds.
        @Test func everyFigureIsPrinted() async throws {
            let place = try Workplace()
            let result = try await bench(
                place, "--customers", "500", "--transactions", "5000", "--quick", "--json", "--path",
                place.path("bench.sqlite"))
            #expect(result.status == 0, "\(result.errors)")
            let report = try JSON(result.output)
            #expect(report.names == ["customers", "figures", "machine", "missed", "transactions"])
            #expect(
                report["machine"].names == [
                    "build", "cores", "fdatasync_p50_ms", "fdatasync_p99_ms", "file_system", "sqlite",
                ])
            for missed in report["missed"].list { #expect(missed.names == ["name", "reach"]) }
            let figures = report["figures"].list
            let (costs, others) = (names(figures, ofCosts: true), names(figures, ofCosts: false))
            #expect(others == Self.names)
            // The store itself says what its schema is made of.
            #expect(
                Set(costs).isSuperset(
                    of: Self.of("least.cost", "transactions charges documents references")))
            #expect(Set(costs).count == costs.count)
            for figure in figures {
                #expect(
                    figure.names == [
                        "name", "p50", "p99", "unit", "bare_p50", "bare_p99", "ratio", "n", "note",
                    ])
                #expect((figure["n"].number ?? 0) > 0, "\(figure)")
            }
        }

        @Test func noFigureAsksForMoreWorkInALargerStore() async throws {
            let place = try Workplace()
            let result = try await bench(
                place, "--work", "--sizes", "300,2400", "--customers", "300", "--transactions", "900")
            #expect(result.status == 0, "\(result.output)\(result.errors)")
            #expect(result.output.contains("No figure's work grows faster than it may."), "\(result.output)")
        }

        @Test func schemasAreComparedByTheirLeastWork() async throws {
            let place = try Workplace()
            let documents = try await bench(place, "documents", "--kind", "verify_receipt", "--count", "30")
            try place.write(documents.output, to: "receipts.jsonl")
            try await place.succeed("init", "--practice")
            try await place.succeed("import", place.path("receipts.jsonl"))
            let result = try await bench(
                place, "least", place.store, place.store, "--parts", "100,200", "--rounds", "1")
            #expect(result.status == 0, "\(result.errors)")
            let lines = result.output.split(separator: "\n")
            #expect(lines.count == 5, "\(result.output)")
            #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("store.sqlite") }, "\(result.output)")
        }

        @Test func anUnknownFigureIsRefused() async throws {
            let result = try await bench(try Workplace(), "--only", "speed")
            #expect(result.status == 64)
            #expect(result.errors.contains("No figure is called speed"), "\(result.errors)")
        }

        private func bench(_ place: Workplace, _ arguments: String...) async throws -> CommandResult {
            try await Command.run(
                BuiltProgram.folder.appending(path: "makegood-bench").path, arguments,
                environment: place.environment)
        }

        private func names(_ figures: [JSON], ofCosts: Bool) -> [String] {
            figures.compactMap(\.["name"].text).filter { $0.hasPrefix("least.cost.") == ofCosts }
        }

        private static let names: [String] =
            ["making"] + of("making", "customers verify_receipt purchase_report grants")
            + ["open.process", "open.inprocess", "read.least", "awaited.read.least"]
            + of(
                "lookup",
                "app_user_id email app_account_token order_id original_transaction_id transaction_id web_order_line_item_id"
            ).flatMap { [$0, "awaited.\($0)"] }
            + of("search.prefix", "1 2 3 5 8")
            + ["3", "5", "8"].flatMap { of("search.substring.\($0)", "real absent common") }
            + of("search.short", "1 2")
            + ["page.customer", "awaited.page.customer", "page.chain.25", "page.chain.20000"]
            + ["tickets", "customers", "audit"].flatMap { of("\($0).page", "1 200") }
            + of("review", "open incidents incident silent balance")
            + ["entitlements.one"] + keys + [
                "commit.onscreen", "grant.one", "grant.during_import", "grant.nine", "disk.fdatasync",
                "tickets.act.eight", "bulk.grants", "grant.during_bulk",
            ]
            + imports + [
                "import.signed.notifications", "review.silent.elsewhere", "review.silent.elsewhere.count",
            ]
            + ["500", "2000", "5000"].flatMap { length in
                ["", ".cpu", ".written"].map { "least.verify_receipt.part.\(length)\($0)" }
            } + [
                "server.notifications", "server.notifications.answer",
                "grant.during_notifications", "server.access", "polling.year.notified",
                "polling.year.silent", "memory.tour", "idle.cpu", "disk.per_transaction", "doctor.all",
            ]

        private static let keys =
            ["key.search.type"] + of("key.customers", "move page open") + of("key.customer", "pane open")
            + of("key.timeline", "move page") + of("key.chain", "move page pane") + ["key.documents.open"]
            + of("key.document", "move page") + ["key.make-good.pane", "key.note.type"]
            + of("key.tickets", "move page pane open") + ["key.ticket-filter.type"]
            + of("key.ticket", "move pane open") + of("key.audit", "move page open")
            + ["key.audit-filter.type", "key.help.page", "key.palette.type", "key.escape"]

        private static let imports = ["empty", "full"].flatMap { place in
            ["import.\(place).customers.documents"]
                + of("import.\(place).verify_receipt", "documents transactions")
                + [
                    "least.\(place).verify_receipt.transactions", "import.\(place).purchase_report.documents",
                    "least.\(place).purchase_report.documents",
                ]
        }

        private static func of(_ group: String, _ names: String) -> [String] {
            names.split(separator: " ").map { "\(group).\($0)" }
        }
    }
}
