import Purchases

/// Notifications as their tables keep them: each once, with the documents that carried it.
enum NotificationTable {
    /// Keeps a notification of a document; one of a known name adds only when and how often it came.
    static func keep(
        _ notice: DocumentContents.Notice, of document: Int64, in environment: AppStoreEnvironment?,
        chain: Int64?, db: Connection
    ) throws {
        let row = try row(notice, of: document, in: environment, chain: chain, db: db)
        let delivered = notice.isDelivery ? notice.notification.receivedAt?.milliseconds ?? 0 : nil
        try db.run(
            """
            INSERT INTO notification_documents (document_id, notification_id, delivered_ms) VALUES (?, ?, ?)
            ON CONFLICT (document_id, notification_id, coalesce(delivered_ms, -1)) DO NOTHING
            """, [document, row, delivered])
        for attempt in notice.sendAttempts {
            try db.run(
                """
                INSERT INTO send_attempts (notification_id, at_ms, result) VALUES (?, ?, ?)
                ON CONFLICT (notification_id, at_ms, result) DO NOTHING
                """, [row, attempt.at, attempt.result])
        }
    }

    private static func row(
        _ notice: DocumentContents.Notice, of document: Int64, in environment: AppStoreEnvironment?,
        chain: Int64?, db: Connection
    ) throws -> Int64 {
        let notification = notice.notification
        let known: Int64? =
            if let uuid = notification.uuid {
                try db.value("SELECT id FROM notifications WHERE uuid = ?", [uuid])
            } else {
                try db.value(
                    "SELECT id FROM notifications WHERE document_id = ? AND uuid IS NULL", [document])
            }
        guard let known else {
            return try insert(notice, of: document, environment: environment, chain: chain, in: db)
        }
        try merge(notification, into: known, in: db)
        if try leads(document, over: known, in: db) {
            try db.run(
                """
                UPDATE notifications SET document_id = ?, chain_id = ?, environment = ?, type = ?, subtype = ?,
                  charge = ?, purchase_token = ? WHERE id = ?
                """,
                [
                    document, chain, environment, notification.type, notification.subtype,
                    notification.charge, try notice.purchaseToken.map { try ColumnText.json($0) }, known,
                ])
        }
        return known
    }

    /// Whether a document has the say about a notification that another told: the smaller digest has.
    private static func leads(_ document: Int64, over known: Int64, in db: Connection) throws -> Bool {
        try db.value(
            """
            SELECT CASE WHEN (SELECT sha256 FROM documents WHERE id = ?) <
                (SELECT d.sha256 FROM notifications n JOIN documents d ON d.id = n.document_id WHERE n.id = ?)
              THEN 1 ELSE 0 END
            """, [document, known]) ?? false
    }

    private static func insert(
        _ notice: DocumentContents.Notice, of document: Int64, environment: AppStoreEnvironment?,
        chain: Int64?, in db: Connection
    ) throws -> Int64 {
        let notification = notice.notification
        return try db.insert(
            """
            INSERT INTO notifications (document_id, uuid, chain_id, environment, type, subtype, signed_ms, received_ms,
              checked, charge, purchase_token) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                document, notification.uuid, chain, environment, notification.type, notification.subtype,
                notification.signedAt, notification.receivedAt, notification.check, notification.charge,
                try notice.purchaseToken.map { try ColumnText.json($0) },
            ])
    }

    /// One without a date of its own goes by the latest envelope, one that is signed by its first signature: so that
    /// the order in which they come does not matter.
    private static func merge(_ notification: StoreNotification, into row: Int64, in db: Connection) throws {
        try db.run(
            """
            UPDATE notifications SET
              signed_ms = CASE WHEN uuid IS NULL AND ?1 > signed_ms OR uuid IS NOT NULL AND ?1 < signed_ms THEN ?1
                ELSE signed_ms END,
              received_ms = CASE WHEN ?2 < received_ms THEN ?2 ELSE coalesce(received_ms, ?2) END,
              checked = CASE WHEN ?3 = 'signed' THEN ?3 ELSE checked END WHERE id = ?4
            """,
            [notification.signedAt, notification.receivedAt, notification.check, row])
    }
}

extension StoreNotification {
    /// What queries of `notifications n` select to read notifications.
    static let columns = "n.type, n.subtype, n.uuid, n.signed_ms, n.received_ms, n.checked, n.charge"

    /// Reads a notification whose columns stand behind so many others.
    init(_ row: StoredRow, after start: Int) throws {
        self.init(
            type: try row[start], subtype: row[start + 1], uuid: row[start + 2],
            signedAt: try row[start + 3], receivedAt: row[start + 4], check: try row[start + 5],
            charge: row[start + 6])
    }
}
