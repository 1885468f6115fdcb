import ArgumentParser
import Console
import Foundation
import JSONAnswers
package import JSONValues
import Persistence
package import Purchases
import Wording

/// Shows what came in.
struct DocumentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "documents", abstract: "Show the documents that were taken in.",
        subcommands: [List.self, Show.self],
        defaultSubcommand: List.self)

    @OptionGroup var global: GlobalOptions

    /// Lists documents.
    struct List: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List documents, newest first.",
            discussion: "Filters add up: only what passes all of them is listed.")

        @Option(help: "Only this kind.") var kind: DocumentKind?
        @Option(
            help: "Only with this notification: DID_FAIL_TO_RENEW or DID_FAIL_TO_RENEW/GRACE_PERIOD.",
            completion: .notificationTypes)
        var type: String?
        @Option(help: "Only about this customer's chains.", completion: .customers) var customer: String?
        @Option(help: "Only about this chain.", completion: .chains) var chain: String?
        @Option(help: "Only those that were checked this far.") var checked: StoreNotification.Check?
        @Option(
            help: "How many at most (default: 50, and with --csv everything that the filter passes).",
            transform: RowCount.parse)
        var limit: Int?
        @Option(help: "Only documents after this number, the “next” of the page before.") var after: Int64?
        @OptionGroup var form: CSVOption
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            try global.check(csv: form.csv)
        }

        func run(in invocation: Invocation) throws -> ExitCode {
            let filter = DocumentFilter(
                kind: kind, notification: type.map(DocumentFilter.NotificationName.init),
                chain: chain.map(OriginalTransactionID.init), customer: customer.map(AppUserID.init),
                check: checked)
            if form.csv { return try writeAll(of: filter, in: invocation) }
            let limit = min(limit ?? 50, 10_000)
            let documents = try invocation.wholePage(
                of: DocumentListQuery(filter, after: after, limit: limit)
            ).documents
            invocation.output.answer(
                .object([
                    "documents": documents,
                    "next": documents.count < limit ? nil : documents.last.map { String($0.id) },
                ]),
                Answers.documents(documents, limit: limit, at: invocation.now))
            return .success
        }

        private func writeAll(of filter: DocumentFilter, in invocation: Invocation) throws -> ExitCode {
            let list = WholeList<DocumentRecord, Int64>(limit: limit, after: after) { after, count in
                let found = try invocation.wholePage(
                    of: DocumentListQuery(filter, after: after, limit: count)
                ).documents
                return (rows: found, next: found.count < count ? nil : found.last?.id)
            }
            let next = try list.write { Answers.documentTable($0, at: invocation.now).values }
            Answers.next(next.map { String($0) }).forEach(Output.note)
            return .success
        }
    }

    /// Shows one document.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show one document: what is known of it, and what it says.",
            discussion: """
                It may name people, so the audit log notes first who looked, and a run with --read-only refuses it.
                """)
        static let permission = Permission.reveal

        @Argument(help: "The document's number.") var document: Int64
        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode {
            let found = try invocation.store.revealDocument(
                document, by: invocation.agent, at: invocation.now)
            guard let document = found else {
                throw CommandError(
                    .notFound, "there is no document \(document)", remedy: "see `makegood documents list`")
            }
            invocation.output.answer(document.wholeJSON, asItIs: Answers.document(document))
            return .success
        }
    }
}

extension StoreNotification.Check: ExpressibleByArgument {}

extension Answers {
    /// A page of documents.
    static func documents(
        _ documents: [DocumentRecord], limit: Int, at now: Instant
    ) -> Listing<DocumentRecord> {
        Listing(
            table: documentTable(documents, at: now), empty: "no document fits",
            remarks: documents.count < limit ? [] : next(documents.last.map { String($0.id) }))
    }

    /// Documents as rows.
    static func documentTable(_ documents: [DocumentRecord], at now: Instant) -> Table<DocumentRecord> {
        Table(
            documents,
            [
                .number("number", "id") { .number($0.id) }, .kind,
                .useful("carries", "notifications") { .text($0.notifications.joined(separator: ",")) },
                .told, .checked,
                .useful("chains", "chains") { .text($0.chains.map(\.rawValue).joined(separator: ",")) },
                .source,
            ], at: now)
    }

    /// One document: what is known of it, and what it says.
    static func document(_ document: DocumentRecord) -> [String] {
        let said = IndentedJSON((document.payload ?? document.body ?? "").utf8).lines
        return Columns.lines(facts(of: document)) + [""] + said
    }

    private static func facts(of document: DocumentRecord) -> [[String]] {
        let chains = document.chains.map(\.rawValue).joined(separator: ", ")
        let facts: [[String]?] = [
            ["document", String(document.id)], ["kind", DocumentKind.title(of: document.kind)],
            document.notifications.isEmpty
                ? nil : ["carries", document.notifications.joined(separator: ", ")],
            document.meaning.map { ["means", "\($0.code), \($0.name): \($0.happened)"] },
            document.answerCode == 0 ? nil : document.meaning.map { ["to do", $0.advice] },
            ["source", document.source], ["checked", checked(document.check)],
            ["told", document.documentTime.map(moment) ?? "it does not say when"],
            ["received", document.receivedAt.map(moment) ?? "no envelope says when"],
            ["taken in", moment(document.importedAt)],
            document.environment.map { ["environment", $0] },
            ["chains", chains.isEmpty ? "none" : chains], ["sha-256", document.sha256],
            document.payload == nil ? nil : ["shown", "its signed parts, decoded; --json has the body too"],
        ]
        return facts.compactMap { $0 }
    }

    /// How far something was checked.
    static func checked(_ check: String) -> String {
        switch StoreNotification.Check(rawValue: check) {
        case .signed: "signed by Apple"
        case .secret: "carried the shared secret"
        case .asked: "the App Store answered with it when it was asked"
        case .unchecked: "unchecked: nothing vouches for it"
        case nil: check
        }
    }

    /// What a fact rests on, behind it; nothing for what no document told.
    static func source(_ evidence: Evidence?) -> String {
        evidence.map { "[\($0.name), \($0.check.rawValue)]" } ?? ""
    }
}

/// A document as lists show it.
extension DocumentRecord: JSONEncodable {
    package var json: JSONValue {
        .object([
            "id": String(id), "kind": kind, "source": source, "sha256": sha256,
            "document_time": documentTime, "received_at": receivedAt, "imported_at": importedAt,
            "checked": check, "environment": environment, "chains": chains, "notifications": notifications,
        ])
    }

    /// The answer of `documents show`.
    var wholeJSON: JSONValue {
        json.adding([
            "body": body.map(JSONValue.init(stored:)), "payload": payload.map(JSONValue.init(stored:)),
            "meaning": meaning,
        ])
    }
}

extension Evidence? {
    /// What a fact rests on, as members of the fact.
    var members: [String: any JSONEncodable] {
        [
            "document": map { String($0.document) }, "document_kind": self?.kind, "checked": self?.check,
        ]
    }
}

extension JSONValue {
    /// A stored text as the JSON that it is; as a text where it is none.
    init(stored text: String) { self = (try? JSONValue(parsing: Data(text.utf8))) ?? .string(text) }
}
