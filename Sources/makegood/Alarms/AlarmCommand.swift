import Foundation

/// The command that leads chose for alarms, run by the shell.
struct AlarmCommand: Sendable {
    private let text: String

    /// A command line for `/bin/sh`.
    init(_ text: String) { self.text = text }

    /// Runs it with a text on its standard input; answers why it failed, nil when it did not.
    func run(input: String, for limit: Duration) -> String? {
        guard let process = ShellProcess(text, input: Data(input.utf8)) else {
            return "could not be started"
        }
        switch process.wait(for: limit) {
        case .exited(0): return nil
        case .exited(let status): return "exit \(status)"
        case .killed(let signal): return "ended by signal \(signal)"
        case .timedOut: return "timed out after \(limit.components.seconds) s"
        }
    }
}
