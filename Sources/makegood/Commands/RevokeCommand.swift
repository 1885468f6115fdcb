import ArgumentParser
import Persistence
import Purchases

/// Ends a grant now.
struct RevokeCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "End a grant now; it stays in the store.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The grant's id.") var grant: String
    @Option(help: "The reason code.", completion: .reasons) var reason: String
    @Option(help: "What the next agent should know.") var note: String?

    var deed: String? { "the grant was ended" }

    func run(in invocation: Invocation) throws -> ExitCode {
        let outcome = try invocation.store.revoke(
            GrantID(grant), reason: reason, note: note, by: invocation.agent, at: invocation.now)
        invocation.output.answer(.revocation(outcome, at: invocation.now), Wording.revocation(outcome))
        return .success
    }
}
