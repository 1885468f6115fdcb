import AppStore
import ArgumentParser
import Intake
import Persistence
import Purchases

/// Works on what could not be taken in.
struct QuarantineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarantine", abstract: "Work on what could not be taken in.",
        subcommands: [List.self, Show.self, Retry.self, Drop.self], defaultSubcommand: List.self)

    @OptionGroup var global: GlobalOptions

    /// Lists what is in quarantine.
    struct List: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List what is in quarantine, newest first.")

        @OptionGroup var global: GlobalOptions
        @Option(help: "How many at most.") var limit = 50
        @Option(help: "Documents before this number: the page's next.") var after: Int64?

        func run(in invocation: Invocation) throws -> ExitCode {
            let limit = max(1, min(limit, 10_000))
            let documents = try invocation.store.quarantine(after: after, limit: limit)
            invocation.output.answer(
                .quarantine(documents, limit: limit),
                Wording.quarantine(documents, limit: limit, at: invocation.now))
            return .success
        }
    }

    /// Shows one document in quarantine.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show one document in quarantine.")
        static let permission = Permission.reveal

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The document's number.", completion: .quarantined) var document: Int64

        func run(in invocation: Invocation) throws -> ExitCode {
            let found = try QuarantineCommand.find(document, invocation)
            invocation.output.answer(
                .quarantined(found), asItIs: Wording.quarantined(found, at: invocation.now))
            return .success
        }
    }

    /// Tries a document again.
    struct Retry: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "retry", abstract: "Try a document again, after what was in its way was changed.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The document's number.", completion: .quarantined) var document: Int64
        @OptionGroup var root: RootOption

        var deed: String? { "the document was tried again" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let found = try QuarantineCommand.find(document, invocation)
            let importer = try Importer(
                store: invocation.store, agent: invocation.agent, now: invocation.now, roots: try root.roots()
            )
            let report = try importer.retry(found)
            invocation.output.answer(.importReport(report), Wording.importReport(report))
            return report.rejected.isEmpty ? .success : .someRejected
        }
    }

    /// Drops a document.
    struct Drop: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "drop", abstract: "Drop a document from quarantine (leads).")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The document's number.", completion: .quarantined) var document: Int64

        var deed: String? { "the document was dropped" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try invocation.store.dropQuarantined(document, by: invocation.agent, at: invocation.now)
            invocation.output.answer(
                .object(["dropped": .string(String(document))]),
                ["dropped document \(document) from quarantine"])
            return .success
        }
    }

    private static func find(_ id: Int64, _ invocation: Invocation) throws -> QuarantinedDocument {
        guard let document = try invocation.store.quarantined(id) else {
            throw StoreError.unknownQuarantined(id)
        }
        return document
    }
}
