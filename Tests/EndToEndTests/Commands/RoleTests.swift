import Testing

extension Commands {
    /// Who may do what, and runs that write nothing.
    @Suite(.serialized) struct RoleTests {
        @Test(arguments: [
            ("vic", "lookup u_1006", Int32(0)), ("vic", "customer u_1006", 0), ("vic", "audit verify", 0),
            ("vic", "grant u_1006 --entitlement premium --for 7d --reason outage", 4),
            ("vic", "customer note u_1006 hello", 4), ("vic", "import none.json", 4),
            ("vic", "backup copy.sqlite", 4),
            ("vic", "customer add new", 4),
            ("vic", "chain attach 230000000006001 u_1007 --reason goodwill", 4),
            ("vic", "tickets", 0), ("vic", "ticket show 1", 0), ("vic", "ticket claim 1", 4),
            ("vic", "next", 4),
            ("vic", "ticket resolve 1 --as delivered", 4), ("ana", "next", 0),
            ("ana", "ticket resolve 1 --as written_off --note no", 4),
            ("importer", "tickets", 4), ("importer", "next", 4), ("importer", "ticket note 1 hello", 4),
            ("ana", "customer note u_1006 hello", 0), ("ana", "customer add new --name New", 0),
            ("ana", "chain attach 230000000006001 u_1007 --reason goodwill", 0),
            ("ana", "chain order MKX1234567 230000000006001", 0),
            ("ana", "customer tester u_1006 on", 4), ("ana", "settings set app_name X", 4),
            ("ana", "agents add bo --role agent", 4), ("ana", "catalog import none.yaml", 4),
            ("ana", "quarantine drop 1", 4), ("ana", "upgrade", 0), ("ana", "upgrade run", 4),
            ("ana", "upgrade tell", 4), ("lena", "upgrade run --dry-run", 0), ("lena", "upgrade run", 0),
            ("lena", "customer tester u_1006 on", 0), ("lena", "settings set app_name X", 0),
            ("lena", "agents add bo --role agent", 0), ("lena", "agents remove vic", 0),
            ("importer", "lookup u_1006", 4), ("importer", "customers", 4),
            ("importer", "grant u_1006 --entitlement premium --for 7d --reason outage", 4),
            ("stranger", "lookup u_1006", 4), ("stranger", "access u_1000", 4), ("stranger", "console", 4),
        ])
        func role(_ agent: String, _ line: String, _ status: Int32) async throws {
            let place = try await DemoStore.copy()
            let result = try await Command.run(
                BuiltProgram.path,
                ["--store", place.store, "--now", DemoStore.now, "--agent", agent]
                    + line.replacing("copy.sqlite", with: place.path("copy.sqlite")).split(separator: " ")
                    .map(String.init),
                environment: place.environment)
            #expect(result.status == status, "\(result.output)\(result.errors)")
            if status == 4 { #expect(result.errors.contains(agent), "\(result.errors)") }
        }

        @Test func theLastLeadStays() async throws {
            let place = try Workplace()
            try await place.succeed("init", "--practice")
            let login = try await place.sqlite("select login from agents")
            let gone = try await place.makegood("agents", "remove", login)
            #expect(gone.status != 0, "the last lead was removed")
            let lowered = try await place.makegood("agents", "add", login, "--role", "viewer")
            #expect(lowered.status != 0, "the last lead became a viewer")
        }

        @Test func viewersSeeNoPersons() async throws {
            let place = try await DemoStore.copy()
            for line in [
                ["customers"], ["lookup", "u_1003"], ["customer", "u_1003"], ["tickets", "--limit", "1000"],
            ] {
                for form in [[], ["--json"]] {
                    let result = try await Command.run(
                        BuiltProgram.path,
                        ["--store", place.store, "--now", DemoStore.now, "--agent", "vic"] + line + form,
                        environment: place.environment)
                    #expect(result.status == 0)
                    #expect(
                        !result.output.contains("Neil") && !result.output.contains("@example"),
                        "\(result.output)")
                }
            }
        }

        @Test(arguments: [
            "grant u_1006 --entitlement premium --for 7d --reason outage", "revoke 1 --reason goodwill",
            "customer add new", "customer note u_1006 hello", "customer set u_1006 --name X",
            "customer tester u_1006 on",
            "chain attach 230000000006001 u_1007 --reason goodwill", "chain order MKX1234567 230000000006001",
            "settings set app_name X", "agents add bo --role agent", "agents remove vic", "quarantine drop 1",
            "ticket claim 1", "ticket note 1 hello", "next", "ticket reopen 1 --note why",
            "ticket open u_1006 --product premium_month",
            "import -", "demo --no-console", "init",
        ])
        func nothingIsWritten(_ line: String) async throws {
            let place = try await DemoStore.copy()
            let before = try await place.sqlite(".dump")
            let result = try await Command.run(
                BuiltProgram.path,
                ["--store", place.store, "--read-only"] + line.split(separator: " ").map(String.init),
                environment: place.environment, input: "{}")
            #expect(result.status == 4, "\(result.output)\(result.errors)")
            #expect(try await place.sqlite(".dump") == before)
        }
    }
}
