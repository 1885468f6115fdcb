import Purchases

/// Notifications as their tables keep them: each once, with the documents that carried it.
enum NotificationTable {
    /// Keeps a notification of a document; one of a known name adds only when and how often it came.
    static func keep(
        _ notice: DocumentContents.Notice, of document: Int64, in environment: AppStoreEnvironment?,
        chain: Int64?, db: Connection
    ) throws {
        let row = try row(notice, of: document, in: environment, chain: chain, db: db)
        let arrival = notice.notification.receivedAt ?? Instant(milliseconds: 0)
        let carrier = NotificationDocument(
            document: document, notification: row, deliveredAt: notice.isDelivery ? arrival : nil)
        try db.run(carrying) { $0.bind(carrier) }
        for told in notice.sendAttempts {
            try SendAttemptRow.table.insertIfAbsent(
                SendAttemptRow(notification: row, at: told.at, result: told.result), in: db)
        }
    }

    private static let carrying = """
        \(NotificationDocument.table.insertion)
        ON CONFLICT (document_id, notification_id, coalesce(delivered_ms, -1)) DO NOTHING
        """

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
            return try NotificationRow.table.add(
                NotificationRow(
                    document: document, chain: chain, environment: environment, notification: notification,
                    purchaseToken: notice.purchaseToken), in: db)
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
    static let columns = ColumnNames(of: StoreNotification.self).selection(of: "n")
}

/// A notification with the document that has the say about it, and what else that tells.
struct NotificationRow: TableRow {
    static let table = Table<NotificationRow>("notifications", key: "id")
    static let unread = NotificationRow(document: 0, notification: .unread)

    var document: Int64
    var chain: Int64?
    var environment: AppStoreEnvironment?
    var notification: StoreNotification
    var purchaseToken: ExternalPurchaseToken?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("document_id", &document)
        columns.visit("chain_id", &chain)
        columns.visit("environment", &environment)
        notification.visit(&columns)
        columns.visit("purchase_token", json: &purchaseToken)
    }
}

/// A document that carries a notification.
struct NotificationDocument: TableRow {
    static let table = Table<NotificationDocument>("notification_documents")
    static let unread = NotificationDocument(document: 0, notification: 0)

    var document: Int64
    var notification: Int64
    /// When it reached the app's server, 0 where nothing says when; nil where it was not delivered.
    var deliveredAt: Instant?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("document_id", &document)
        columns.visit("notification_id", &notification)
        columns.visit("delivered_ms", &deliveredAt)
    }
}

/// A try of the App Store to deliver a notification.
struct SendAttemptRow: TableRow {
    static let table = Table<SendAttemptRow>("send_attempts", key: "notification_id", "at_ms", "result")
    static let unread = SendAttemptRow(notification: 0, at: .earliest, result: "")

    var notification: Int64
    var at: Instant
    var result: String

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("notification_id", &notification)
        columns.visit("at_ms", &at)
        columns.visit("result", &result)
    }
}

extension StoreNotification: TableValue {
    static let unread = StoreNotification(type: "", signedAt: .earliest, check: .unchecked)

    mutating func visit(_ columns: inout some ColumnVisitor) {
        var (type, subtype, uuid, signedAt) = (type, subtype, uuid, signedAt)
        var charge = charge
        columns.visit("type", &type)
        columns.visit("subtype", &subtype)
        columns.visit("uuid", &uuid)
        columns.visit("signed_ms", &signedAt)
        columns.visit("received_ms", &receivedAt)
        columns.visit("checked", &check)
        columns.visit("charge", &charge)
        self = StoreNotification(
            type: type, subtype: subtype, uuid: uuid, signedAt: signedAt, receivedAt: receivedAt,
            check: check, charge: charge)
    }
}
