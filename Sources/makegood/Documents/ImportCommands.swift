import AppStore
import ArgumentParser
import Console
import Foundation
import Intake
import JSONAnswers
package import JSONValues
import Persistence
package import Purchases
import Wording

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

    @Argument(help: "Files, or - for standard input.", completion: .file()) var files: [String]
    @Option(name: .customLong("as"), help: "Read everything as this kind.") var kind: DocumentKind?
    @Option(help: "Claim the documents' chains for this customer.", completion: .customers) var customer:
        String?
    @OptionGroup var device: DeviceOption
    @OptionGroup var root: RootOption
    @OptionGroup var global: GlobalOptions

    var deed: String? { "the documents were taken in" }

    func run(in invocation: Invocation) throws -> ExitCode {
        let importer = try Importer(
            store: invocation.store, agent: invocation.agent, now: invocation.now, roots: try root.roots(),
            device: device.device)
        let context = DocumentContext(kind: kind, customer: customer.map(AppUserID.init))
        let meter = ProgressMeter()
        let report = try importer.run(files, in: context) { meter.show($0) }
        meter.finish()
        invocation.output.answer(report.json, Answers.importReport(report))
        return report.rejected.isEmpty ? .success : .someRejected
    }
}

extension DocumentKind: ExpressibleByArgument {}

extension Answers {
    /// What an import did.
    static func importReport(_ report: ImportReport) -> [String] {
        let known = report.duplicates > 0 ? ", \(report.duplicates) of them known" : ""
        return [
            "\(Counting.of(report.documents, "document")), \(report.accepted) accepted\(known), \(report.rejectedCount) rejected",
            "transactions: \(report.newTransactions) new, \(report.updatedTransactions) updated",
            "chains: \(report.newChains) new, \(report.updatedChains) updated",
            "tickets: \(report.openedTickets) opened, \(report.movedTickets) moved, \(report.resolvedTickets) resolved",
        ] + report.rejected.map { "rejected \($0.source): \($0.reason): \($0.detail)" } + more(report)
    }

    private static func more(_ report: ImportReport) -> [String] {
        let more = report.rejectedCount - report.rejected.count
        guard more > 0 else { return [] }
        return ["and \(more) more were rejected: 'makegood quarantine list' has what is kept"]
    }

    /// What trying many documents again did.
    static func retryReport(_ retry: RetryReport) -> [String] {
        guard retry.tried + retry.notKept > 0 else { return ["nothing of that is in quarantine"] }
        let stay = retry.tried - retry.released
        let notKept =
            retry.notKept == 0
            ? [] : ["\(retry.notKept) were not kept whole: bring them again from where they came"]
        return ["quarantine: \(retry.tried) tried, \(retry.released) released, \(stay) stay"] + notKept
            + importReport(retry.report)
    }
}

/// The answer of `import`.
extension ImportReport: JSONEncodable {
    package var json: JSONValue {
        .object([
            "documents": documents, "accepted": accepted, "duplicates": duplicates,
            "rejected_in_all": rejectedCount,
            "rejected": rejected.map {
                .object(["source": $0.source, "kind": $0.kind, "reason": $0.reason, "detail": $0.detail])
            },
            "transactions": ["new": newTransactions, "updated": updatedTransactions],
            "chains": ["new": newChains, "updated": updatedChains],
            "tickets": ["opened": openedTickets, "moved": movedTickets, "resolved": resolvedTickets],
        ])
    }
}

