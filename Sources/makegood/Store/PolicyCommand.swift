import Alarms
import ArgumentParser
import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Wording

/// Shows and changes how much may be given and how tickets are worked: the settings whose keys begin with `policy`.
struct PolicyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Show and change what may be given, how tickets are worked and what is answered.",
        discussion: keys, subcommands: [Show.self, Set.self, ReplyTemplateCommand.self],
        defaultSubcommand: Show.self)

    @OptionGroup var global: GlobalOptions

    /// Every key with what it decides.
    private static let keys =
        "The keys, with or without `policy.` before them:\n\n"
        + SettingsCommand.explanations(of: Setting.policies, named: \.shortName)

    /// Shows the policy.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the policy.", discussion: keys)

        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode { try PolicyCommand.show(invocation) }
    }

    /// Changes a part of the policy.
    struct Set: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change a part of the policy (leads).", discussion: keys)

        @Argument(help: "The key, as 'policy show' lists it.", completion: .policies) var key: String
        @Argument(help: "Its new value.") var value: String
        @OptionGroup var alarm: AlarmOptions
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the policy was changed" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let trial = try AlarmSetting(alarm, invocation).change(PolicyCommand.setting(key), to: value)
            return try PolicyCommand.show(invocation, trial: trial)
        }
    }

    private static func setting(_ key: String) throws -> Setting {
        if let policy = Setting.policies.first(where: { $0.shortName == key || $0.rawValue == key }) {
            return policy
        }
        if let other = Setting(rawValue: key) {
            throw CommandError(
                .usage, "\(other.rawValue) is no part of the policy",
                remedy: "use `makegood settings set \(other.rawValue)`")
        }
        let near = EditDistance.nearest(to: key, among: Setting.policies.map(\.shortName)).first
        throw CommandError(
            .usage, "the policy has no \(key)",
            remedy: near.map { "did you mean \($0)?" } ?? "see `makegood policy show`")
    }

    private static func show(_ invocation: Invocation, trial: AlarmTrial? = nil) throws -> ExitCode {
        let settings = try invocation.store.settings()
        let policy = settings.filter { Setting.policies.contains($0.key) }
        let reach = try AlarmReach(of: invocation.store, with: Login.alarms)
        let answer = JSONValue.object([
            "policy": policy.byCode, "alarm_obstacle": reach.obstacle?.what,
        ])
        invocation.output.answer(
            answer.adding(trial.map { ["alarm_test": $0] } ?? [:]), Answers.policy(policy))
        trial?.words.forEach { Output.note("makegood: \($0)") }
        reach.remarks.forEach { Output.note("makegood: \($0)") }
        return .success
    }
}

extension Answers {
    /// The policy, with what each part of it decides.
    static func policy(_ policy: [Setting: String]) -> Listing<Setting> {
        Listing(
            Setting.policies,
            [
                .decisive("policy", "key") { .text($0.shortName) },
                .decisive("value", "value") { .text(policy[$0]) },
                .sentences("what it decides", "explanation") { .text($0.explanation) },
            ], empty: "")
    }
}
