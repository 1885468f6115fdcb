import Foundation
import Testing

extension Journeys {
    /// Whatever the console is doing, whoever asks it to end is heard, and the terminal is given back.
    @Suite(.serialized, .inTerminal) struct EndingTests {
        /// The main actor goes no further after the first frame.
        private static let stuck = "MAKEGOOD_FAULT=frame_shown:1"

        @Test(arguments: [("TERM", "143"), ("HUP", "129")])
        func aConsoleThatIsStuckEndsAllTheSame(_ signal: String, _ status: String) async throws {
            try await Session.open(environment: Self.stuck) { session in
                try await session.signal(signal)
                try await session.terminal.wait(for: "left with \(status)")
                try await session.expectTerminalBack(status: status)
                try await session.place.succeed("audit", "verify")
            }
        }

        @Test(arguments: [
            "QUIT", "USR1", "USR2", "INT", "ALRM", "XCPU", "VTALRM", "PROF", "IO", "PWR",
        ])
        func otherSignalsGiveTheTerminalBack(_ signal: String) async throws {
            try await Session.open { session in
                try await session.signal(signal)
                try await session.expectTerminalBack()
            }
        }

        @Test(arguments: ["PIPE", "XFSZ"]) func signalsOfFailedWritesEndNothing(_ signal: String) async throws
        {
            try await Session.open { session in
                try await session.signal(signal)
                try await session.open(customer: DemoStore.inRetry)
                try await session.terminal.press("Q")
                try await session.expectTerminalBack()
            }
        }

        @Test(arguments: ["-p", ""]) func aMegabyteIsPastedAtOnceAndRunsNothing(_ brackets: String)
            async throws
        {
            try await Session.open { session in
                let terminal = session.terminal
                let line = "Dear support, my order is lost. Q q y w n 5 2 please help me soon\n"
                try session.place.write(String(repeating: line, count: 16_000), to: "letter")
                try await terminal.press("Escape")
                try await terminal.wait(for: "Q quit")
                try await terminal.paste(file: session.place.path("letter"), option: brackets)
                try await terminal.wait(matching: "Search .a pasted text of 10[0-9]+ kB")
                try await terminal.press("C-c")
                try await session.expectTerminalBack()
            }
        }

        @Test func aPasteWhoseEndIsLostDoesNotMakeDeaf() async throws {
            try await Session.open { session in
                let terminal = session.terminal
                try session.place.write("\u{1B}[200~abc", to: "cut")
                try await terminal.paste(file: session.place.path("cut"), option: "-r")
                try await terminal.press("C-c")
                try await terminal.wait(for: "The paste was interrupted: nothing of it is taken")
                try await terminal.paste(file: session.place.path("cut"), option: "-r")
                try await terminal.wait(for: "The paste had no end")
                try await terminal.wait(for: "Search abc")
                try await terminal.press("C-c")
                try await session.expectTerminalBack()
            }
        }

        @Test(arguments: [("SEGV", "139"), ("SYS", "159")])
        func aCrashAsksNothing(_ signal: String, _ status: String) async throws {
            try await Session.open(environment: "-u SWIFT_BACKTRACE") { session in
                try await session.signal(signal)
                try await session.expectTerminalBack(status: status)
                let screen = try await session.terminal.screen()
                #expect(screen.contains("the program failed and was ended"), "\(screen)")
                #expect(!screen.contains("Press space"), "\(screen)")
            }
        }
    }
}
