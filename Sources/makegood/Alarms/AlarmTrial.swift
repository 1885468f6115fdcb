import Alarms
import Foundation
import JSONAnswers
import JSONValues
import Persistence
import Purchases

/// A test alarm, with which a command is tried when it is set, so that no loss of funds is the first to try it.
struct AlarmTrial: JSONEncodable {
    private let command: String
    private let failure: String?

    /// Tries a command; nil when there is none to try.
    ///
    /// What `AlarmCommand` says of a failure tells by its first words whether the shell ran anything.
    ///
    /// - Throws: `CommandError`: usage for one that the shell does not find or may not run; `StoreError` in a run that
    ///   writes nothing.
    init?(of text: String, _ invocation: Invocation) throws {
        command = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !command.isEmpty else { return nil }
        if invocation.store.isReadOnly { throw StoreError.store(.readOnly) }
        failure = AlarmCommand(command)
            .run(
                input: AlarmText.test(of: .alarmCommand, at: invocation.present), for: AlarmSender.longestCall
            )
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
    var json: JSONValue { .object(["ok": failure == nil, "failure": failure]) }

    /// Whether it names a program from the folder in which it was set.
    private var isPlaceBound: Bool {
        let program = command.prefix { !$0.isWhitespace }
        return program.contains("/") && !["/", "~", "$", "\"", "'"].contains { program.hasPrefix($0) }
    }

    private static let placeBound =
        "it names a program from this folder, and others run makegood elsewhere: name its whole path"
}
