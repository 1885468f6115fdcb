import Testing

extension Journeys {
    /// Losses that nobody was told of are told when the console gives the terminal back.
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
    }
}
