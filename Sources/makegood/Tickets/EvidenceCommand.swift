import ArgumentParser
import Console
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// Takes out everything about one failed purchase.
struct EvidenceCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "evidence",
        abstract: "Write everything known about one failed purchase, for a refund or consumption request.",
        discussion: """
            Facts with their evidence, the App Store's record, what the app reported, moves, grants, notes, \
            notifications, documents with their digests, and the audit log's entries with their hashes: as Markdown, \
            or with --json as one JSON document. Secrets are masked, for a viewer personal data too. The audit log \
            notes first who took it out, so a run with --read-only refuses it.
            """)

    @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
    @Flag(help: "Markdown, as without --json.") var markdown = false
    @Option(help: "Write it to this new file instead of standard output.", completion: .file())
    var output: String?
    @OptionGroup var global: GlobalOptions

    var deed: String? { output.map { _ in "the audit log notes that the evidence was taken out" } }

    func validate() throws {
        guard !(markdown && global.json) else {
            throw ValidationError("Say either --markdown or --json, not both.")
        }
    }

    func run(in invocation: Invocation) throws -> ExitCode {
        let id = TicketID(ticket)
        let isMasked = try invocation.masksPersons()
        let evidence =
            try isMasked
            ? invocation.store.maskedEvidence(of: id, at: invocation.now)
            : invocation.store.exportEvidence(of: id, by: invocation.agent, at: invocation.now)
        let text =
            invocation.output.isJSON
            ? Printable.json(evidence.json.canonicalText) + "\n"
            : EvidenceDocument(evidence).markdown
        guard let output else {
            Output.raw(text)
            return .success
        }
        do {
            try PrivateFile.write(text, to: output)
        } catch {
            throw CommandError(
                error.reason == .exists ? .usage : .unavailable,
                "\(output) was not written, \(error.problem)",
                remedy: "name a new file in a folder of yours")
        }
        Output.note("evidence of ticket \(id) is in \(output)")
        return .success
    }
}

/// The answer of `evidence`.
extension TicketEvidence: JSONEncodable {
    package var json: JSONValue {
        page.json.adding([
            "as_of": page.at, "taken_out_by": takenOutBy, "customer": page.customer,
            "app_store_record": record, "chain": chain, "grants": page.grants.map { $0.json(at: page.at) },
            "consumption": consumption.map(json(of:)), "documents": documents,
            "more_documents": hasMoreDocuments, "audit": audit,
        ])
    }

    /// What the App Store's record tells, by Apple's names.
    private var record: [String: String]? {
        guard let transaction, let chain else { return nil }
        let fields = AppleFields(transaction, of: chain.chain.id).shown
        return Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    private func json(of answer: PreparedConsumption) -> JSONValue {
        .object([
            "delivery_status": answer.deliveryStatus?.rawValue,
            "consumption_percentage": answer.consumptionPercentage,
            "refund_preference": answer.refundPreference?.rawValue,
            "account_tenure": accountTenure ?? 0, "customer_consented": hasConsent,
            "sample_content_provided": answer.sampleContentProvided,
        ])
    }
}
