import Testing

extension Journeys {
    /// From what the customer sent to access, and what others do meanwhile.
    @Suite(.serialized, .inTerminal) struct MakeGoodJourneyTests {
        @Test func fromAPastedIdentifierToAccess() async throws {
            try await Session.open { session in
                let terminal = session.terminal
                try await terminal.paste("  230000000006001 ")
                let found = try await terminal.wait(for: "read as chain: 1 found")
                #expect(found.contains("u_1006"))
                try await terminal.press("Enter")
                let before = try await terminal.wait(for: "NO ACCESS to premium")
                #expect(before.contains("billing retry") && before.contains("› u_1006"))
                try await terminal.press("m")
                let form = try await terminal.wait(for: "After   ✓ access until 8 Mar")
                #expect(form.contains("Today   ✗ no access"))
                try await terminal.press("C-s")
                try await terminal.wait(for: "gets premium for 7 d")
                try await terminal.press("y")
                try await terminal.wait(for: "Granted: ")
                try await terminal.wait(for: "u takes grant ")
                try await terminal.wait(for: "✓ ACCESS to premium")
                try await terminal.wait(for: "Grants 1")
                try await terminal.press("Q")
                try await session.expectTerminalBack()
                let kept = try await session.place.sqlite(
                    "select app_user_id || entitlement || reason from grants where app_user_id = 'u_1006'")
                #expect(kept == "u_1006premiumbilling_error")
            }
        }

        @Test func neverByEnterAloneAndTakenBackByOneKey() async throws {
            try await Session.open { session in
                let terminal = session.terminal
                try await session.open(customer: DemoStore.inRetry)
                try await terminal.press("m")
                try await terminal.wait(for: "After   ✓ access until")
                try await terminal.press("Enter", "Enter", "C-s")
                try await terminal.wait(for: "y grant")
                try await terminal.press("y")
                try await terminal.wait(for: "u takes grant ")
                try await terminal.wait(for: "Grants 1")
                try await terminal.press("u")
                try await terminal.wait(for: "Cancelled: grant")
                try await terminal.wait(for: "NO ACCESS to premium")
            }
        }

        @Test func anotherProcessesGrantArrivesByItself() async throws {
            try await Session.open { session in
                let terminal = session.terminal
                try await terminal.press("Escape", "j", "j", "j", "j", "j", "j")
                let list = try await terminal.wait(matching: "^▸.*u_1006 .*none")
                #expect(list.contains("7 of 40"), "\(list)")
                let row = try await terminal.value(of: "cursor_y")
                try await session.place.succeed(
                    "grant", "u_1006", "--entitlement", "premium", "--for", "7d", "--reason", "outage",
                    "--now",
                    DemoStore.now, "--agent", "ana")
                try await terminal.wait(matching: "^▸.*u_1006 .*✓ access")
                #expect(try await terminal.value(of: "cursor_y") == row)
                try await terminal.press("Enter")
                try await terminal.wait(for: "✓ ACCESS to premium until 8 Mar")
                let grant = try await session.place.sqlite("select max(id) from grants")
                try await session.place.succeed(
                    "revoke", grant, "--reason", "goodwill", "--now", DemoStore.now)
                try await terminal.wait(for: "NO ACCESS to premium")
            }
        }
    }
}
