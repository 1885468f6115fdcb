import Foundation
import Testing

extension Commands {
    /// Importing, keeping customers and chains, the catalogue, settings, and copies: the happy paths.
    @Suite(.serialized) struct KeepingTests {
        @Test func importingAndQuarantine() async throws {
            let place = try Workplace()
            try await place.succeed("init", "--practice")
            let good = #"{"app_user_id":"u_1","name":"Zoë","updated_at":"2026-01-01T00:00:00Z"}"#
            let file = try place.write("\(good)\n{\"a\":1}\nnonsense\n", to: "customers.jsonl")
            let result = try await place.makegood("--json", "import", file)
            #expect(result.status == 65)
            let report = try JSON(result.output)
            #expect(report["accepted"].number == 1, "\(result.output)")
            #expect(report["rejected"].list.count == 2)
            for rejected in report["rejected"].list {
                #expect(
                    rejected["source"].text?.isEmpty == false && rejected["reason"].text?.isEmpty == false)
            }
            let again = try JSON(try await place.succeed("--json", "import", "-", input: good))
            #expect(again["duplicates"].number == 1)
            let list = try JSON(try await place.succeed("--json", "quarantine", "list"))["documents"]
            let id = try #require(list[0]["id"].text)
            try await place.succeed("quarantine", "show", id)
            try await place.succeed("quarantine", "drop", id)
            #expect(try await place.makegood("quarantine", "show", id).status == 3)
            #expect(try await place.makegood("import", place.folder.path).status == 65)
        }

