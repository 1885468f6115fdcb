import Testing

extension Commands {
    /// Making good, and taking it back, from the command line.
    @Suite(.serialized) struct GrantCommandTests {
        @Test func theSameKeyGivesOnce() async throws {
            let place = try await DemoStore.copy()
            let first = try JSON(try await grant(place, "7d").output)
            #expect(first["replayed"].flag == false)
            #expect(first["access_before"]["entitled"].flag == false)
            #expect(first["access_after"]["until"].text == "2026-03-08T00:00:00Z")
            #expect(first["gained_seconds"].number == 604_800)
            let again = try JSON(try await grant(place, "7d").output)
            #expect(again["replayed"].flag == true)
            #expect(again["grant"]["id"].text == first["grant"]["id"].text)
            let other = try await grant(place, "14d")
            #expect(other.status == 5)
            #expect(try JSON(other.output)["error"]["code"].text == "conflict")
            #expect(try await place.sqlite("select count(*) from grants where app_user_id = 'u_1006'") == "1")
            try await place.succeed("audit", "verify")
        }

        @Test func twoProcessesWithOneKey() async throws {
            let place = try await DemoStore.copy()
            async let left = grant(place, "7d")
            async let right = grant(place, "7d")
            let answers = try await [left, right]
            #expect(answers.map(\.status) == [0, 0])
            let replays = try answers.map { try JSON($0.output)["replayed"].flag == true }
            #expect(replays.filter { $0 }.count == 1)
        }

        @Test func aPreviewChangesNothing() async throws {
            let place = try await DemoStore.copy()
            let before = try await place.sqlite(".dump")
            let answer = try JSON(try await grant(place, "7d", "--dry-run").output)
            #expect(answer["dry_run"].flag == true)
            #expect(answer["remaining"]["customer_days"].number != nil)
            #expect(try await place.sqlite(".dump") == before)
        }

        @Test func takenBackOnce() async throws {
            let place = try await DemoStore.copy()
            let id = try #require(try JSON(try await grant(place, "7d").output)["grant"]["id"].text)
            #expect(
                try await place.sqlite(
                    "select source from entitlement_periods where app_user_id = 'u_1006' and source_id = \(id)"
                ) == "grant")
            let answer = try JSON(
                try await place.succeed(
                    "--json", "revoke", id, "--reason", "goodwill", "--now", "2026-03-02T00:00:00Z"))
            #expect(answer["access_after"]["entitled"].flag == false)
            let again = try await place.makegood(
                "revoke", id, "--reason", "goodwill", "--now", "2026-03-02T00:00:00Z")
            #expect(again.status == 5)
        }

        @Test func anAgentsLimits() async throws {
            let place = try await DemoStore.copy()
            let long = try await grant(place, "1y", "--agent", "ana")
            #expect(long.status == 2)
            let request = try JSON(long.output)["request"]
            #expect(request["needs"].text == "lead" && request["because"].text?.contains("31") == true)
            let id = try #require(request["id"].text)
            #expect(try await grant(place, "1y", "--agent", "ana").status == 2)
            let open = try JSON(try await place.succeed("--json", "requests", "--agent", "lena"))["requests"]
            let listed = open.list.filter { $0["id"].text == id }
            #expect(listed.map { $0["app_user_id"].text } == ["u_1006"])
            #expect(listed.first?["state"].text == "open" && listed.first?["asked_by"].text == "ana")

            // Nobody approves their own, agents approve nothing, and what is decided stays so.
            #expect(try await decide(place, "approve", id, "ana").status == 4)
            #expect(try await decide(place, "decline", id, "lena").status == 64)
            let approved = try await decide(place, "approve", id, "lena")
            #expect(approved.status == 0)
            #expect(try JSON(approved.output)["grant"]["granted_by"].text == "lena")
            #expect(try await decide(place, "approve", id, "lea").status == 5)
            #expect(try await decide(place, "decline", id, "lea", "--note", "no").status == 5)
            #expect(try await decide(place, "approve", "999", "lea").status == 3)
            let again = try await grant(place, "1y", "--agent", "ana")
            #expect(try again.status == 0 && JSON(again.output)["replayed"].flag == true)
            try await place.succeed("audit", "verify")
        }

        @Test func changedFactsAreSaidBeforeAnythingIsGiven() async throws {
            let place = try await DemoStore.copy()
            let id = try #require(
                try JSON(try await grant(place, "1y", "--agent", "ana").output)["request"]["id"].text)
            try await place.succeed(
                "grant", "u_1006", "--entitlement", "premium", "--for", "3d", "--reason", "goodwill",
                "--agent", "lena", "--now", DemoStore.now)
            let changed = try await decide(place, "approve", id, "lea")
            #expect(changed.status == 5)
            let answer = try JSON(changed.output)
            #expect(answer["error"]["code"].text == "conflict")
            #expect(answer["changes"].list.compactMap { $0["change"].text } == ["access_began", "granted"])
            #expect(try await decide(place, "approve", id, "lea").status == 0)
        }

        @Test func whoGaveItCancelsItInTime() async throws {
            let place = try await DemoStore.copy()
            let given = try JSON(try await grant(place, "7d", "--agent", "ana").output)
            let id = try #require(given["grant"]["id"].text)
            #expect(given["cancel_until"].text == "2026-03-01T00:00:30Z")
            let late = "2026-03-01T00:00:30Z"
            #expect(try await place.makegood("cancel", id, "--agent", "ana", "--now", late).status == 4)
            #expect(
                try await place.makegood("cancel", id, "--agent", "ben", "--now", DemoStore.now).status == 4)
            let answer = try JSON(
                try await place.succeed("--json", "cancel", id, "--agent", "ana", "--now", DemoStore.now))
            #expect(answer["access_after"]["entitled"].flag == false)
            #expect(
                try await place.makegood("cancel", id, "--agent", "ana", "--now", DemoStore.now).status == 5)
            try await place.succeed("audit", "verify")
        }

        @Test func thePolicyHasKeysWithAndWithoutTheirPrefix() async throws {
            let place = try await DemoStore.copy()
            for key in ["longest_grant_days", "policy.longest_grant_days"] {
                let answer = try JSON(
                    try await place.succeed("--json", "policy", "set", key, "40", "--agent", "lena"))
                #expect(answer["policy"]["policy.longest_grant_days"].text == "40")
                #expect(answer["policy"]["serve"].text == nil)
            }
            #expect(
                try await place.makegood("policy", "set", "longest_grant_days", "1", "--agent", "ana").status
                    == 4)
            let wrong = try await place.makegood("policy", "set", "longest_grant_day", "1", "--agent", "lena")
            #expect(wrong.status == 64 && wrong.errors.contains("did you mean longest_grant_days?"))
            #expect(
                try await place.makegood("policy", "set", "serve", "Sandbox", "--agent", "lena").status == 64)
        }

        private func decide(
            _ place: Workplace, _ act: String, _ id: String, _ agent: String, _ more: String...
        ) async throws -> CommandResult {
            try await place.run([act, id, "--agent", agent, "--now", DemoStore.now, "--json"] + more)
        }

        private func grant(_ place: Workplace, _ length: String, _ more: String...) async throws
            -> CommandResult
        {
            try await Command.run(
                BuiltProgram.path,
                [
                    "grant", "u_1006", "--entitlement", "premium", "--for", length, "--reason", "outage",
                    "--key",
                    "k1", "--store", place.store, "--now", DemoStore.now, "--json",
                ] + more, environment: place.environment)
        }
    }
}
