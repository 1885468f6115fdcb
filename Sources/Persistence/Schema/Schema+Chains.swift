extension Schema {
    /// Chains, the claims on them, and the orders that name them.
    static let chains = """
        CREATE TABLE chains (
            id INTEGER PRIMARY KEY, environment TEXT NOT NULL, original_transaction_id TEXT NOT NULL,
            bundle_id TEXT, product_id TEXT, subscription_group TEXT,
            customer_id INTEGER REFERENCES customers,
            newest_document_ms INTEGER, newest_known_ms INTEGER, history_reach_ms INTEGER,
            first_purchase_ms INTEGER, last_purchase_ms INTEGER, auto_renew INTEGER,
            UNIQUE (environment, original_transaction_id)
        ) STRICT;
        CREATE INDEX chains_by_original_transaction_id ON chains (original_transaction_id);
        CREATE INDEX chains_by_customer ON chains (customer_id) WHERE customer_id IS NOT NULL;
        CREATE INDEX chains_by_product ON chains (product_id, customer_id);

        -- Every reason to take a chain for a customer's; the rule picks the owner, chains.customer_id keeps it.
        CREATE TABLE chain_claims (
            id INTEGER PRIMARY KEY, chain_id INTEGER NOT NULL REFERENCES chains,
            kind TEXT NOT NULL CHECK (kind IN ('attach', 'app_account_token', 'customer', 'purchase_report')),
            app_user_id TEXT, token TEXT, at_ms INTEGER NOT NULL,
            CHECK (app_user_id IS NOT NULL OR token IS NOT NULL)
        ) STRICT;
        CREATE INDEX chain_claims_by_chain ON chain_claims (chain_id);
        CREATE UNIQUE INDEX chain_claims_once
            ON chain_claims (chain_id, kind, coalesce(app_user_id, ''), coalesce(token, ''))
            WHERE kind <> 'attach';
        CREATE INDEX chain_claims_by_token ON chain_claims (token) WHERE token IS NOT NULL;
        CREATE INDEX chain_claims_by_app_user_id ON chain_claims (app_user_id) WHERE app_user_id IS NOT NULL;

        -- Order ids from the customer's invoice (M…).
        CREATE TABLE orders (
            order_id TEXT NOT NULL, chain_id INTEGER NOT NULL REFERENCES chains,
            recorded_at_ms INTEGER NOT NULL, recorded_by TEXT NOT NULL,
            PRIMARY KEY (order_id, chain_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX orders_by_chain ON orders (chain_id);
        """
}
