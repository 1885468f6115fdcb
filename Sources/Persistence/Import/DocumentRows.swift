import GRDB
import Purchases

/// Documents as their tables keep them: each once, with the chains it speaks of.
enum DocumentRows {
    /// Keeps a document; answers its row and whether it is new.
    static func keep(
        _ document: ReadyDocument, at instant: Instant, _ db: Database
    ) throws -> (row: Int64, isNew: Bool) {
        let contents = document.contents
        let known: Int64? = try db.value(
            "SELECT id FROM documents WHERE sha256 = ?", [contents.precedence.digest])
        if let known {
            try noteReceived(contents.receivedAt, known, db)
            return (known, false)
        }
        try db.run(
            """
            INSERT INTO documents (sha256, kind, source, body, document_ms, received_ms, imported_ms, checked,
              environment, bundle_id, named_app_user_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                contents.precedence.digest, contents.kind.rawValue, document.source, document.body,
                contents.precedence.documentTime.milliseconds, contents.receivedAt?.milliseconds,
                instant.milliseconds, document.check.rawValue, contents.environment?.rawValue,
                contents.bundleID?.rawValue, contents.owner?.rawValue,
            ])
        return (db.lastInsertedRowID, true)
    }

    /// Notes which chains a document speaks of.
    static func link(_ document: Int64, to chains: [Int64], _ db: Database) throws {
        for chain in chains {
            try db.run(
                "INSERT INTO document_chains (document_id, chain_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [document, chain])
        }
    }

    /// Keeps a notification beside its document.
    static func keep(
        _ notice: DocumentContents.Notice, of document: Int64, chain: Int64?, _ db: Database
    ) throws {
        let notification = notice.notification
        try db.run(
            """
            INSERT INTO notifications (document_id, chain_id, type, subtype, signed_ms, received_ms, checked, charge)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (document_id)
            DO UPDATE SET received_ms = min(coalesce(received_ms, excluded.received_ms), excluded.received_ms)
            WHERE excluded.received_ms IS NOT NULL
            """,
            [
                document, chain, notification.type, notification.subtype, notification.signedAt.milliseconds,
                notification.receivedAt?.milliseconds, notification.check.rawValue,
                notification.charge?.rawValue,
            ])
    }

    private static func noteReceived(_ received: Instant?, _ document: Int64, _ db: Database) throws {
        guard let received else { return }
        try db.run(
            "UPDATE documents SET received_ms = min(coalesce(received_ms, ?1), ?1) WHERE id = ?2",
            [received.milliseconds, document])
    }
}
