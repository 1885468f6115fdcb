public import ArgumentParser
import Persistence
public import Purchases

/// Shows what came in.
struct DocumentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "documents", abstract: "Show what came in.", subcommands: [List.self, Show.self],
        defaultSubcommand: List.self)

    @OptionGroup var global: GlobalOptions

    /// Lists documents.
    struct List: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List documents, newest first.",
            discussion: "What is asked for counts together: a kind of a customer's chains, checked so far.")

        @OptionGroup var global: GlobalOptions
        @Option(help: "Only this kind.") var kind: DocumentKind?
        @Option(
            help: "Only with this notification: DID_FAIL_TO_RENEW or DID_FAIL_TO_RENEW/GRACE_PERIOD.",
            completion: .notificationTypes)
        var type: String?
        @Option(help: "Only about this customer's chains.", completion: .customers) var customer: String?
        @Option(help: "Only about this chain.", completion: .chains) var chain: String?
        @Option(help: "Only those that were checked so far.") var checked: StoreNotification.Check?
        @Option(help: "How many at most.") var limit = 50
        @Option(help: "Documents after this number: the page's next.") var after: Int64?

        func run(in invocation: Invocation) throws -> ExitCode {
            let filter = DocumentFilter(
                kind: kind, notification: type.map(DocumentFilter.NotificationName.init),
                chain: chain.map(OriginalTransactionID.init), customer: customer.map(AppUserID.init),
                check: checked)
            let limit = max(1, min(limit, 10_000))
            let documents = try invocation.store.documents(filter, after: after, limit: limit)
            invocation.output.answer(
                .documents(documents, limit: limit),
                Wording.documents(documents, limit: limit, at: invocation.now))
            return .success
        }
    }

    /// Shows one document.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show one document: what is known of it, and what it says.")
        static let permission = Permission.reveal

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The document's number.") var document: Int64

        func run(in invocation: Invocation) throws -> ExitCode {
            guard let document = try invocation.store.document(document) else {
                throw StoreError(
                    .notFound, "there is no document \(document)", remedy: "see `makegood documents list`")
            }
            invocation.output.answer(.document(document), asItIs: Wording.document(document))
            return .success
        }
    }
}

extension StoreNotification.Check: ExpressibleByArgument {}
