import Foundation
import Testing

/// A real terminal: one tmux server of its own, with one window.
final class Tmux: Sendable {
    private let workplace: Workplace
    private let socket: String

    /// Whether there is a tmux to run.
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    private static let program = "/usr/bin/tmux"

    /// A terminal of a size in which a shell runs.
    init(_ workplace: Workplace, columns: Int = 80, rows: Int = 24) async throws {
        self.workplace = workplace
        socket = workplace.path("tmux")
        let settings = try workplace.write(
            "set -g default-terminal tmux-256color\nset -g escape-time 0\nset -g status off\n",
            to: "tmux.conf")
        try await tmux(
            "-f", settings, "new-session", "-d", "-c", workplace.folder.path, "-x", String(columns), "-y",
            String(rows), "/bin/sh")
    }

    /// Opens a terminal, works in it, and ends it however the work ends.
    static func open(
        _ workplace: Workplace, columns: Int = 80, rows: Int = 24, _ work: (Tmux) async throws -> Void
    ) async throws {
        let terminal = try await Tmux(workplace, columns: columns, rows: rows)
        do {
            try await work(terminal)
        } catch {
            try await terminal.close()
            throw error
        }
        try await terminal.close()
    }

    /// Ends the terminal and everything in it.
    func close() async throws { try await tmux("kill-server") }

    /// Types keys, each by its tmux name.
    func press(_ keys: String...) async throws { _ = try await run(["send-keys"] + keys) }

    /// Types a text as it is.
    func type(_ text: String) async throws { try await tmux("send-keys", "-l", text) }

    /// Pastes a text, in brackets where the program asks for them.
    func paste(_ text: String) async throws {
        try await tmux("set-buffer", text)
        try await tmux("paste-buffer", "-p")
    }

    /// Pastes a file with an option of tmux: `-p` for brackets, `-r` to leave line ends as they are.
    func paste(file: String, option: String) async throws {
        try await tmux("load-buffer", file)
        _ = try await run(["paste-buffer"] + (option.isEmpty ? [] : [option]))
    }

    /// Types a command line for the shell.
    func enter(_ line: String) async throws {
        try await type(line)
        try await press("Enter")
    }

    /// Makes the window another size.
    func resize(columns: Int, rows: Int) async throws {
        try await tmux("resize-window", "-x", String(columns), "-y", String(rows))
    }

    /// Writes every byte that the terminal gets from now on to a file.
    func record(to path: String) async throws { try await tmux("pipe-pane", "cat > '\(path)'") }

    /// What is on the screen.
    func screen() async throws -> String { try await tmux("capture-pane", "-p") }

    /// What tmux knows of the pane, such as `alternate_on` or `cursor_y`.
    func value(of name: String) async throws -> String {
        try await tmux("display-message", "-p", "#{\(name)}").trimmingCharacters(in: .newlines)
    }

    /// Waits until a text is on the screen and answers the screen; fails with the screen when it never comes.
    @discardableResult
    func wait(
        for text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        try await poll("grep -qF -- \"$2\"", text, sourceLocation)
    }

    /// Waits until a line of the screen fits a pattern.
    @discardableResult
    func wait(
        matching pattern: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        try await poll("grep -qE -- \"$2\"", pattern, sourceLocation)
    }

    /// Waits until a text is no longer on the screen.
    @discardableResult
    func wait(
        without text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        try await poll("{ ! grep -qF -- \"$2\"; }", text, sourceLocation)
    }

    /// The shell looks again and again, so that no thread of the tests waits.
    private func poll(_ test: String, _ text: String, _ sourceLocation: SourceLocation) async throws -> String
    {
        let script = """
            tries=0
            until tmux -S "$1" capture-pane -p | \(test); do
                tries=$((tries + 1)); [ $tries -gt 4000 ] && exit 1; sleep 0.03
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
        try await Command.run(Tmux.program, ["-S", socket] + arguments, environment: workplace.environment)
    }
}
