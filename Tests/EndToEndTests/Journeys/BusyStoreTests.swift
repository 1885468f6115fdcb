import Testing

extension Journeys {
    /// While somebody else holds the store's lock.
    @Suite(.serialized, .inTerminal) struct BusyStoreTests {
        @Test func grantsWaitAndTheConsoleGoesOnReading() async throws {
            try await Session.open { session in
                let (place, terminal) = (session.place, session.terminal)
                async let held = place.shell(
                    """
                    flock store.sqlite.lock sh -c 'echo $PPID > holder; : > held; for i in $(seq 12000); do [ -e free ] && break; sleep 0.05; done'
                    """)
                _ = try await place.shell("until [ -e held ]; do sleep 0.02; done")
                async let refused = place.makegood(
                    "--json", "grant", "u_1006", "--entitlement", "premium", "--for", "7d", "--reason",
                    "outage",
                    "--now", DemoStore.now)
                try await session.open(customer: DemoStore.inRetry)
                try await terminal.wait(for: "NO ACCESS to premium")
                try await terminal.press("Tab", "Tab")
                try await terminal.wait(for: "[Grants 0]")
                try await terminal.press("5")
                try await terminal.wait(for: "[5 Audit]")
                try await terminal.resize(columns: 100, rows: 30)
                try await terminal.wait(matching: "^─{100}$")
                let result = try await refused
                #expect(result.status == 69)
                let holder = try place.read("holder").filter { $0 != "\n" }
                #expect(result.errors.split(separator: "\n").count == 1)
                #expect(
                    result.errors.hasPrefix("makegood: ") && result.errors.contains("process \(holder) "),
                    "\(result.errors)")
                #expect(result.output.contains("\"code\":\"busy\""), "\(result.output)")
                try place.write("", to: "free")
                _ = try await held
                try await terminal.press("Q")
                try await session.expectTerminalBack()
                try await place.succeed(
                    "grant", "u_1006", "--entitlement", "premium", "--for", "7d", "--reason", "outage",
                    "--now",
                    DemoStore.now)
            }
        }
    }
}
