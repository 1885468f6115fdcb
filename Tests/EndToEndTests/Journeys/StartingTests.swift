import Testing

extension Journeys {
    /// Terminals that the console cannot have, and those that want it otherwise.
    @Suite(.serialized, .inTerminal) struct StartingTests {
        @Test func withoutATerminal() async throws {
            let place = try await DemoStore.copy()
            for arguments in [[], ["console"], ["console", "--plain"]] {
                let result = try await Command.run(
                    BuiltProgram.path, ["--store", place.store] + arguments, environment: place.environment)
                #expect(result.status == 78)
                #expect(result.output.isEmpty)
                #expect(result.errors.contains("makegood --help"), "\(result.errors)")
                #expect(result.errors.split(separator: "\n").count == 1)
            }
        }

        @Test func unknownTerminalIsTriedAsAKnownOne() async throws {
            try await Session.open(environment: "TERM=no-such-terminal") { session in
                try await session.terminal.press("C-c")
                try await session.expectTerminalBack()
                #expect(try await session.terminal.screen().contains("xterm-256color"))
            }
        }

        @Test(arguments: [
            ("NO_COLOR=1", ""), ("TERM=vt100", ""), ("MAKEGOOD_ASCII=1", ""), ("A=b", "--plain"),
            ("A=b", "--theme high-contrast"), ("LC_ALL=C", ""), ("LC_ALL=POSIX", ""),
            ("LINES=5 COLUMNS=20", ""),
        ])
        func otherwise(_ environment: String, _ options: String) async throws {
            let place = try await DemoStore.copy()
            try await Session.open(
                in: place, options: "console --now \(DemoStore.now) \(options)", environment: environment
            ) { session in
                try await session.open(customer: DemoStore.inRetry)
                let screen = try await session.terminal.wait(for: "NO ACCESS to premium")
                if options == "--plain" {
                    #expect(!screen.contains { "─│┌┐└┘".contains($0) }, "\(screen)")
                }
                if environment.hasPrefix("MAKEGOOD_ASCII") || environment.hasPrefix("LC_ALL") {
                    #expect(screen.allSatisfy { $0.isASCII || $0.isLetter }, "\(screen)")
                }
                try await session.terminal.press("Q")
                try await session.expectTerminalBack()
            }
        }

        @Test func noColourIsWrittenWithNoColor() async throws {
            try await Session.open { session in
                try await session.terminal.press("C-c")
                try await session.expectTerminalBack()
                try await session.terminal.record(to: session.place.path("bytes"))
                try await session.start("--now \(DemoStore.now)", environment: "NO_COLOR=1")
                try await session.terminal.wait(for: "F5 Customers")
                try await session.terminal.press("C-c")
                try await session.expectTerminalBack()
                let bytes = try session.place.read("bytes")
                #expect(
                    !bytes.contains(/\e\[[0-9;]*(3[0-7]|4[0-7]|[34]8;5;\d+)m/), "\(bytes.debugDescription)")
            }
        }

        @Test func aTerminalThatOnlyWritesOnGetsASentence() async throws {
            let place = try await DemoStore.copy()
            try await Tmux.open(place) { terminal in
                try await terminal.enter(
                    "clear; TERM=dumb \"$MAKEGOOD\" --store store.sqlite console; echo \"left $?\"")
                let screen = try await terminal.wait(for: "left 78")
                let words = screen.replacing("\n", with: "")
                #expect(words.contains("cannot place text on its screen"), "\(screen)")
                #expect(words.contains("makegood --help"), "\(screen)")
            }
        }

        @Test func aMistakeInAThemeNamesItsLine() async throws {
            let place = try await DemoStore.copy()
            try place.write("name: x\nscopes:\n  verdict.maybe: { bold: true }\n", to: "x.yaml")
            try await Tmux.open(place) { terminal in
                try await terminal.enter(
                    "\"$MAKEGOOD\" --store store.sqlite console --theme x.yaml; echo \"left $?\"")
                let screen = try await terminal.wait(for: "left 78")
                #expect(screen.contains("x.yaml:3: unknown scope “verdict.maybe”"), "\(screen)")
            }
        }

        @Test func unknownTheme() async throws {
            let place = try await DemoStore.copy()
            try await Tmux.open(place) { terminal in
                try await terminal.enter(
                    "\"$MAKEGOOD\" --store store.sqlite console --theme nonsense; echo \"left $?\"")
                let screen = try await terminal.wait(for: "left 78")
                #expect(screen.contains("makegood: ") && screen.contains("nonsense"), "\(screen)")
            }
        }
    }
}
