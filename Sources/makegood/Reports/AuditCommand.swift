import ArgumentParser
import Console
import Foundation
import Intake
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

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
        @Option(
            help: "How many at most (default: 100, and with --csv everything that the filter passes).",
            transform: RowCount.parse)
        var limit: Int?
        @Option(help: "Only entries before this number, the “next” of the page before.") var after: Int64?
        @Flag(help: "Comma-separated values; the audit log notes that they were taken out.") var csv = false
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            try global.check(csv: csv)
        }

        func run(in invocation: Invocation) throws -> ExitCode {
            let action = try checkedAction()
            let read = { (after: Int64?, count: Int) -> AuditPage in
                try invocation.page(
                    of: AuditQuery(
                        about: about, by: by.map(AgentName.init), action: action,
                        since: since?.instant(in: invocation), after: after, limit: count))
            }
            guard csv else {
                let page = try read(after, min(limit ?? 100, 10_000))
                invocation.output.answer(
                    .object(["entries": page.entries, "next": page.next.map(String.init)]),
                    Answers.audit(page, at: invocation.now))
                return .success
            }
            // Not the entry that notes the taking out.
            let end = try invocation.wholePage(of: AuditQuery(limit: 1)).entries.first.map { $0.sequence + 1 }
            let whole = WholeList<AuditEntry, Int64>(limit: limit, after: after ?? end) { after, count in
                let page = try read(after, count)
                return (rows: page.entries, next: page.next)
            }
            let people = try invocation.masksPersons() ? 0 : whole.people(Answers.person)
            try invocation.noteExport(of: "audit entries", people: people)
            let next = try whole.write {
                Answers.auditTable($0, at: invocation.now).without("sentence").values
            }
            Answers.next(next.map(String.init)).forEach(Output.note)
            return .success
        }

        /// The action that was asked for; refuses a word that no entry can have.
        private func checkedAction() throws -> String? {
            guard let action else { return nil }
            let names = AuditAction.allCases.map(\.rawValue)
            guard names.contains(where: { $0 == action || $0.hasPrefix("\(action).") }) else {
                throw CommandError(
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
                "Finds accidents and careless edits. Note the head elsewhere and give it with --head.")

        @Option(help: "A head noted before: the log must still hold it.") var head: String?
        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode {
            let verdict = try invocation.store.verifyAudit(head: head)
            invocation.output.answer(verdict.json, Answers.auditVerdict(verdict))
            return verdict.isOK ? .success : .no
        }
    }
}

extension Answers {
    /// A page of the audit log.
    static func audit(_ page: AuditPage, at now: Instant) -> Listing<AuditEntry> {
        Listing(
            table: auditTable(page.entries, at: now), empty: "no entry fits",
            remarks: next(page.next.map(String.init)))
    }

    /// Entries of the audit log as rows.
    static func auditTable(_ entries: [AuditEntry], at now: Instant) -> Table<AuditEntry> {
        Table(
            entries,
            [
                .number("entry", "sequence") { .number($0.sequence) },
                .decisive("when (UTC)", "at") { .moment($0.at) },
                .sentences("what was done", "sentence") {
                    .text(AuditSentence($0, for: .person(at: now)).text)
                },
                .value("agent") { .text($0.agent.rawValue) }, .value("action") { .text($0.action) },
                .value("subject") { .text($0.subject) }, .value("details") { .text($0.details) },
                .value("hash") { .text($0.hash) },
            ], at: now)
    }

    /// The customer whom an entry is about; nil when it is about something else.
    static func person(in entry: AuditEntry) -> AppUserID? {
        if case .customer(let id)? = AuditSentence(entry, for: .program).subject { id } else { nil }
    }

    /// Whether the log is as it was written.
    static func auditVerdict(_ verdict: AuditVerdict) -> [String] {
        guard let breach = verdict.firstBroken else {
            return ["the log is whole: \(verdict.entries) entries, head \(verdict.head)"]
        }
        func line(_ breach: AuditVerdict.Breach) -> String {
            "\(breach.sequence.map { "entry \($0), " } ?? "")\(breach.about): \(breach.why)"
        }
        let isBroken = verdict.broken != nil
        let matter = isBroken ? "broken" : "whole, the store is not what it tells"
        return ["the log is \(matter): \(line(breach))"]
            + verdict.differences.dropFirst(isBroken ? 0 : 1).map { "  \(line($0))" }
    }
}

extension AuditEntry: JSONEncodable {
    package var json: JSONValue {
        let told = JSONValue(stored: details)
        return .object([
            "sequence": sequence, "at": at, "agent": agent, "action": action, "subject": subject,
            // Grants and revocations keep why it was done in their own row.
            "reason": told["reason"] ?? told["grant"]?["reason"] ?? told["revocation"]?["reason"],
            "details": told, "hash": hash, "previous_hash": previousHash,
            "sentence": AuditSentence(self, for: .program).text,
        ])
    }
}

/// The answer of `audit verify`.
extension AuditVerdict: JSONEncodable {
    package var json: JSONValue {
        .object([
            "ok": isOK, "entries": entries, "head": head, "first_broken": firstBroken,
            "differences": differences,
        ])
    }
}

extension AuditVerdict.Breach: JSONEncodable {
    package var json: JSONValue { .object(["sequence": sequence, "about": about, "why": why]) }
}
