import Testing

extension Journeys {
    /// Any size at any moment.
    @Suite(.serialized, .inTerminal) struct ResizeTests {
        @Test func everySizeDuringWork() async throws {
            try await Session.open { session in
                let terminal = session.terminal
                try await session.open(customer: DemoStore.inRetry)
                try await terminal.wait(for: "premium_month  ! billing retry")
                try await terminal.resize(columns: 40, rows: 10)
                try await fits(terminal, columns: 40, showing: "NO ACCESS")
                try await terminal.resize(columns: 30, rows: 5)
                let small = try await terminal.wait(for: "40")
                #expect(!small.contains("NO ACCESS"), "\(small)")
                try await terminal.press("Tab", "Tab")
                try await terminal.resize(columns: 120, rows: 40)
                try await fits(terminal, columns: 120, showing: "[Grants 0]")
                try await terminal.press("m")
                try await terminal.wait(for: "After   ✓ access until")
                try await terminal.resize(columns: 40, rows: 10)
                try await fits(terminal, columns: 40, showing: "Entitlement")
                try await terminal.press("C-s")
                try await terminal.wait(for: "y grant")
                try await terminal.resize(columns: 80, rows: 24)
                try await fits(terminal, columns: 80, showing: "gets premium for 7 d")
                try await terminal.press("n", "Escape")
                try await fits(terminal, columns: 80, showing: "[Grants 0]")
                try await terminal.press("Q")
                try await session.expectTerminalBack()
            }
        }

        @Test func manySizesAtOnce() async throws {
            try await Session.open { session in
                let terminal = session.terminal
                for columns in [33, 200, 41, 79, 120, 80] {
                    try await terminal.resize(columns: columns, rows: columns / 4)
                    try await terminal.press("Down")
                }
                try await fits(terminal, columns: 80, showing: "1 Customers")
                try await terminal.press("Q")
                try await session.expectTerminalBack()
            }
        }

        /// The rule under the tabs is as wide as the screen, once it is drawn for that size; small ones have none.
        private func fits(_ terminal: Tmux, columns: Int, showing text: String) async throws {
            if columns >= 80 { try await terminal.wait(matching: "^─{\(columns)}$") }
            try await terminal.wait(for: text)
        }
    }
}