        @Test func customersAndNotes() async throws {
            let place = try await DemoStore.copy()
            try await place.succeed("customer", "add", "new_1", "--name", "Ann", "--email", "ann@example.org")
            #expect(try await place.makegood("customer", "add", "new_1").status == 5)
            try await place.succeed("customer", "set", "new_1", "--name", "Bea")
            try await place.succeed("customer", "note", "new_1", "wrote twice", "--ref", "C-7")
            let page = try JSON(try await place.succeed("--json", "customer", "new_1"))
            #expect(page["customer"]["name"].text == "Bea")
            #expect(page["notes"][0]["text"].text == "wrote twice")
            #expect(
                page.names.isSuperset(of: [
                    "customer", "access", "chains", "tickets", "grants", "notes", "timeline",
                ]))
            let found = try JSON(try await place.succeed("--json", "lookup", "ann@example.org"))
            #expect(found["kind"].text == "email" && found["matches"].list.count == 1)
        }

        @Test func chainsAndOrders() async throws {
            let place = try await DemoStore.copy()
            let chain = "230000000006001"
            // What time alone moves is moved by the first run of the present day.
            try await place.succeed("lookup", "u_1006")
            let before = try await place.sqlite(".dump")
            try await place.succeed("chain", "attach", chain, "u_1007", "--reason", "goodwill", "--dry-run")
            #expect(try await place.sqlite(".dump") == before)
            try await place.succeed("chain", "attach", chain, "u_1007", "--reason", "goodwill")
            let plan = try await place.succeed(
                "chain", "attach", chain, "u_new", "--reason", "goodwill", "--create", "--dry-run")
            #expect(plan.contains("no customer has that id: attaching creates the customer u_new"))
            #expect(try await place.makegood("customer", "u_new").status == 3)
            let unknown = try await place.makegood("chain", "attach", chain, "u_new", "--reason", "goodwill")
            #expect(unknown.status == 3 && unknown.errors.contains("--create makes a new one"))
            let made = try JSON(
                try await place.succeed(
                    "--json", "chain", "attach", chain, "u_new", "--reason", "new_account", "--create"))
            #expect(made["created"].flag == true && made["to"].text == "u_new")
            try await place.succeed("customer", "u_new")
            try await place.succeed("chain", "attach", chain, "u_1007", "--reason", "goodwill")
            let page = try JSON(try await place.succeed("--json", "chain", chain))
            #expect(page["app_user_id"].text == "u_1007")
            #expect(page["claims"].list.filter { $0["holds"].flag == true }.count == 1)
            try await place.succeed("chain", "order", "MKX1234567", chain)
            let found = try JSON(try await place.succeed("--json", "lookup", " mkx1234567 "))
            #expect(found["kind"].text == "order_id")
            #expect(found["matches"][0]["original_transaction_id"].text == chain)
        }

        @Test func whatTakesAccessIsALeadsToDecide() async throws {
            let place = try await DemoStore.copy()
            let (chain, token) = ("230000000006001", "5b0fe0a2-9a5e-4a55-8f8e-0d7f4a1f6a10")
            func asAna(_ words: String...) async throws -> CommandResult {
                try await place.run(["--agent", "ana"] + words)
            }
            func asLena(_ words: String...) async throws -> CommandResult {
                try await place.run(["--agent", "lena"] + words)
            }
            let added = try await asLena(
                "customer", "add", "u_zoe", "--email", "zoe@example.org", "--app-account-token", token)
            #expect(added.status == 0, "\(added.errors)")
            for name in ["zoe@example.org", token] {
                let unknown = try await asAna("chain", "attach", chain, name, "--reason", "wrong_account")
                #expect(unknown.status == 3 && unknown.errors.contains("did you mean u_zoe?"))
            }
            let taking = try await asAna(
                "--json", "customer", "set", "u_1007", "--app-account-token", token)
            #expect(taking.status == 2, "\(taking.errors)")
            let request = try JSON(taking.output)["request"]
            #expect(request["kind"].text == "token" && request["needs"].text == "lead")
            let id = try #require(request["id"].text)
            #expect(try await asAna("approve", id).status == 4)
            #expect(try await asLena("approve", id).status == 0)
            #expect(try await asLena("approve", id).status == 5)
        }

        @Test func whatACustomerSentIsLookedUp() async throws {
            let place = try await DemoStore.copy()
            let nothing = try await place.makegood("lookup", "xyzzyq")
            #expect(nothing.status == 3 && nothing.errors == "nothing fits “xyzzyq”\n")
            let part = try await place.makegood("lookup", "4X8ABC")
            #expect(part.status == 3 && part.errors.contains("An order id begins with M"), "\(part.errors)")
            let unknown = try await place.makegood("lookup", "MK4X8ABC12")
            #expect(
                unknown.status == 3 && unknown.errors.contains("Nothing is recorded for order id MK4X8ABC12"))
            #expect(unknown.errors.contains("makegood chain order MK4X8ABC12 CHAIN"))
            let mail =
                "Hello,\n\nmy id is u_1006, and my ticket is #1.\n"
                + String(repeating: "> and so on\n", count: 500)
            let found = try JSON(try await place.succeed("--json", "lookup", "-", input: mail))
            #expect(found["read_as_text"].flag == true && found["kind"].text == "ticket")
            #expect(found["matches"].list.map { $0["ticket"].text } == ["1", nil])
            #expect(found["matches"][1]["customer"]["app_user_id"].text == "u_1006")
            let chains = try JSON(try await place.succeed("--json", "chain", "list", "--nobody"))
            #expect(chains.names == ["chains", "count", "next"])
            #expect(try await place.makegood("chain", "list").status == 64)
        }

        @Test func secretsAreNeverSeen() async throws {
            let place = try await DemoStore.copy()
            let added = try await place.succeed("settings", "secret", "add", input: "s3cret-word\n")
            #expect(!added.contains("s3cret"))
            #expect(try await place.makegood("settings", "secret", "add", input: "s3cret-word\n").status == 5)
            #expect(try await !place.sqlite(".dump").contains("s3cret"))
            try await place.succeed("settings", "secret", "remove", input: "s3cret-word\n")
            #expect(
                try await place.makegood("settings", "secret", "remove", input: "s3cret-word\n").status == 3)
        }

        @Test func theCatalogue() async throws {
            let place = try await DemoStore.copy()
            let file = try place.write(
                "products:\n  coins: { kind: consumable }\n  pro: { kind: non_consumable, entitlements: [pro] }\n",
                to: "catalog.yaml")
            let shown = try JSON(try await place.succeed("--json", "catalog", "import", file))
            #expect(shown["products"].list.compactMap { $0["product_id"].text } == ["coins", "pro"])
            try place.write(
                "products:\n  a: { kind: consumable }\n  pass: { kind: non_renewing }\n", to: "catalog.yaml")
            let refused = try await place.makegood("catalog", "import", file)
            #expect(refused.status == 65)
            #expect(refused.errors.contains("pass") && refused.errors.contains(":3"), "\(refused.errors)")
        }

        @Test func copiesAreWholeAndNeverOverwrite() async throws {
            let place = try await DemoStore.copy()
            let copy = place.path("copy.sqlite")
            try await place.succeed("backup", copy)
            #expect(try await place.makegood("backup", copy).status == 5)
            let verdict = try await Command.run(
                BuiltProgram.path, ["--store", copy, "audit", "verify"], environment: place.environment)
            #expect(verdict.status == 0)
            #expect(try await place.makegood("backup", place.path("none/copy.sqlite")).status == 69)
        }
    }
}
