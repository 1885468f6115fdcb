import Alarms
import AppStore
import ArgumentParser
import Console
import Foundation
import Intake
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// Shows and changes what leads decide.
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Show and change what leads decide.", discussion: keys,
        subcommands: [Show.self, Set.self, Add.self, Remove.self, Secret.self], defaultSubcommand: Show.self)

    @OptionGroup var global: GlobalOptions

    /// Every key with what it decides, from the one table of settings.
    private static let keys =
        "The settings, by their keys:\n\n" + explanations(of: Setting.allCases, named: \.rawValue)

    /// A paragraph for each key.
    static func explanations(of settings: [Setting], named name: (Setting) -> String) -> String {
        settings.map { "\(name($0)): \(explanation(of: $0))" }.joined(separator: "\n\n")
    }

    /// What a setting decides, whether it is a list, and its value until somebody sets one.
    static func explanation(of setting: Setting) -> String {
        let start = setting.defaultText.isEmpty ? "empty" : setting.defaultText
        let list = setting.isList ? " A list, separated by commas." : ""
        return "\(setting.explanation)\(list) At first: \(start)."
    }

    /// Shows every setting.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show every setting.", discussion: keys)

        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode { try SettingsCommand.show(invocation) }
    }

    /// Changes a setting.
    struct Set: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change a setting; of a list, all of it.", discussion: keys)

        @Argument(help: "The setting's key, as 'settings show' lists it.", completion: .settings) var key:
            String
        @Argument(help: "Its new value.") var value: String
        @OptionGroup var alarm: AlarmOptions
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the setting was changed" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let trial = try AlarmSetting(alarm, invocation).change(SettingsCommand.setting(key), to: value)
            return try SettingsCommand.show(invocation, trial: trial)
        }
    }

    /// Adds to a list.
    struct Add: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a value to a setting that is a list.")

        @Argument(
            help: "The setting's key: \(SettingsCommand.lists).",
            completion: .list(SettingsCommand.listKeys))
        var key: String
        @Argument(help: "The value, or several separated by commas.") var value: String
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the setting was changed" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let setting = try SettingsCommand.setting(key)
            let before = try invocation.store.settings()[setting]
            try invocation.store.add(value, to: setting, by: invocation.agent, at: invocation.now)
            if before == "" {
                Output.note("makegood: \(key) was empty, which means any: from now on it is \(value) alone")
            }
            return try SettingsCommand.show(invocation)
        }
    }

    /// Takes out of a list.
    struct Remove: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Take a value out of a setting that is a list.")

        @Argument(
            help: "The setting's key: \(SettingsCommand.lists).",
            completion: .list(SettingsCommand.listKeys))
        var key: String
        @Argument(help: "The value, or several separated by commas.") var value: String
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the setting was changed" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let setting = try SettingsCommand.setting(key)
            try invocation.store.remove(value, from: setting, by: invocation.agent, at: invocation.now)
            if try invocation.store.settings()[setting] == "" {
                Output.note("makegood: \(key) is empty now, which means any")
            }
            return try SettingsCommand.show(invocation)
        }
    }

    /// Keeps shared secrets.
    struct Secret: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "secret",
            abstract: "Keep the shared secrets of notifications; read from standard input, kept hashed.",
            subcommands: [Add.self, Remove.self])

        @OptionGroup var global: GlobalOptions

        /// Adds a secret.
        struct Add: StoreCommand {
            static let configuration = CommandConfiguration(
                commandName: "add", abstract: "Add a secret from standard input.")

            @OptionGroup var global: GlobalOptions

            var deed: String? { "the secret was added" }

            func run(in invocation: Invocation) throws -> ExitCode {
                _ = try invocation.store.addSecret(
                    SecretInput.read(), by: invocation.agent, at: invocation.now)
                return try SettingsCommand.show(invocation)
            }
        }

        /// Removes a secret.
        struct Remove: StoreCommand {
            static let configuration = CommandConfiguration(
                commandName: "remove", abstract: "Forget a secret, which is read from standard input.")

            @OptionGroup var global: GlobalOptions

            var deed: String? { "the secret was removed" }

            func run(in invocation: Invocation) throws -> ExitCode {
                try invocation.store.removeSecret(
                    SecretInput.read(), by: invocation.agent, at: invocation.now)
                return try SettingsCommand.show(invocation)
            }
        }
    }

    /// The keys of the settings that are lists.
    private static let listKeys = Setting.allCases.filter(\.isList).map(\.rawValue)
    private static let lists = listKeys.joined(separator: ", ")

    private static func setting(_ key: String) throws -> Setting {
        guard let setting = Setting(rawValue: key) else {
            let keys = Setting.allCases.map(\.rawValue)
            let near = EditDistance.nearest(to: key, among: keys)
            let ending = keys.filter { $0.hasSuffix(".\(key)") }
            let meant = (ending + near).first.map { "did you mean \($0)?" }
            throw CommandError(
                .usage, "there is no setting \(key)", remedy: meant ?? "see `makegood settings show`")
        }
        return setting
    }

    private static func show(_ invocation: Invocation, trial: AlarmTrial? = nil) throws -> ExitCode {
        let settings = try invocation.store.settings()
        let secrets = try invocation.store.secrets()
        let reach = try AlarmReach(of: invocation.store, with: Login.alarms)
        let answer = JSONValue.object([
            "alarm_obstacle": reach.obstacle?.what, "settings": settings.byCode, "secrets": secrets,
        ])
        invocation.output.answer(
            answer.adding(trial.map { ["alarm_test": $0] } ?? [:]),
            Answers.settings(settings, secrets, at: invocation.now))
        trial?.words.forEach { Output.note("makegood: \($0)") }
        reach.remarks.forEach { Output.note("makegood: \($0)") }
        return .success
    }
}

extension Answers {
    /// Every setting.
    static func settings(
        _ settings: [Setting: String], _ secrets: [SharedSecret], at now: Instant
    ) -> Listing<(name: String, value: ListCell)> {
        let set = Setting.allCases.map { (name: $0.rawValue, value: ListCell.text(settings[$0])) }
        return Listing(
            set + secrets.map { (name: "secret \($0.id)", value: added($0)) },
            [
                .decisive("setting", "key") { .text($0.name) },
                .sentences("value", "value") { $0.value },
            ], at: now, empty: "")
    }

    /// When a secret was added, and by whom.
    private static func added(_ secret: SharedSecret) -> ListCell {
        let at = ListCell.moment(secret.addedAt)
        return ListCell(
            shown: { "added \(at.shown($0)) by \(secret.addedBy)" },
            value: { "added \(at.value($0)) by \(secret.addedBy)" })
    }
}

extension SharedSecret: JSONEncodable {
    package var json: JSONValue { .object(["id": id, "added_at": addedAt, "added_by": addedBy]) }
}
