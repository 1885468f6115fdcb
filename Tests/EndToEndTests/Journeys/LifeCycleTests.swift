import Foundation
import Testing

extension Journeys {
    /// However the console ends, the terminal is as it was before.
    @Suite(.serialized, .inTerminal) struct LifeCycleTests {
        @Test(arguments: [["q"], ["Q"], ["C-c"]])
        func keyThatLeaves(_ keys: [String]) async throws {
            try await Session.open { session in
                try await session.terminal.press("Escape")
                try await session.terminal.wait(for: "Q quit")
                for key in keys { try await session.terminal.press(key) }
                try await session.expectTerminalBack()
            }
        }

        @Test func controlCLeavesWhileTyping() async throws {
            try await Session.open { session in
                try await session.terminal.type("qQ?")
                try await session.terminal.wait(for: "Search qQ?")
                try await session.terminal.press("C-c")
                try await session.expectTerminalBack()
            }
        }

        @Test(arguments: ["TERM", "HUP"])
        func politeSignal(_ signal: String) async throws {
            try await Session.open { session in
                try await session.open(customer: DemoStore.inRetry)
                try await session.signal(signal)
                try await session.expectTerminalBack()
                let verdict = try await session.place.succeed("doctor")
                #expect(verdict.contains("nobody holds it"))
            }
        }

        @Test(arguments: [("SEGV", "139"), ("ILL", "132"), ("ABRT", "134")])
        func crash(_ signal: String, _ status: String) async throws {
            try await Session.open { session in
                try await session.signal(signal)
                try await session.expectTerminalBack(status: status)
            }
        }

        @Test func stopsAndGoesOn() async throws {
            try await Session.open { session in
                let terminal = session.terminal
                try await session.open(customer: DemoStore.inRetry)
                try await terminal.press("C-z")
                try await terminal.wait(for: "left with 148")
                #expect(try await terminal.value(of: "alternate_on") == "0")
                try await terminal.resize(columns: 100, rows: 30)
                try await terminal.enter("clear; fg; echo \"left with $?\"; stty -g > after")
                try await terminal.wait(matching: "^─{100}$")
                try await terminal.wait(for: "NO ACCESS to premium")
                try await terminal.press("Q")
                try await session.expectTerminalBack()
            }
        }

        @Test func entersTheOtherScreenFirstAndLeavesItLast() async throws {
            try await Session.open { session in
                let terminal = session.terminal
                try await terminal.press("C-c")
                try await session.expectTerminalBack()
                try await terminal.record(to: session.place.path("bytes"))
                try await session.start("--now \(DemoStore.now)", environment: "TERM=xterm-256color")
                try await terminal.wait(for: "F5 Customers")
                try await terminal.press("C-c")
                try await session.expectTerminalBack()
                let bytes = try session.place.read("bytes")
                let entered = try #require(bytes.range(of: "\u{1B}[?1049h"))
                let left = try #require(bytes.range(of: "\u{1B}[?1049l"))
                let shown = try #require(bytes.range(of: "F5 Customers"))
                #expect(entered.upperBound < shown.lowerBound && shown.upperBound < left.lowerBound)
                #expect(bytes[left.upperBound...].range(of: "\u{1B}[?1049h") == nil)
                #expect(bytes.range(of: "\u{1B}[?2004l") != nil, "bracketed paste is off again")
                let rest = bytes[left.upperBound...].prefix { $0 != "l" }
                #expect(rest.allSatisfy { !$0.isLetter || $0.isASCII }, "\(rest.debugDescription)")
            }
        }
    }
}
