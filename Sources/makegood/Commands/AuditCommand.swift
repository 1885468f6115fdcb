import ArgumentParser
import Persistence
import Purchases

/// Shows the audit log, or checks that it is as it was written.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Show who did what, or check the log.",
        subcommands: [List.self, Verify.self], defaultSubcommand: List.self)

    @OptionGroup var global: GlobalOptions

    /// Lists entries.
    struct List: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List entries, newest first.")

        @OptionGroup var global: GlobalOptions
        @Option(
            help: "Only about this customer, chain, ticket, grant, agent or setting (grant:5 where unclear).")
        var about: String?
        @Option(help: "Only by this agent.", completion: .agents) var by: String?
        @Option(help: "Only this action, such as grant; ticket stands for ticket.write_off, too.")
        var action: String?
        @Option(
            help: "Only from this time on, such as yesterday, 3d ago or RFC 3339.",
            transform: TimeArgument.words)
        var since: TimeArgument?
        @Option(help: "How many at most.") var limit = 100
        @Option(help: "Entries before this sequence: the page's next.") var after: Int64?
        @Flag(help: "Comma-separated values.") var csv = false

        func run(in invocation: Invocation) throws -> ExitCode {
            let page = try invocation.store.audit(
                about: about, by: by.map(AgentName.init), action: try checkedAction(),
                since: since?.instant(in: invocation), after: after,
                limit: max(1, min(limit, 10_000)))
            if csv {
                Output.raw(Wording.auditCSV(page))
            } else {
                invocation.output.answer(.audit(page), Wording.audit(page, at: invocation.now))
            }
            return .success
        }

        /// The action that was asked for; refuses a word that no entry can have.
        private func checkedAction() throws -> String? {
            guard let action else { return nil }
            let names = AuditAction.allCases.map(\.rawValue)
            guard names.contains(where: { $0 == action || $0.hasPrefix("\(action).") }) else {
                throw StoreError(
                    .usage, "nothing in the log is called \(action)",
                    remedy: "use \(names.joined(separator: ", "))")
            }
            return action
        }
    }

    /// Checks the log.
    struct Verify: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify", abstract: "Check that the log and the grants are as they were written.",
            discussion:
                "Proves accidents and careless edits. Note the head elsewhere and give it with --head.")

        @OptionGroup var global: GlobalOptions
        @Option(help: "A head noted before: the log must still hold it.") var head: String?

        func run(in invocation: Invocation) throws -> ExitCode {
            let verdict = try invocation.store.verifyAudit(head: head)
            invocation.output.answer(.auditVerdict(verdict), Wording.auditVerdict(verdict))
            return verdict.isOK ? .success : .no
        }
    }
}
