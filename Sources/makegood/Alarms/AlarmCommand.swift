import Foundation
import JSONAnswers
import JSONValues
import Persistence
import Purchases

/// The command that leads chose for alarms, run by the shell.
struct AlarmCommand: Sendable {
    private let text: String

    /// A command line for `/bin/sh`.
    init(_ text: String) { self.text = text }

    /// Runs it with a text on its standard input; answers why it failed, with its first words, nil when it did not.
    func run(input: String, for limit: Duration, until end: AlarmEnd = AlarmEnd()) -> String? {
        guard let process = ShellProcess(text, input: Data(input.utf8)) else {
            return "could not be started"
        }
        switch process.wait(for: limit, until: end) {
        case .exited(0): return nil
        case .exited(let status): return "exit \(status)\(process.complaint.map { " (\($0))" } ?? "")"
        case .killed(let signal): return "ended by signal \(signal)"
        case .timedOut: return "timed out after \(limit.components.seconds) s"
        case .cutShort: return "cut short, the console was closed"
        }
    }
}

/// A test alarm, with which a command is tried when it is set, so that no loss of funds is the first to try it.
struct AlarmTrial {
    private let command: String
    private let failure: String?

    /// Tries a command; nil when there is none to try.
    ///
    /// - Throws: `StoreError`: usage for one that the shell does not find or may not run.
    init?(of text: String, _ invocation: Invocation) throws {
        command = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !command.isEmpty else { return nil }
        if invocation.store.isReadOnly { throw StoreError.readOnly }
        failure = AlarmCommand(command)
            .run(input: AlarmTrial.alarm(at: invocation.present), for: AlarmTally.longestCommand)
        // Source: POSIX, Shell Command Language, "Exit Status for Commands".
        guard let failure, ["could not", "exit 126", "exit 127"].contains(where: failure.hasPrefix) else {
            return
        }
        throw CommandError(
            .usage, "the shell cannot run that alarm command, \(failure)",
            remedy: "correct it, or set it with --untried where it works elsewhere only; nothing was changed")
    }

    /// What came of it, as lines for people.
    var words: [String] {
        let tried = "the alarm command was called with a test alarm"
        let outcome = failure.map {
            "\(tried) and failed, \($0): it is set all the same, and what fails is tried again"
        }
        return [outcome ?? "\(tried), and it ended well"] + (isPlaceBound ? [AlarmTrial.placeBound] : [])
    }

    /// What came of it, for machines.
    var members: [String: JSONValue] { ["ok": .bool(failure == nil), "failure": .text(failure)] }

    /// Whether it names a program from the folder in which it was set.
    private var isPlaceBound: Bool {
        let program = command.prefix { !$0.isWhitespace }
        return program.contains("/") && !["/", "~", "$", "\"", "'"].contains { program.hasPrefix($0) }
    }

    private static let placeBound =
        "it names a program from this folder, and others run makegood elsewhere: name its whole path"

    /// A ticket as alarms have it, but for the mark that it is none.
    private static func alarm(at now: Instant) -> String {
        let ticket: [String: JSONValue] = [
            "id": .string("0"), "group": .integer(3), "state": .string("open"),
            "app_user_id": .string("test"), "product_id": .string("test"), "cause": .string("not_verified"),
            "money": .money(Money(milliunits: 0, currency: "EUR", isListPrice: false)),
            "charged_at": .time(now), "opened_at": .time(now),
        ]
        let alarm = JSONValue.object([
            "test": .bool(true), "ticket": .object(ticket), "facts": .object([:]), "events": .array([]),
            "next_step": .string("This is a test of policy.alarm_command: nothing is to be done."),
        ])
        return alarm.canonicalText + "\n"
    }
}
