public import ArgumentParser
import Intake
import Persistence
public import Purchases

/// Takes documents in.
struct ImportCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take in receipts, notifications, server answers, purchase reports and customers.",
        discussion: """
            Reads one JSON document, an array of them, JSON Lines, receipts and signed documents as they are, or CSV \
            for customers. Signatures are checked up to Apple's root. What is not understood or not authentic goes to \
            quarantine with its reason, the rest goes in, and the command exits with 65.
            """)

    static let permission = Permission.importDocuments

    @OptionGroup var global: GlobalOptions
    @Argument(help: "Files, or - for standard input.", completion: .file()) var files: [String]
    @Option(name: .customLong("as"), help: "Read everything as this kind.") var kind: DocumentKind?
    @Option(help: "Claim the documents' chains for this customer.", completion: .customers) var customer:
        String?
    @OptionGroup var device: DeviceOption
    @OptionGroup var root: RootOption

    var deed: String? { "the documents were taken in" }

    func run(in invocation: Invocation) throws -> ExitCode {
        let importer = try Importer(
            store: invocation.store, agent: invocation.agent, now: invocation.now, roots: try root.roots(),
            device: device.device)
        let options = ReadingOptions(kind: kind, customer: customer.map(AppUserID.init))
        let meter = ProgressMeter()
        let report = try importer.run(files, options: options) { meter.show($0) }
        meter.finish()
        invocation.output.answer(.importReport(report), Wording.importReport(report))
        return report.rejected.isEmpty ? .success : .someRejected
    }
}

extension DocumentKind: ExpressibleByArgument {}
