import GRDB

extension Schema {
    /// Version 7: since when it is known whose a chain is, and purchases that only the app says were delivered.
    private static let knownOwners = """
        -- When a claim became known, which is not the time of the document that told it.
        ALTER TABLE chain_claims ADD COLUMN known_ms INTEGER;
        UPDATE chain_claims SET known_ms = at_ms;
        ALTER TABLE attempt_claims ADD COLUMN known_ms INTEGER;
        UPDATE attempt_claims
        SET known_ms = (SELECT min(at_ms, a.received_ms) FROM attempts a WHERE a.id = attempt);

        -- Since when it is known that a customer carries or carried a token; 0: for as long as anything is.
        CREATE TABLE customer_tokens (
            customer_id INTEGER NOT NULL REFERENCES customers, token TEXT NOT NULL, known_ms INTEGER NOT NULL,
            PRIMARY KEY (customer_id, token)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO customer_tokens (customer_id, token, known_ms)
        SELECT id, app_account_token, 0 FROM customers WHERE app_account_token IS NOT NULL;

        -- Derived: since when it is known whose the chain is; NULL while it is nobody's.
        ALTER TABLE chains ADD COLUMN owner_known_ms INTEGER;

        -- Of each purchase that nothing but the app's word says was delivered, one attempt has the outcome 'by_word'.
        CREATE INDEX attempts_by_word ON attempts (charged_ms, id) WHERE outcome = 'by_word';
        """

    /// What the rules of before may have decided otherwise is looked at anew by whoever opens the store next: tickets,
    /// restores, and what was taken for delivered.
    private static let doubts = """
        UPDATE attempts SET due_ms = 0
        WHERE ticket_id IS NOT NULL OR outcome = 'restored' OR (outcome = 'delivered' AND EXISTS (
          SELECT 1 FROM transaction_ids i JOIN transactions t ON t.id = i."transaction"
            JOIN undelivered_charges s ON s.chain_id = t.chain_id AND s."transaction" = t.id
            WHERE i.transaction_id = attempts.transaction_id
          UNION ALL SELECT 1 FROM transactions t
            JOIN undelivered_charges s ON s.chain_id = t.chain_id AND s."transaction" = t.id
            WHERE t.web_order_line_item_id = attempts.web_order_line_item_id))
        """

    /// Brings a store to version 7.
    static func keepKnownOwners(_ db: Database) throws {
        try db.execute(sql: knownOwners)
        var owners = ChainOwnershipUpdate()
        let chains: [Int64] = try db.values("SELECT id FROM chains")
        for chain in chains { try owners.decide(chain, db) }
        try UndeliveredCharges.rewriteAll(db)
        try db.execute(sql: doubts)
    }
}
