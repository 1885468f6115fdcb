public import ArgumentParser
import Intake
import Persistence
public import Purchases

/// Takes documents in.
struct ImportCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take in receipts, notifications, purchase reports and customers.",
        discussion: """
            Reads one JSON document, an array of them, JSON Lines, or CSV for customers. What is not understood goes \
            to quarantine with its reason, the rest goes in, and the command exits with 65.
            """)

    static let permission = Permission.importDocuments

    @OptionGroup var global: GlobalOptions
    @Argument(help: "Files, or - for standard input.") var files: [String]
    @Option(name: .customLong("as"), help: "Read everything as this kind.") var kind: DocumentKind?
    @Option(help: "Claim the documents' chains for this customer.") var customer: String?

    func run(in invocation: Invocation) throws -> ExitCode {
        let importer = Importer(store: invocation.store, agent: invocation.agent, now: invocation.now)
        let options = ReadingOptions(kind: kind, customer: customer.map(AppUserID.init))
        let meter = ProgressMeter()
        let report = try importer.run(files, options: options) { meter.show($0) }
        meter.finish()
        invocation.output.answer(.importReport(report), Wording.importReport(report))
        return report.rejected.isEmpty ? .success : .someRejected
    }
}

extension DocumentKind: ExpressibleByArgument {}
