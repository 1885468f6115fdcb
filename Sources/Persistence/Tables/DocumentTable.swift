import Foundation
package import Purchases

/// Documents as their tables keep them: each once, with the chains it speaks of.
enum DocumentTable {
    /// What keeping a document found.
    struct Kept {
        let row: Int64
        /// Whether it was not known before.
        let isNew: Bool
        /// Whether it was brought before with the same times, so that it tells nothing more than its owner.
        let isRepeated: Bool
    }

    /// Keeps a document, once by its digest. Of one that is known only its check may rise and its times change.
    static func keep(_ document: DecodedDocument, at instant: Instant, in db: Connection) throws -> Kept {
        let contents = document.contents
        let row = try StoredDocument.table.addIfAbsent(
            StoredDocument(document: document, importedAt: instant), in: db)
        if let row { return Kept(row: row, isNew: true, isRepeated: false) }
        if document.check != .unchecked {
            // Known from somebody whom nothing vouched for; now something does.
            try db.run(
                "UPDATE documents SET checked = ? WHERE sha256 = ? AND checked = 'unchecked'",
                [document.check.rawValue, contents.precedence.digest])
        }
        return try again(contents, in: db)
    }

    private static func again(_ contents: DocumentContents, in db: Connection) throws -> Kept {
        let known = try db.map(
            "SELECT id, received_ms FROM documents WHERE sha256 = ?", [contents.precedence.digest]
        ) { row in (id: try row[0] as Int64, received: row[1] as Instant?) }[0]
        let isRepeated = known.received == contents.receivedAt
        if !isRepeated { try noteTimes(of: contents, known.id, in: db) }
        return Kept(row: known.id, isNew: false, isRepeated: isRepeated)
    }

    /// Notes which chains a document speaks of.
    static func link(_ document: Int64, to chains: [Int64], in db: Connection) throws {
        for chain in chains {
            try DocumentChain.table.insertIfAbsent(DocumentChain(document: document, chain: chain), in: db)
        }
    }

    /// Notes which chains a document names without telling anything of them.
    static func mention(_ chains: [OriginalTransactionID], in document: Int64, db: Connection) throws {
        for chain in chains {
            try DocumentMention.table.insertIfAbsent(
                DocumentMention(chain: chain, document: document), in: db)
            try db.run(
                """
                INSERT INTO document_chains (document_id, chain_id)
                SELECT ?, id FROM chains WHERE original_transaction_id = ?
                ON CONFLICT (document_id, chain_id) DO NOTHING
                """, [document, chain.rawValue])
        }
    }

    /// Notes that a new chain is named by documents that were there before it.
    static func linkMentions(of chain: OriginalTransactionID, to row: Int64, in db: Connection) throws {
        try db.run(
            """
            INSERT INTO document_chains (document_id, chain_id)
            SELECT document_id, ? FROM document_mentions WHERE original_transaction_id = ?
            """, [row, chain.rawValue])
    }

    /// Notes which attempt a report told of; its chains find it by that.
    static func link(_ document: Int64, toAttempt attempt: Int64, in db: Connection) throws {
        try AttemptDocument.table.insertIfAbsent(
            AttemptDocument(attempt: attempt, document: document), in: db)
    }

    /// A document brought again in another envelope was received at the earlier time; one without a date of its own
    /// goes by the latest, so that the order of the envelopes does not matter.
    private static func noteTimes(of contents: DocumentContents, _ document: Int64, in db: Connection) throws
    {
        try db.run(
            """
            UPDATE documents SET
              received_ms = CASE WHEN ?1 < received_ms THEN ?1 ELSE coalesce(received_ms, ?1) END,
              document_ms = CASE WHEN ?2 > document_ms THEN ?2 ELSE document_ms END WHERE id = ?3
            """,
            [contents.receivedAt?.milliseconds, contents.precedence.documentTime.milliseconds, document])
    }
}