/// The answer of `quarantine retry` for many documents.
extension RetryReport: JSONEncodable {
    package var json: JSONValue {
        report.json.adding([
            "quarantine": [
                "tried": tried, "released": released, "stay": tried - released, "not_kept": notKept,
            ]
        ])
    }
}

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

        @Option(
            help: "How many at most (default: 50, and with --csv everything).", transform: RowCount.parse)
        var limit: Int?
        @Option(help: "Only documents before this number, the “next” of the page before.") var after: Int64?
        @OptionGroup var form: CSVOption
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            try global.check(csv: form.csv)
        }

        func run(in invocation: Invocation) throws -> ExitCode {
            if form.csv { return try writeAll(in: invocation) }
            let limit = min(limit ?? 50, 10_000)
            let documents = try invocation.page(of: QuarantineQuery(after: after, limit: limit))
            invocation.output.answer(
                .object([
                    "documents": documents,
                    "next": documents.count < limit ? nil : documents.last.map { String($0.id) },
                ]),
                Answers.quarantineList(documents, limit: limit, at: invocation.now))
            return .success
        }

        private func writeAll(in invocation: Invocation) throws -> ExitCode {
            let list = WholeList<QuarantinedDocument, Int64>(limit: limit, after: after) { after, count in
                let found = try invocation.page(of: QuarantineQuery(after: after, limit: count))
                return (rows: found, next: found.count < count ? nil : found.last?.id)
            }
            let next = try list.write { Answers.quarantineTable($0, at: invocation.now).values }
            Answers.next(next.map { String($0) }).forEach(Output.note)
            return .success
        }
    }

    /// Shows one document in quarantine.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show one document in quarantine.",
            discussion: """
                It may name people, so the audit log notes first who looked, and a run with --read-only refuses it.
                """)
        static let permission = Permission.reveal

        @Argument(help: "The document's number.", completion: .quarantined) var document: Int64
        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode {
            let known = try invocation.store.revealQuarantined(
                document, by: invocation.agent, at: invocation.now)
            guard let found = known else { throw StoreError.unknown(.quarantined(document)) }
            invocation.output.answer(
                found.wholeJSON, asItIs: Answers.quarantined(found, at: invocation.now))
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

        @Argument(help: "The document's number.", completion: .quarantined) var document: Int64?
        @Flag(help: "Try every document in quarantine.") var all = false
        @Option(help: "Try every document that was refused for this reason.", completion: .quarantineReasons)
        var reason: String?
        @OptionGroup var root: RootOption
        @OptionGroup var global: GlobalOptions

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
            invocation.output.answer(report.json, Answers.importReport(report))
            return report.rejected.isEmpty ? .success : .someRejected
        }

        private func retryAll(_ importer: Importer, _ invocation: Invocation) throws -> ExitCode {
            if let reason, RejectionReason(rawValue: reason) == nil {
                throw CommandError(
                    .usage, "nothing is ever refused for the reason \(reason)",
                    remedy: "see `makegood quarantine list`")
            }
            let meter = ProgressMeter()
            let retry = try importer.retryAll(refusedFor: reason) { meter.show($0) }
            meter.finish()
            invocation.output.answer(retry.json, Answers.retryReport(retry))
            return retry.report.rejected.isEmpty && retry.notKept == 0 ? .success : .someRejected
        }
    }

    /// Drops a document.
    struct Drop: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "drop", abstract: "Drop a document from quarantine (leads).")

        @Argument(help: "The document's number.", completion: .quarantined) var document: Int64
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the document was dropped" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try invocation.store.dropQuarantined(document, by: invocation.agent, at: invocation.now)
            invocation.output.answer(
                .object(["dropped": String(document)]),
                ["dropped document \(document) from quarantine"])
            return .success
        }
    }

    private static func find(_ id: Int64, _ invocation: Invocation) throws -> QuarantinedDocument {
        guard let document = try invocation.store.quarantined(id) else {
            throw StoreError.unknown(.quarantined(id))
        }
        return document
    }
}

extension Answers {
    /// A page of what is in quarantine.
    static func quarantineList(
        _ documents: [QuarantinedDocument], limit: Int, at now: Instant
    ) -> Listing<QuarantinedDocument> {
        Listing(
            table: quarantineTable(documents, at: now), empty: "quarantine is empty",
            remarks: documents.count < limit ? [] : next(documents.last.map { String($0.id) }))
    }

    static func quarantined(_ document: QuarantinedDocument, at now: Instant) -> [String] {
        let body = String(decoding: document.body, as: UTF8.self)
        return quarantineTable([document], at: now).lines(fitting: nil) + [document.detail?.text ?? ""]
            + body.split(separator: "\n").map(String.init)
    }

    /// What is in quarantine as rows.
    static func quarantineTable(
        _ documents: [QuarantinedDocument], at now: Instant
    ) -> Table<QuarantinedDocument> {
        Table(
            documents,
            [
                .number("number", "id") { .number($0.id) },
                .useful("kind", "kind") { .words(words($0.kind ?? "?"), value: $0.kind) },
                .decisive("reason", "reason") { .text($0.reason) },
                .useful("received (UTC)", "received_at") { .moment($0.receivedAt) },
                .number("bytes", "bytes", .extra) { .number($0.byteCount) },
                .useful("source", "source") { .text($0.source) },
            ], at: now)
    }
}

extension QuarantinedDocument: JSONEncodable {
    package var json: JSONValue {
        .object([
            "id": String(id), "source": source, "kind": kind, "reason": reason,
            "detail": detail?.text ?? "", "received_at": receivedAt, "bytes": byteCount,
        ])
    }

    /// The document with what it says.
    var wholeJSON: JSONValue { json.adding(["body": String(decoding: body, as: UTF8.self)]) }
}
