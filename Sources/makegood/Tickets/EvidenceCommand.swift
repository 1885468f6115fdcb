import ArgumentParser
import Console
import JSONAnswers
import JSONValues
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
            ? Printable.json(JSONValue.evidence(evidence).canonicalText) + "\n"
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

extension JSONValue {
    /// The answer of `evidence`.
    static func evidence(_ evidence: TicketEvidence) -> JSONValue {
        let page = ticketPage(evidence.page)
        guard case .object(let members) = page else { return page }
        let ticket = evidence.page
        let record = zip([evidence.transaction].compactMap { $0 }, [evidence.chain].compactMap { $0 }).map {
            AppleFields($0, of: $1.chain.id).shown
        }.first
        let more: [String: JSONValue] = [
            "as_of": .time(ticket.at), "taken_out_by": .id(evidence.takenOutBy),
            "customer": ticket.customer.map(customer) ?? .null,
            "app_store_record": record.map { fields in
                .object(
                    Dictionary(
                        fields.map { ($0.name, JSONValue.string($0.value)) }, uniquingKeysWith: { $1 }))
            } ?? .null,
            "chain": evidence.chain.map(chain) ?? .null,
            "grants": .list(ticket.grants) { grant($0, at: ticket.at) },
            "consumption": evidence.consumption.map {
                consumption($0, tenure: evidence.accountTenure ?? 0, hasConsent: evidence.hasConsent)
            } ?? .null,
            "documents": .list(evidence.documents, listed),
            "more_documents": .bool(evidence.hasMoreDocuments), "audit": .list(evidence.audit, entry),
        ]
        return .object(members.merging(more) { $1 })
    }

    private static func consumption(
        _ answer: PreparedConsumption, tenure: Int, hasConsent: Bool
    ) -> JSONValue {
        .object([
            "delivery_status": .text(answer.deliveryStatus?.rawValue),
            "consumption_percentage": .number(answer.consumptionPercentage),
            "refund_preference": .text(answer.refundPreference?.rawValue),
            "account_tenure": .number(tenure), "customer_consented": .bool(hasConsent),
            "sample_content_provided": .bool(answer.sampleContentProvided),
        ])
    }
}
