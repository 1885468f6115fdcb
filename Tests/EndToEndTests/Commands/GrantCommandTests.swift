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
            #expect(long.status == 4)
            #expect(long.errors.contains("31"))
            #expect(try await grant(place, "lifetime", "--agent", "lena").status == 0)
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
