import Testing

extension Journeys {
    /// Help and palette, in every way that they are reached.
    @Suite(.serialized, .inTerminal) struct HelpTests {
        @Test func helpAndPalette() async throws {
            try await Session.open { session in
                let terminal = session.terminal
                try await terminal.press("F1")
                let typing = try await terminal.wait(for: "Leave the box")
                #expect(typing.contains("Search box"))
                try await terminal.press("Escape")
                try await terminal.wait(without: "Leave the box")
                try await session.open(customer: DemoStore.inRetry)
                try await terminal.press("?")
                try await terminal.wait(for: "Look at the page as of another day")
                try await terminal.press("Escape")
                try await terminal.wait(without: "Help")
                try await terminal.press("C-p")
                try await terminal.wait(for: "Type to find a command")
                try await terminal.type("audit")
                try await terminal.press("Enter")
                try await terminal.wait(for: "[5 Audit]")
                try await terminal.press(":")
                try await terminal.wait(for: "Type to find a command")
                try await terminal.type("leave makegood")
                try await terminal.press("Enter")
                try await session.expectTerminalBack()
            }
        }
    }
}
