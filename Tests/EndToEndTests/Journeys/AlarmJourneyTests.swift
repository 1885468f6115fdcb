import Testing

extension Journeys {
    /// The console rings while it is open, and says what it did when it gives the terminal back.
    @Suite(.serialized, .inTerminal) struct AlarmJourneyTests {
        @Test func theConsoleRings() async throws {
            let place = try await PurchaseReports.store(with: PurchaseReports.finished)
            try await place.sqlite("update alarms set taken_at_ms = null")
            try await Session.open(in: place, options: "") { session in
                try await session.terminal.press("C-c")
                try await session.terminal.wait(for: "left with 0")
                try await session.terminal.wait(for: "loss of funds: ticket 1")
            }
        }

        @Test func theConsoleSaysWhatWaitsAndDeliversIt() async throws {
            let place = try await PurchaseReports.store()
            try await place.succeed(
                "settings", "set", "policy.alarm_command", "cat >> '\(place.path("none/heard"))'")
            try await place.succeed("import", "-", input: PurchaseReports.finished)
            try await Session.open(in: place, options: "") { session in
                try await session.terminal.wait(for: "1 alarm waits")
                _ = try await place.shell("mkdir none")
                try await place.sqlite("update alarms set next_ms = 1")
                try await session.terminal.wait(without: "1 alarm waits")
                #expect(try JSON(place.read("none/heard"))["ticket"]["id"].text == "1")
                try await session.terminal.press("C-c")
                try await session.expectTerminalBack()
                let screen = try await session.terminal.screen()
                #expect(screen.contains("was called for a loss of funds"), "\(screen)")
            }
        }
    }
}
