import Console
import Persistence
import Purchases

extension Wording {
    /// A page of documents.
    static func documents(_ documents: [DocumentRecord], limit: Int, at now: Instant) -> Listing {
        let rows = documents.map { document -> [Table.Cell] in
            let told = Table.Cell(document.documentTime, asOf: now)
            return [
                .init(document.id),
                .init(shown: DocumentKind.title(of: document.kind), value: document.kind),
                .init(document.notifications.joined(separator: ",")),
                .init(shown: told.shown.isEmpty ? "no time" : told.shown, value: told.value),
                .init(document.check), .init(document.chains.map(\.rawValue).joined(separator: ",")),
                .init(document.source),
            ]
        }
        let columns: [Table.Column] = [
            .number("number", "id"), .decisive("kind", "kind"), .useful("carries", "notifications"),
            .decisive("told (UTC)", "document_time"), .useful("checked", "checked"),
            .useful("chains", "chains"), .extra("source", "source"),
        ]
        return Listing(
            table: Table(columns: columns, rows: rows), empty: "no document fits",
            remarks: documents.count < limit ? [] : next(documents.last.map { String($0.id) }))
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
            ["told", document.documentTime?.description ?? "it does not say when"],
            ["received", document.receivedAt?.description ?? "no envelope says when"],
            ["taken in", document.importedAt.description],
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
        case .unchecked: "unchecked: nothing vouches for it"
        case nil: check
        }
    }

    /// What a fact rests on, behind it; nothing for what no document told.
    static func source(_ evidence: Evidence?) -> String {
        evidence.map { "[\($0.name), \($0.check.rawValue)]" } ?? ""
    }
}
