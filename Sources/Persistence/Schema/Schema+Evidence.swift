extension Schema {
    /// Version 4: what signed documents say in readable form, and notifications by their own name.
    static let evidence = """
        -- What the signed parts of the body say, decoded; NULL when the body can be read as it is.
        ALTER TABLE documents ADD COLUMN payload TEXT;
        CREATE INDEX documents_by_kind ON documents (kind, checked);

        -- The chains that documents name without telling anything of them, such as the answer to an extension: so that
        -- a chain finds them, whichever comes first.
        CREATE TABLE document_mentions (
            original_transaction_id TEXT NOT NULL, document_id INTEGER NOT NULL REFERENCES documents,
            PRIMARY KEY (original_transaction_id, document_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE notifications_4 (
            id INTEGER PRIMARY KEY, document_id INTEGER NOT NULL REFERENCES documents,
            uuid TEXT UNIQUE, -- Apple's notificationUUID, NULL in version 1: there the document names it
            chain_id INTEGER REFERENCES chains, environment TEXT, type TEXT NOT NULL, subtype TEXT,
            signed_ms INTEGER NOT NULL, received_ms INTEGER, checked TEXT NOT NULL, charge TEXT
        ) STRICT;
        INSERT INTO notifications_4 SELECT n.id, n.document_id, NULL, n.chain_id, d.environment, n.type, n.subtype,
            n.signed_ms, n.received_ms, n.checked, n.charge FROM notifications n JOIN documents d ON d.id = n.document_id;
        DROP TABLE notifications;
        ALTER TABLE notifications_4 RENAME TO notifications;
        CREATE INDEX notifications_by_chain ON notifications (chain_id, signed_ms);
        CREATE INDEX notifications_by_type ON notifications (type, subtype);
        CREATE UNIQUE INDEX notifications_by_document ON notifications (document_id) WHERE uuid IS NULL;

        -- Every document that carries a notification, and when it reached the app's server (0: nothing says when;
        -- NULL: it is told by the App Store's history, not delivered).
        CREATE TABLE notification_documents (
            document_id INTEGER NOT NULL REFERENCES documents,
            notification_id INTEGER NOT NULL REFERENCES notifications, delivered_ms INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX notification_documents_once
            ON notification_documents (document_id, notification_id, coalesce(delivered_ms, -1));
        CREATE INDEX notification_documents_by_notification ON notification_documents (notification_id);
        INSERT INTO notification_documents SELECT document_id, id, coalesce(received_ms, 0) FROM notifications;

        -- The App Store's tries to deliver a notification, as its history tells them.
        CREATE TABLE send_attempts (
            notification_id INTEGER NOT NULL REFERENCES notifications, at_ms INTEGER NOT NULL, result TEXT NOT NULL,
            PRIMARY KEY (notification_id, at_ms, result)
        ) STRICT, WITHOUT ROWID;
        """
}
