import Console
import Persistence
import Purchases

extension Wording {
    /// A page of documents.
    static func documents(_ documents: [DocumentRecord], limit: Int) -> [String] {
        guard !documents.isEmpty else { return ["no document fits"] }
        let rows = documents.map { document in
            [
                String(document.id), document.kind, document.notifications.joined(separator: ","),
                document.documentTime?.description ?? "no time", document.check,
                document.chains.map(\.rawValue).joined(separator: ","), document.source,
            ]
        }
        let next = documents.count < limit ? nil : documents.last.map { "next page: --after \($0.id)" }
        return Columns.lines(rows) + [next].compactMap { $0 }
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
