import Foundation
import Testing

/// A real terminal: one tmux server of its own, with one window.
final class Tmux: Sendable {
    private let workplace: Workplace
    private let socket: String

    /// A terminal of a size in which a shell runs.
    init(_ workplace: Workplace, columns: Int, rows: Int) async throws {
        self.workplace = workplace
        socket = workplace.path("tmux")
        try await tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", String(columns), "-y", String(rows), "/bin/sh")
        try await tmux("set-option", "-g", "escape-time", "0")
    }

    /// Ends the terminal and everything in it.
    func close() async throws { _ = try await run(["kill-server"]) }

    /// Types keys, each by its tmux name.
    func press(_ keys: String...) async throws { _ = try await run(["send-keys"] + keys) }

    /// Types a text as it is.
    func type(_ text: String) async throws { try await tmux("send-keys", "-l", text) }

    /// Types a command line for the shell.
    func enter(_ line: String) async throws {
        try await type(line)
        try await press("Enter")
    }

    /// Makes the window another size.
    func resize(columns: Int, rows: Int) async throws {
        try await tmux("resize-window", "-x", String(columns), "-y", String(rows))
    }

    /// What is on the screen.
    func screen() async throws -> String { try await tmux("capture-pane", "-p") }

    /// Waits until a text is on the screen and answers the screen; fails with the screen when it never comes.
    @discardableResult
    func wait(
        for text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        try await poll("grep -qF -- \"$2\"", text, sourceLocation)
    }

    /// Waits until a text is no longer on the screen.
    @discardableResult
    func wait(
        without text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        try await poll(
            "grep -vqF -- \"$2\" && ! tmux -S \"$1\" capture-pane -p | grep -qF -- \"$2\"", text,
            sourceLocation)
    }

    /// The shell looks again every twentieth of a second, so that no thread of the tests waits.
    private func poll(_ test: String, _ text: String, _ sourceLocation: SourceLocation) async throws -> String
    {
        let script = """
            tries=0
            until tmux -S "$1" capture-pane -p | \(test); do
                tries=$((tries + 1)); [ $tries -gt 600 ] && exit 1; sleep 0.05
            done
            """
        let result = try await Command.run(
            "/bin/sh", ["-c", script, "sh", socket, text], environment: workplace.environment)
        let screen = try await screen()
        try #require(
            result.status == 0, "waited for “\(text)”, saw:\n\(screen)", sourceLocation: sourceLocation)
        return screen
    }

    @discardableResult
    private func tmux(_ arguments: String...) async throws -> String {
        let result = try await run(arguments)
        try #require(result.status == 0, "tmux \(arguments): \(result.errors)")
        return result.output
    }

    private func run(_ arguments: [String]) async throws -> CommandResult {
        try await Command.run(
            "/usr/bin/tmux", ["-S", socket] + arguments, environment: workplace.environment)
    }
}
