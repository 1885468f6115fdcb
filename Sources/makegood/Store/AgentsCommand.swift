import ArgumentParser
import Console
import Foundation
import Intake
import JSONAnswers
package import JSONValues
import Persistence
package import Purchases
import Wording

/// Says who may do what.
struct AgentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agents", abstract: "See and change who may do what.",
        subcommands: [List.self, Add.self, Remove.self],
        defaultSubcommand: List.self)

    @OptionGroup var global: GlobalOptions

    /// Lists agents.
    struct List: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List who may use the store.")

        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode { try AgentsCommand.show(invocation) }
    }

    /// Adds an agent.
    struct Add: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a login, or give it another role.")

        @Argument(help: "The login.") var login: String
        @Option(help: "viewer, agent, lead or service.") var role: Role
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the agent was added" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try invocation.store.addAgent(
                AgentName(login), role: role, by: invocation.agent, at: invocation.now)
            return try AgentsCommand.show(invocation)
        }
    }

    /// Removes an agent.
    struct Remove: StoreCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a login.")

        @Argument(help: "The login.", completion: .agents) var login: String
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the agent was removed" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try invocation.store.removeAgent(AgentName(login), by: invocation.agent, at: invocation.now)
            return try AgentsCommand.show(invocation)
        }
    }

    private static func show(_ invocation: Invocation) throws -> ExitCode {
        let agents = try invocation.wholePage(of: AgentListQuery())
        invocation.output.answer(
            .object(["agents": agents]), Answers.agents(agents, at: invocation.now))
        return .success
    }
}

extension Role: ExpressibleByArgument {}

extension Answers {
    /// Who may use the store.
    static func agents(_ agents: [AgentRecord], at now: Instant) -> Listing<AgentRecord> {
        Listing(
            agents,
            [
                .decisive("login", "login") { .text($0.login.rawValue) },
                .decisive("role", "role") { .text($0.role.rawValue) },
                .useful("since (UTC)", "since") { .moment($0.since) },
            ], at: now, empty: "nobody may use the store")
    }
}

extension AgentRecord: JSONEncodable {
    package var json: JSONValue { .object(["login": login, "role": role, "since": since]) }
}
