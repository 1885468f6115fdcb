import Foundation
import Testing

extension Commands {
    /// Failed purchases from the command line: what the app reports becomes a ticket, and people work on it.
    @Suite(.serialized) struct TicketTests {
        @Test func aReportAlone() async throws {
            let place = try await PurchaseReports.store()
            let result = try await place.makegood("--json", "import", "-", input: PurchaseReports.finished)
            #expect(result.status == 0)
            let counts = try JSON(result.output)["tickets"]
            #expect(counts["opened"].number == 1 && counts["resolved"].number == 0, "\(result.output)")
            #expect(result.errors.contains("critical"), "\(result.errors)")
            #expect(
                result.errors.contains(
                    "loss of funds: ticket 1, u_1042, premium_month, 9.99 EUR, http_503"),
                "\(result.errors)")
            #expect(try await place.sqlite("select count(*) from alarms") == "1")
            let list = try JSON(
                try await place.succeed("--json", "tickets", "--state", "unresolved", "--group", "3"))
            #expect(list["next"].text == nil && list["tickets"].list.count == 1)
            let ticket = list["tickets"][0]
            #expect(ticket["group"].number == 3 && ticket["state"].text == "open")
            #expect(ticket["cause"].text == "http_503" && ticket["attempts"].number == 2)
            #expect(ticket["money"]["amount"].text == "9.99" && ticket["money"]["currency"].text == "EUR")
            #expect(ticket["blocks_repurchase"].flag == false && ticket["version"].number != nil)
        }

