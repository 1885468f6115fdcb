import Foundation

/// The command that leads chose for alarms, run by the shell (`ShellProcess`).
///
/// It asks nobody whether it may run: `AlarmReach` makes one only where the account agreed to it, and `AlarmTrial` in
/// `makegood` tries one with a test alarm when a lead sets it.
package struct AlarmCommand: Sendable {
    private let text: String

    /// A command line for `/bin/sh`.
    package init(_ text: String) { self.text = text }

    /// Runs it with a text on its standard input; answers why it failed, with its first words, nil when it did not.
    package func run(input: String, for limit: Duration, until end: AlarmEnd = AlarmEnd()) -> String? {
        guard let process = ShellProcess(text, input: Data(input.utf8)) else {
            return "could not be started"
        }
        switch process.wait(for: limit, until: end) {
        case .exited(0): return nil
        case .exited(let status): return "exit \(status)\(process.complaint.map { " (\($0))" } ?? "")"
        case .killed(let signal): return "ended by signal \(signal)"
        case .timedOut: return "timed out after \(limit.components.seconds) s"
        case .cutShort: return "cut short, the program was closed"
        }
    }
}