/// A document that was understood: what it tells, and what is kept of it.
package struct DecodedDocument: Hashable, Sendable {
    package var contents: DocumentContents
    /// Its canonical JSON, secrets masked, receipts' blobs left out.
    package internal(set) var body: String
    /// What its signed parts say, decoded, as canonical JSON; nil when the body can be read as it is.
    package internal(set) var payload: String?
    /// Where it came from, such as `file:line`.
    package internal(set) var source: String
    /// How far its authenticity was checked.
    package var check: StoreNotification.Check {
        didSet { contents.isVouched = check != .unchecked }
    }

    /// A document that was understood. In Xcode and in local testing its chains get the names of their users.
    package init(
        contents: DocumentContents, body: String, payload: String? = nil, source: String,
        check: StoreNotification.Check
    ) {
        (self.contents, self.body, self.payload) = (contents.namingUsers, body, payload)
        (self.source, self.check) = (source, check)
        self.contents.isVouched = check != .unchecked
    }

    /// The document as quarantine keeps it, where the store cannot take it in after all: what came by an app's key still
    /// says so when it is read again.
    func rejection(_ reason: String, _ detail: String) -> Rejection {
        let text = contents.needsEvidence ? #"{"body":\#(body),"needs_evidence":true}"# : body
        return Rejection(
            source: source, kind: contents.kind.rawValue, reason: reason, detail: detail,
            body: Data(text.utf8), byteCount: text.utf8.count, customer: contents.owner)
    }
}

/// A document as it is kept, and when it was taken in. A row that is read has the document's head and texts, and not what it
/// tells.
struct StoredDocument: TableRow {
    /// Known by what it says; its number is the engine's.
    static let table = Table<StoredDocument>("documents", key: "sha256")
    static let unread = StoredDocument(
        document: DecodedDocument(
            contents: DocumentContents(
                kind: .verifyReceipt,
                precedence: Precedence(documentTime: .earliest, isSigned: false, digest: "")),
            body: "", source: "", check: .unchecked),
        importedAt: .earliest)

    var document: DecodedDocument
    var importedAt: Instant

    mutating func visit(_ columns: inout some ColumnVisitor) {
        document.visit(&columns)
        columns.visit("imported_ms", &importedAt)
    }
}

extension DecodedDocument {
    fileprivate mutating func visit(_ columns: inout some ColumnVisitor) {
        var (digest, time) = (contents.precedence.digest, contents.precedence.documentTime)
        columns.visit("sha256", &digest)
        columns.visit("kind", &contents.kind)
        columns.visit("source", &source)
        columns.visit("body", &body)
        columns.visit("payload", &payload)
        columns.visit("document_ms", &time)
        columns.visit("received_ms", &contents.receivedAt)
        columns.visit("checked", &check)
        columns.visit("environment", &contents.environment)
        columns.visit("bundle_id", &contents.bundleID)
        columns.visit("named_app_user_id", &contents.owner)
        contents.precedence = Precedence(
            documentTime: time, isSigned: contents.precedence.isSigned, digest: digest)
    }
}

extension DocumentKind: ColumnValue {
    /// The kinds of which something is true, as a statement compares with them: `('customers')`.
    static func list(where isListed: (DocumentKind) -> Bool) -> String {
        "(\(allCases.filter(isListed).map { "'\($0.rawValue)'" }.joined(separator: ", ")))"
    }
}

/// That a document speaks of a chain.
struct DocumentChain: TableRow {
    static let table = Table<DocumentChain>("document_chains", key: "document_id", "chain_id")
    static let unread = DocumentChain(document: 0, chain: 0)

    var document: Int64
    var chain: Int64

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("document_id", &document)
        columns.visit("chain_id", &chain)
    }
}

/// That a document names a chain without telling anything of it.
struct DocumentMention: TableRow {
    static let table = Table<DocumentMention>(
        "document_mentions", key: "original_transaction_id", "document_id")
    static let unread = DocumentMention(chain: OriginalTransactionID(""), document: 0)

    var chain: OriginalTransactionID
    var document: Int64

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("original_transaction_id", &chain)
        columns.visit("document_id", &document)
    }
}

/// That a document is a report of an attempt.
struct AttemptDocument: TableRow {
    static let table = Table<AttemptDocument>("attempt_documents", key: "attempt", "document_id")
    static let unread = AttemptDocument(attempt: 0, document: 0)

    var attempt: Int64
    var document: Int64

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("attempt", &attempt)
        columns.visit("document_id", &document)
    }
}
