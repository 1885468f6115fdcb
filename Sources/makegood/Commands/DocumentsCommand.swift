import ArgumentParser
import Persistence
import Purchases

/// Shows what came in.
struct DocumentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "documents", abstract: "Show what came in.", subcommands: [List.self, Show.self],
        defaultSubcommand: List.self)

    @OptionGroup var global: GlobalOptions

    /// Lists documents.
    struct List: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List documents, newest first.")

        @OptionGroup var global: GlobalOptions
        @Option(help: "Only this kind.") var kind: String?
        @Option(help: "Only about this chain.") var chain: String?
        @Option(help: "Only about this customer's chains.") var customer: String?
        @Option(help: "How many at most.") var limit = 50
        @Option(help: "Documents before this number: the page's next.") var after: Int64?

        func run(in invocation: Invocation) throws -> ExitCode {
            let filter = DocumentFilter(
                kind: kind, chain: chain.map(OriginalTransactionID.init),
                customer: customer.map(AppUserID.init))
            let limit = max(1, min(limit, 10_000))
            let documents = try invocation.store.documents(filter, after: after, limit: limit)
            invocation.output.answer(.documents(documents, limit: limit), Wording.documents(documents))
            return .success
        }
    }

    /// Shows one document.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show one document with its body.")
        static let permission = Permission.reveal

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The document's number.") var document: Int64

        func run(in invocation: Invocation) throws -> ExitCode {
            guard let document = try invocation.store.document(document) else {
                throw StoreError(
                    .notFound, "there is no document \(document)", remedy: "see `makegood documents list`")
            }
            invocation.output.answer(.document(document), Wording.document(document))
            return .success
        }
    }
}