        @Test func whatTheAppAloneSaysWasDelivered() async throws {
            let delivered = PurchaseReports.finished.replacing(
                #""step":"verify","http_status":503}"#, with: #""step":"deliver","ok":true}"#)
            let place = try await PurchaseReports.store()
            let result = try await place.makegood("import", "-", input: delivered)
            #expect(result.status == 0 && !result.errors.contains("critical"), "\(result.errors)")
            let tickets = try JSON(try await place.succeed("--json", "tickets"))
            #expect(tickets["tickets"].list.isEmpty)
            let page = try JSON(try await place.succeed("--json", "tickets", "by-word"))
            #expect(page["deliveries"].list.count == 1 && page["next"].text == nil)
            #expect(page["deliveries"][0]["app_user_id"].text == "u_1042")
            #expect(page["deliveries"][0]["charged_at"].text == "2021-08-04T19:41:58Z")
            #expect(try await place.succeed("tickets", "by-word").contains("\t230001020690335\t"))
            let report = try JSON(try await place.succeed("--json", "report"))
            #expect(report["delivered_by_word"].number == 1)
            try await place.succeed("import", "-", input: PurchaseReports.notification)
            #expect(try await place.succeed("tickets", "by-word").split(separator: "\n").count == 1)
        }

        @Test func onePage() async throws {
            let place = try await PurchaseReports.store(with: PurchaseReports.finished)
            let page = try JSON(try await place.succeed("--json", "ticket", "show", "1"))
            #expect(
                page.names.isSuperset(of: [
                    "ticket", "facts", "attempts", "events", "moves", "notes", "similar", "lost", "next_step",
                ]))
            #expect(page["facts"].names == ["charged", "extended", "finished", "exhausted"])
            #expect(page["facts"]["charged"]["value"].flag == true)
            #expect(page["facts"]["charged"]["at"].text == "2021-08-04T19:41:58Z")
            #expect(page["facts"]["exhausted"]["evidence"].text == "2 failures, 5 allowed")
            #expect(page["attempts"][0]["app_version"].text == "5.2.1")
            #expect(page["attempts"][0]["device"].text == "iPhone14,5")
            #expect(page["moves"][0]["to"].number == 3 && page["moves"][0]["because"].text != nil)
            #expect(page["similar"].number == 0)
            let verify = page["events"].list.first { $0["receipt_status"].number == 21005 }
            #expect(verify?["step"].text == "verify" && verify?["meaning"]["code"].text == "21005")
            let words = try await place.succeed("ticket", "1")
            let order = ["cause http_503", "facts", "timeline", "next:"].map {
                words.range(of: $0)?.lowerBound
            }
            #expect(
                !order.contains(nil) && order.compactMap { $0 } == order.compactMap { $0 }.sorted(),
                "\(words)")
        }

        @Test func whatTheStoreKnowsDelivers() async throws {
            let place = try await PurchaseReports.store(with: PurchaseReports.finished)
            let known = try JSON(
                try await place.succeed(
                    "--json", "import", "--customer", "u_1042", "-", input: PurchaseReports.notification))
            #expect(known["tickets"]["resolved"].number == 1)
            let list = try JSON(try await place.succeed("--json", "tickets", "--state", "unresolved"))
            #expect(list["tickets"].list.isEmpty)
            let page = try JSON(try await place.succeed("--json", "ticket", "1"))
            #expect(page["ticket"]["resolution"].text == "delivered")
            #expect(page["ticket"]["resolved_by"].text == nil && page["waited_seconds"].number == 172_800)
            let other = try await PurchaseReports.store(with: PurchaseReports.notification)
            _ = try await other.makegood("import", "-", input: PurchaseReports.finished)
            let none = try JSON(try await other.succeed("--json", "tickets", "--state", "unresolved"))
            #expect(none["tickets"].list.isEmpty, "the order of arrival counts")
        }

        @Test func theNextOne() async throws {
            let place = try await PurchaseReports.store(with: PurchaseReports.finished)
            let claimed = try JSON(try await place.succeed("--json", "next", "--agent", "ana"))
            #expect(
                claimed["ticket"]["claimed_by"].text == "ana" && claimed["ticket"]["state"].text == "claimed")
            let none = try await place.makegood("--json", "next", "--agent", "bo")
            #expect(none.status == 1)
            #expect(try JSON(none.output).names.contains("ticket"))
            let held = try await place.makegood("ticket", "claim", "1", "--agent", "bo")
            #expect(held.status == 5)
            #expect(held.errors.contains("ana"), "\(held.errors)")
            try await place.succeed("ticket", "release", "1", "--agent", "ana")
            try await place.succeed("ticket", "claim", "1", "--agent", "bo")
        }

        @Test func endingAndTakingUpAgain() async throws {
            let place = try await PurchaseReports.store(with: PurchaseReports.finished)
            let noted = try JSON(
                try await place.succeed("--json", "ticket", "note", "1", "called", "--ref", "C-7"))
            #expect(noted["notes"][0]["text"].text == "called" && noted["ticket"]["ref"].text == "C-7")
            let version = try #require(noted["ticket"]["version"].number)
            let stale = try await place.makegood(
                "ticket", "resolve", "1", "--as", "refunded", "--version", String(version - 1))
            #expect(stale.status == 5)
            let bare = try await place.makegood(
                "ticket", "resolve", "1", "--as", "refunded", "--agent", "ana")
            #expect(bare.status == 64 && bare.errors.contains("--note"), "\(bare.errors)")
            let asked = try await place.makegood(
                "--json", "ticket", "resolve", "1", "--as", "refunded", "--note", "her bank shows it",
                "--version", String(version), "--agent", "ana")
            #expect(asked.status == 2, "\(asked.errors)")
            let request = try JSON(asked.output)["request"]
            #expect(request["needs"].text == "lead" && request["kind"].text == "resolve")
            let number = try #require(request["id"].text)
            let approved = try JSON(try await place.succeed("--json", "approve", number))
            #expect(approved["ticket"]["resolution"].text == "refunded")
            #expect(approved["ticket"]["closed_without_proof"].flag == true)
            let list = try JSON(try await place.succeed("--json", "review", "list", "without-proof"))["rows"]
            #expect(list[0]["ticket"]["id"].text == "1" && list[0]["note"]["agent"].text == "ana")
            let balance = try JSON(try await place.succeed("--json", "balance", "--check"))
            #expect(balance["totals"][0]["closed_without_proof"]["charges"].number == 1)
            let again = try await place.makegood("ticket", "resolve", "1", "--as", "delivered")
            #expect(again.status == 5)
            let open = try JSON(
                try await place.succeed("--json", "ticket", "reopen", "1", "--note", "the refund was undone"))
            #expect(open["ticket"]["resolution"].text == nil && open["ticket"]["state"].text == "open")
            let credited = try await place.makegood("ticket", "resolve", "1", "--as", "credited")
            #expect(credited.status == 64)
            let refused = try await place.makegood("ticket", "resolve", "1", "--as", "made_good")
            #expect(refused.status == 64)
            #expect(refused.errors.contains("--ticket 1"), "\(refused.errors)")
            try await place.succeed("ticket", "claim", "1", "--agent", "ana")
            let against = try await place.makegood(
                "ticket", "resolve", "1", "--as", "delivered", "--note", "it works again")
            #expect(against.status == 0 && against.errors.contains("the facts say that it was not delivered"))
            #expect(against.errors.contains("ana works on this ticket"), "\(against.errors)")
        }

        @Test func aGrantMakesItGood() async throws {
            let place = try await PurchaseReports.store(with: PurchaseReports.finished)
            try await place.succeed(
                "grant", "u_1042", "--entitlement", "premium", "--for", "lost", "--reason", "outage",
                "--ticket", "1")
            let page = try JSON(try await place.succeed("--json", "ticket", "1"))
            #expect(
                page["ticket"]["resolution"].text == "made_good" && page["ticket"]["made_good"].flag == true)
            #expect(page["grants"].list.count == 1)
            let customer = try JSON(try await place.succeed("--json", "customer", "u_1042"))
            #expect(customer["tickets"][0]["id"].text == "1")
        }

        @Test func openedByHand() async throws {
            let place = try await PurchaseReports.store(with: PurchaseReports.finished)
            let opened = try JSON(
                try await place.succeed(
                    "--json", "ticket", "open", "u_1042", "--product", "premium_month", "--charged",
                    "2026-01-05T10:00:00Z", "--price", "4.99", "--currency", "eur", "--note", "wrote twice"))
            #expect(opened["ticket"]["group"].number == 3)
            #expect(opened["told"]["text"].text == "wrote twice" && opened["attempts"].list.isEmpty)
            #expect(opened["ticket"]["money"]["amount"].text == "4.99")
            #expect(opened["notes"][0]["text"].text == "wrote twice")
            let twice = try await place.makegood(
                "ticket", "open", "u_1042", "--product", "premium_month", "--transaction", "230001020690335")
            #expect(twice.status == 5, "\(twice.output)\(twice.errors)")
        }

        @Test func timeAloneMovesWhateverRunComesNext() async throws {
            let place = try await PurchaseReports.store()
            try await place.succeed("agents", "add", "vic", "--role", "viewer")
            let begun = """
                {"attempt_id":"a-1","app_user_id":"u_1042","product_id":"premium_month",
                 "events":[{"at":"2026-01-01T00:00:00Z","state":"purchasing"}]}
                """
            try await place.succeed("import", "-", "--now", "2026-01-01T00:00:00Z", input: begun)
            try await place.succeed("tickets", "--now", "2026-01-01T23:59:59Z")
            #expect(try await place.sqlite("select count(*) from tickets") == "0")
            try await place.succeed("tickets", "--now", "2026-01-03T00:00:00Z", "--read-only")
            #expect(try await place.sqlite("select count(*) from tickets") == "0")
            let list = try JSON(
                try await place.succeed(
                    "--json", "tickets", "--now", "2026-01-03T00:00:00Z", "--agent", "vic"))
            #expect(list["tickets"][0]["state"].text == "recorded" && list["tickets"][0]["group"].number == 1)
            try await place.succeed("audit", "verify")
        }

        @Test func pages() async throws {
            let place = try await DemoStore.copy()
            var (seen, cursor): ([String], String?) = ([], nil)
            repeat {
                let line = [
                    "--store", place.store, "--json", "tickets", "--limit", "7", "--now", DemoStore.now,
                ]
                let page = try JSON(
                    try await Command.run(
                        BuiltProgram.path, line + (cursor.map { ["--after", $0] } ?? []),
                        environment: place.environment
                    ).output)
                seen += page["tickets"].list.compactMap { $0["id"].text }
                cursor = page["next"].text
            } while cursor != nil
            #expect(seen.count == Set(seen).count)
            #expect(try await place.sqlite("select count(*) from tickets") == String(seen.count))
        }
    }
}
