import Foundation
import Testing

/// A console that runs in a shell of a real terminal, with the terminal's settings noted before.
struct Session {
    /// Where the store is.
    let place: Workplace
    let terminal: Tmux

    /// Opens a console on a copy of the practice store, works in it, and ends everything.
    static func open(
        options: String = "--now \(DemoStore.now)", columns: Int = 80, rows: Int = 24,
        environment: String = "", _ work: (Session) async throws -> Void
    ) async throws {
        let place = try await DemoStore.copy()
        try await open(
            in: place, options: options, columns: columns, rows: rows, environment: environment, work)
    }

    /// Opens a console on a folder's store, works in it, and ends everything.
    static func open(
        in place: Workplace, options: String = "--now \(DemoStore.now)", columns: Int = 80, rows: Int = 24,
        environment: String = "", _ work: (Session) async throws -> Void
    ) async throws {
        try await Tmux.open(place, columns: columns, rows: rows) { terminal in
            let session = Session(place: place, terminal: terminal)
            try await terminal.enter("stty -g > before; stty size > size")
            try await session.start(options, environment: environment)
            try await terminal.wait(for: "F5 Customers")
            try await work(session)
        }
    }

    /// Starts the console; the shell notes its process, and afterwards how it ended and the terminal's settings.
    func start(_ options: String, environment: String = "") async throws {
        try place.write(
            """
            sh -c 'echo $$ > pid; exec env \(environment) "$MAKEGOOD" --store store.sqlite \(options)'
            echo "left with $?"; stty -g > after
            """, to: "run")
        try await terminal.enter("clear; . ./run")
    }

    /// Sends the console a signal.
    func signal(_ name: String) async throws { _ = try await place.shell("kill -\(name) \"$(cat pid)\"") }

    /// Expects the shell to be back as it was: its settings, its screen, and what is typed.
    func expectTerminalBack(
        status: String = "0", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await terminal.wait(for: "left with \(status)", sourceLocation: sourceLocation)
        try await terminal.enter("echo us''able")
        let screen = try await terminal.wait(matching: "^(shell> )?usable", sourceLocation: sourceLocation)
        #expect(!screen.contains("F5 Customers"), "\(screen)", sourceLocation: sourceLocation)
        #expect(try place.read("before") == place.read("after"), sourceLocation: sourceLocation)
        #expect(try await terminal.value(of: "alternate_on") == "0", sourceLocation: sourceLocation)
        #expect(try await terminal.value(of: "cursor_flag") == "1", sourceLocation: sourceLocation)
        #expect(try await terminal.value(of: "mouse_any_flag") == "0", sourceLocation: sourceLocation)
    }

    /// Types into the search box, which has the focus at the start, and opens what is found: keys mean something only
    /// when the page is read, which is when it counts its chains.
    func open(customer query: String) async throws {
        try await terminal.type(query)
        try await terminal.wait(for: "1 found")
        try await terminal.press("Enter")
        try await terminal.wait(matching: "Chains [0-9]")
    }
}
