extension Schema {
    /// Renewal information and notifications, each with its document.
    static let renewals = """
        CREATE TABLE renewals (
            chain_id INTEGER NOT NULL REFERENCES chains, document_ms INTEGER NOT NULL,
            is_signed INTEGER NOT NULL, sha256 TEXT NOT NULL, known_ms INTEGER NOT NULL, extent TEXT NOT NULL,
            auto_renew INTEGER, auto_renew_product_id TEXT, expiration_intent INTEGER, grace_ms INTEGER,
            in_billing_retry INTEGER, price_consent INTEGER, offer_id TEXT,
            PRIMARY KEY (chain_id, document_ms, sha256)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE notifications (
            id INTEGER PRIMARY KEY, document_id INTEGER NOT NULL UNIQUE REFERENCES documents,
            chain_id INTEGER REFERENCES chains, type TEXT NOT NULL, subtype TEXT,
            signed_ms INTEGER NOT NULL, received_ms INTEGER, checked TEXT NOT NULL, charge TEXT
        ) STRICT;
        CREATE INDEX notifications_by_chain ON notifications (chain_id, signed_ms);
        """
}
