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

    /// Tries documents again.
    struct Retry: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "retry",
            abstract: "Try documents again, after what was in their way was changed.",
            discussion: """
                Tries one document, all of them, or all that were refused for one reason, as one import. What is not \
                understood this time either stays, and the command exits with 65.
                """)

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The document's number.", completion: .quarantined) var document: Int64?
        @Flag(help: "Try every document in quarantine.") var all = false
        @Option(help: "Try every document that was refused for this reason.", completion: .quarantineReasons)
        var reason: String?
        @OptionGroup var root: RootOption

        var deed: String? { "what was understood this time is in" }

        func validate() throws {
            let named = [document != nil, all, reason != nil].count { $0 }
            guard named == 1 else {
                throw ValidationError("Name a document's number, --all or --reason, one of them.")
            }
        }

        func run(in invocation: Invocation) throws -> ExitCode {
            let importer = try Importer(
                store: invocation.store, agent: invocation.agent, now: invocation.now, roots: try root.roots()
            )
            guard let document else { return try retryAll(importer, invocation) }
            let report = try importer.retry(QuarantineCommand.find(document, invocation))
            invocation.output.answer(.importReport(report), Wording.importReport(report))
            return report.rejected.isEmpty ? .success : .someRejected
        }

        private func retryAll(_ importer: Importer, _ invocation: Invocation) throws -> ExitCode {
            if let reason, RejectionReason(rawValue: reason) == nil {
                throw StoreError(
                    .usage, "nothing is ever refused for the reason \(reason)",
                    remedy: "see `makegood quarantine list`")
            }
            let meter = ProgressMeter()
            let retry = try importer.retryAll(refusedFor: reason) { meter.show($0) }
            meter.finish()
            invocation.output.answer(.retryReport(retry), Wording.retryReport(retry))
            return retry.report.rejected.isEmpty && retry.notKept == 0 ? .success : .someRejected
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
