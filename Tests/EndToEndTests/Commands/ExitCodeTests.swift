import Testing

extension Commands {
    /// Every command ends with the code that the contract promises.
    @Suite(.serialized) struct ExitCodeTests {
        /// A command line and what it exits with.
        struct Example: Sendable, CustomTestStringConvertible {
            let line: String
            let status: Int32
            var input = ""
            var testDescription: String { line }
        }

        @Test(arguments: [
            Example(line: "lookup u_1006", status: 0), Example(line: "lookup nobody.at.all", status: 3),
            Example(line: "customers --status billing_retry --limit 2", status: 0),
            Example(line: "customers --renewal off --product premium_month", status: 0),
            Example(line: "customers --after nonsense", status: 64),
            Example(line: "customers --status no", status: 64),
            Example(line: "customer u_1006", status: 0),
            Example(line: "customer show u_1006 --at 2025-12-01", status: 0),
            Example(line: "customer nobody", status: 3),
            Example(line: "customer u_1006 --at someday", status: 64),
            Example(line: "access u_1000", status: 0), Example(line: "access u_1006", status: 1),
            Example(line: "access nobody", status: 3),
            Example(line: "access u_1000 --entitlement pro", status: 1),
            Example(line: "access u_1006 --at 2025-12-01T00:00:00Z", status: 0),
            Example(line: "chain 230000000006001", status: 0), Example(line: "chain 1", status: 3),
            Example(line: "audit", status: 0),
            Example(line: "audit list --by ana --since 2026-01-01", status: 0),
            Example(line: "audit --csv --about u_1006", status: 0), Example(line: "audit verify", status: 0),
            Example(line: "audit verify --head 00", status: 1), Example(line: "agents", status: 0),
            Example(line: "agents list", status: 0), Example(line: "agents remove nobody", status: 3),
            Example(line: "documents", status: 0),
            Example(line: "documents list --kind customers", status: 0),
            Example(line: "documents show 1", status: 0), Example(line: "documents show 99999", status: 3),
            Example(line: "quarantine", status: 0), Example(line: "quarantine show 1", status: 3),
            Example(line: "quarantine retry 1", status: 3), Example(line: "quarantine drop 1", status: 3),
            Example(line: "doctor", status: 0), Example(line: "settings", status: 0),
            Example(line: "settings set policy.retry_limit some", status: 64),
            Example(line: "settings set nonsense 1", status: 64), Example(line: "catalog", status: 0),
            Example(line: "settings secret add", status: 64),
            Example(line: "catalog import none.yaml", status: 3),
            Example(line: "catalog import -", status: 65, input: "products:\n  a: {kind: non_renewing}\n"),
            Example(line: "import -", status: 65, input: "{\"a\":1}"),
            Example(line: "import none.json", status: 65),
            Example(line: "import -", status: 65), Example(line: "revoke 999 --reason goodwill", status: 3),
            Example(line: "grant u_1006 --entitlement premium --reason outage", status: 64),
            Example(line: "grant u_1006 --entitlement premium --for 7x --reason outage", status: 64),
            Example(line: "grant u_1006 --entitlement premium --for 7d --reason nonsense", status: 64),
            Example(line: "grant u_1006 --entitlement nonsense --for 7d --reason outage", status: 3),
            Example(line: "grant nobody --entitlement premium --for 7d --reason outage", status: 3),
            Example(line: "grant u_1006 --entitlement premium --for 7d --reason outage --dry-run", status: 0),
            Example(line: "tickets", status: 0),
            Example(line: "tickets --group 3 --state unresolved --query age>1m --limit 2", status: 0),
            Example(line: "tickets --group 4", status: 64), Example(line: "tickets --state no", status: 64),
            Example(line: "tickets --query colour:red", status: 64),
            Example(line: "tickets --after nonsense", status: 64),
            Example(line: "ticket 1", status: 0), Example(line: "ticket show 1", status: 0),
            Example(line: "ticket show 99999", status: 3), Example(line: "ticket show nonsense", status: 3),
            Example(line: "ticket claim 99999", status: 3), Example(line: "ticket note 1 called", status: 0),
            Example(line: "ticket resolve 1 --as nonsense", status: 64),
            Example(line: "ticket resolve 1 --as made_good", status: 64),
            Example(line: "ticket resolve 1 --as superseded", status: 64),
            Example(line: "ticket open nobody --product premium_month", status: 3),
            Example(line: "ticket open u_1006 --product p --charged 2026-01-01 --not-charged", status: 64),
            Example(line: "ticket open u_1006 --product p --price 9.99", status: 64),
            Example(line: "ticket open u_1006 --product p --price 9,99 --currency EUR", status: 64),
            Example(line: "next", status: 0), Example(line: "explain 21005", status: 0),
            Example(line: "explain SKError 2", status: 0), Example(line: "explain -1001 --json", status: 0),
            Example(line: "explain nonsense", status: 3), Example(line: "explain", status: 64),
            Example(line: "chain attach 1 u_1006 --reason other", status: 3),
            Example(line: "chain order nonsense 230000000006001", status: 64),
            Example(line: "nonsense", status: 64), Example(line: "setings show", status: 64),
            Example(line: "ticket clam 1", status: 64), Example(line: "backup .", status: 64),
            Example(line: "--version", status: 0),
        ])
        func command(_ example: Example) async throws {
            let place = try await DemoStore.copy()
            let words = ["--store", place.store, "--now", DemoStore.now]
            let result = try await Command.run(
                BuiltProgram.path, words + example.line.split(separator: " ").map(String.init),
                environment: place.environment, input: example.input)
            #expect(result.status == example.status, "\(result.output)\(result.errors)")
            let errors = result.errors.split(separator: "\n").filter { !$0.hasPrefix("next page: ") }
            if example.status == 0 { #expect(errors.isEmpty, "\(result.errors)") }
            if result.status != 0, result.output.isEmpty { #expect(!result.errors.isEmpty) }
        }

        @Test(arguments: [
            "customer nobody", "chain 1", "customers --after nonsense", "settings set nonsense 1",
            "revoke 999 --reason goodwill", "quarantine drop 1", "catalog import none.yaml",
            "ticket show 99999", "tickets --query colour:red", "ticket resolve 1 --as made_good",
            "--read-only revoke 1 --reason goodwill",
            "--agent nobody lookup u_1006", "--agent vic revoke 1 --reason goodwill",
        ])
        func errorsAreOneLineAndAnObject(_ line: String) async throws {
            let place = try await DemoStore.copy()
            let words = ["--store", place.store, "--now", DemoStore.now, "--json"]
            let result = try await Command.run(
                BuiltProgram.path, words + line.split(separator: " ").map(String.init),
                environment: place.environment)
            #expect(result.errors.hasPrefix("makegood: ") && result.errors.hasSuffix("\n"))
            #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
            #expect(result.errors.dropFirst(10).contains(": "), "what to do is missing: \(result.errors)")
            let answer = try JSON(result.output)
            let message = try #require(answer["error"]["message"].text)
            #expect(result.errors == "makegood: \(message)\n")
            let codes = ["not_found": 3, "refused": 4, "usage": 64]
            #expect(
                codes[answer["error"]["code"].text ?? ""].map(Int32.init) == result.status, "\(result.output)"
            )
        }
    }
}
