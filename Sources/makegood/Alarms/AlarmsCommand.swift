import Alarms
import ArgumentParser
import JSONAnswers
import JSONValues
import Persistence
import Purchases

/// Says who is called for losses of funds, and lets the account that runs the command agree to it.
struct AlarmsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alarms",
        abstract: "See who is called for losses of funds, and agree to run the command.",
        discussion: """
            A lead sets the command with `makegood settings set policy.alarm_command`. It runs in processes of one account \
            of this host alone, policy.alarm_account, and only after that account agreed to it with `makegood alarms \
            accept`: what it agreed to is kept in alarm-commands.json in its own folder $XDG_CONFIG_HOME/makegood.
            """,
        subcommands: [Show.self, Accept.self], defaultSubcommand: Show.self)

    @OptionGroup var global: GlobalOptions

    /// Shows who is called, what waits and what is in the way.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show who is called, what waits and what is in the way.")

        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode { try AlarmsCommand.show(invocation) }
    }

    /// Agrees to the command that is set.
    struct Accept: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "accept",
            abstract: "Agree, as the account that is to run it, to the alarm command that is set.",
            discussion:
                "It shows the command. Who changes the command later needs this account to agree again.")

        @OptionGroup var global: GlobalOptions

        var deed: String? { "this account agreed to run the alarm command" }

        func run(in invocation: Invocation) throws -> ExitCode {
            guard try invocation.store.alarmCalling().targets[.command] != nil else {
                throw CommandError(
                    .notFound, "no alarm command is set",
                    remedy: "a lead runs `makegood settings set policy.alarm_command COMMAND`")
            }
            try AlarmAgreement(invocation).make()
            return try AlarmsCommand.show(invocation)
        }
    }

    private static func show(_ invocation: Invocation) throws -> ExitCode {
        let reach = try AlarmReach(of: invocation.store, with: Login.alarms)
        let standing = try invocation.store.alarmStanding()
        let calling = reach.calling
        let alarms = JSONValue.object([
            "command": calling.targets[.command], "account": calling.account,
            "address": calling.targets[.url], "agreed": reach.command != nil,
            "waiting": standing.waiting.counted, "obstacle": reach.obstacle?.what,
            "next_step": reach.obstacle?.remedy,
        ])
        invocation.output.answer(.object(["alarms": alarms]), Answers.alarms(reach, standing))
        reach.remarks.forEach { Output.note("makegood: \($0)") }
        return .success
    }
}

extension Answers {
    /// Who is called, line by line.
    static func alarms(_ reach: AlarmReach, _ standing: AlarmSummary) -> [String] {
        let calling = reach.calling
        let agreed = reach.obstacle == nil ? " (which is this account, and agreed)" : ""
        return [
            "command: \(calling.targets[.command] ?? "none")",
            "run by: \(calling.account?.rawValue ?? "nobody")\(calling.targets[.command] == nil ? "" : agreed)",
            "address: \(calling.targets[.url] ?? "none")",
            "waiting: \(standing.waiting)",
        ]
    }
}
