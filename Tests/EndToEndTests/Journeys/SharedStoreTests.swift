import Testing

extension Journeys {
    /// Several programs on one store, some of which misbehave.
    @Suite(.serialized, .inTerminal) struct SharedStoreTests {
        @Test func twoConsolesShowEachOthersWork() async throws {
            try await Session.open { first in
                let options = "--store \(first.place.store) --now \(DemoStore.now)"
                try await Session.open(in: try Workplace(), options: options) { second in
                    for session in [first, second] {
                        try await session.open(customer: DemoStore.inRetry)
                        try await session.terminal.press("Tab", "Tab", "Tab")
                        try await session.terminal.wait(for: "[Notes 0]")
                    }
                    try await Self.write("written-in-the-first", in: first)
                    try await second.terminal.wait(for: "written-in-the-first")
                    try await Self.write("written-in-the-second", in: second)
                    try await first.terminal.wait(for: "written-in-the-second")
                }
            }
        }

        @Test func aRenamedStoreIsReadAndNotWritten() async throws {
            try await Session.open { session in
                let (place, terminal) = (session.place, session.terminal)
                try await session.open(customer: DemoStore.inRetry)
                _ = try await place.shell("for f in store.sqlite*; do mv $f moved${f#store}; done")
                try await terminal.press("Tab", "Tab", "Tab")
                try await terminal.wait(for: "[Notes 0]")
                try await terminal.press("N")
                try await terminal.wait(for: "^S saves it")
                try await terminal.type("lost?")
                try await terminal.press("C-s")
                try await terminal.wait(for: "was renamed after")
                // What was typed is still there, and is not lost by a slip.
                try await terminal.press("C-c")
                try await terminal.wait(for: "lose what you typed")
                try await terminal.press("y")
                try await session.expectTerminalBack()
                let doctor = try await place.shell("\"$MAKEGOOD\" --store moved.sqlite doctor")
                #expect(doctor.status == 0, "\(doctor.output) \(doctor.errors)")
            }
        }

        /// A backup is restored while two consoles are open: both say so, and go on over its contents, where they were and
        /// with what was typed.
        @Test func aRestoreUnderTwoConsolesIsSaidAndGoneOnFrom() async throws {
            try await Session.open { first in
                let place = first.place
                try await place.succeed("backup", place.path("monday.sqlite"))
                let options = "--store \(place.store) --now \(DemoStore.now)"
                try await Session.open(in: try Workplace(), options: options) { second in
                    for session in [first, second] {
                        try await session.open(customer: DemoStore.inRetry)
                        try await session.terminal.press("Tab", "Tab", "Tab")
                        try await session.terminal.wait(for: "[Notes 0]")
                    }
                    try await Self.write("gone-with-it", in: first)
                    try await second.terminal.wait(for: "gone-with-it")
                    try await first.terminal.press("N")
                    try await first.terminal.wait(for: "^S saves it")
                    try await first.terminal.type("half-typed")
                    try await first.terminal.wait(for: "half-typed")
                    try await place.succeed(
                        "restore", place.path("monday.sqlite"), "--confirm", "store.sqlite")
                    for session in [first, second] {
                        try await session.terminal.wait(for: "was restored from a backup by")
                        try await session.terminal.press("o")
                        try await session.terminal.wait(for: "Opened again")
                    }
                    try await second.terminal.wait(for: "[Notes 0]")
                    try await second.terminal.wait(without: "gone-with-it")
                    try await first.terminal.wait(for: "half-typed")
                    try await first.terminal.press("C-s")
                    try await second.terminal.wait(for: "half-typed")
                    let count = "SELECT count(*) FROM notes WHERE body LIKE"
                    #expect(try await place.sqlite("\(count) 'half-typed%'") == "1")
                    #expect(try await place.sqlite("\(count) 'gone-with-it'") == "0")
                    #expect(try await place.makegood("audit", "verify").status == 0)
                    #expect(try await place.makegood("doctor").status == 0)
                }
            }
        }

        private static func write(_ note: String, in session: Session) async throws {
            try await session.terminal.press("N")
            try await session.terminal.wait(for: "^S saves it")
            try await session.terminal.type(note)
            try await session.terminal.press("C-s")
            try await session.terminal.wait(without: "^S saves it")
        }
    }
}
