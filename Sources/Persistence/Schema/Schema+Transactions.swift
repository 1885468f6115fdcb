extension Schema {
    /// Transactions as they stand now, and every id seen of them.
    static let transactions = """
        -- The columns are the values as they stand; told_* is the newest telling's standing; tellings is the JSON
        -- of all of them, only when more than one still adds something.
        CREATE TABLE transactions (
            id INTEGER PRIMARY KEY, chain_id INTEGER NOT NULL REFERENCES chains,
            transaction_id TEXT NOT NULL, web_order_line_item_id TEXT, product_id TEXT,
            purchased_at_ms INTEGER, original_purchased_at_ms INTEGER, expires_at_ms INTEGER,
            revoked_at_ms INTEGER, revocation_kind TEXT, revocation_reason TEXT, revocation_percentage INTEGER,
            revocation_told INTEGER, -- 1: some document said whether it is revoked
            quantity INTEGER, is_trial INTEGER, is_intro_offer INTEGER, offer_type INTEGER,
            offer_discount_type TEXT, offer_code TEXT, promotional_offer_id TEXT,
            ownership TEXT, is_upgraded INTEGER, subscription_group TEXT, app_account_token TEXT,
            bundle_id TEXT, storefront TEXT, price_milliunits INTEGER, currency TEXT,
            apple_type TEXT, transaction_reason TEXT,
            known_ms INTEGER NOT NULL, earliest_expires_ms INTEGER,
            revocations_known TEXT, -- JSON, NULL when none was ever told
            told_ms INTEGER NOT NULL, told_signed INTEGER NOT NULL, told_sha256 TEXT NOT NULL,
            tellings TEXT
        ) STRICT;
        CREATE INDEX transactions_by_chain ON transactions (chain_id, purchased_at_ms);
        CREATE INDEX transactions_by_line_item ON transactions (web_order_line_item_id)
            WHERE web_order_line_item_id IS NOT NULL;
        CREATE INDEX transactions_by_token ON transactions (app_account_token)
            WHERE app_account_token IS NOT NULL;

        -- "transaction" is transactions.id. is_alone: some document told the id without a line item id.
        CREATE TABLE transaction_ids (
            transaction_id TEXT NOT NULL,
            "transaction" INTEGER NOT NULL REFERENCES transactions ON DELETE CASCADE,
            is_alone INTEGER NOT NULL,
            PRIMARY KEY (transaction_id, "transaction")
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX transaction_ids_by_transaction ON transaction_ids ("transaction");
        """
}
