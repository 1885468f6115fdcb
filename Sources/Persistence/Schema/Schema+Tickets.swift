extension Schema {
    /// Failed purchases: one ticket per charge, or per attempt that never was charged.
    static let tickets = """
        CREATE TABLE tickets (
            id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, product_id TEXT,
            environment TEXT NOT NULL, bundle_id TEXT, storefront TEXT, app_version TEXT,
            chain_id INTEGER REFERENCES chains, "transaction" INTEGER REFERENCES transactions,
            original_transaction_id TEXT, transaction_id TEXT, web_order_line_item_id TEXT,
            price_milliunits INTEGER, currency TEXT, is_list_price INTEGER NOT NULL DEFAULT 0,
            charged_at_ms INTEGER, opened_at_ms INTEGER NOT NULL,
            "group" INTEGER CHECK ("group" IN (1, 2, 3)), -- NULL: no failed purchase (any more)
            state TEXT NOT NULL, cause TEXT, attempts INTEGER NOT NULL DEFAULT 0,
            attempt_limit INTEGER NOT NULL DEFAULT 5, blocks_repurchase INTEGER NOT NULL DEFAULT 0,
            claimed_by TEXT, claimed_at_ms INTEGER, assigned_to TEXT, contacted_at_ms INTEGER,
            waiting_until_ms INTEGER, due_at_ms INTEGER,
            resolution TEXT, resolved_at_ms INTEGER, resolved_by TEXT, reference TEXT,
            version INTEGER NOT NULL DEFAULT 1
        ) STRICT;
        CREATE INDEX tickets_by_customer ON tickets (customer_id) WHERE customer_id IS NOT NULL;
        CREATE INDEX tickets_by_chain ON tickets (chain_id) WHERE chain_id IS NOT NULL;
        CREATE INDEX tickets_by_transaction_id ON tickets (transaction_id) WHERE transaction_id IS NOT NULL;
        CREATE INDEX tickets_by_line_item ON tickets (web_order_line_item_id)
            WHERE web_order_line_item_id IS NOT NULL;
        CREATE INDEX tickets_unresolved ON tickets ("group", charged_at_ms, id) WHERE state <> 'resolved';
        CREATE INDEX tickets_resolved ON tickets (resolved_at_ms) WHERE state = 'resolved';
        CREATE INDEX tickets_by_cause ON tickets (cause, opened_at_ms);

        -- One row per purchase attempt that the app reported; report keeps the newest report's own fields as JSON.
        CREATE TABLE ticket_attempts (
            attempt_id TEXT PRIMARY KEY, ticket_id INTEGER NOT NULL REFERENCES tickets,
            app_version TEXT, os_version TEXT, device TEXT, report TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX ticket_attempts_by_ticket ON ticket_attempts (ticket_id);

        -- The app's events; event is its canonical JSON, and the same event twice is one.
        CREATE TABLE ticket_events (
            ticket_id INTEGER NOT NULL REFERENCES tickets, at_ms INTEGER NOT NULL, event TEXT NOT NULL,
            attempt_id TEXT, received_ms INTEGER,
            PRIMARY KEY (ticket_id, at_ms, event)
        ) STRICT, WITHOUT ROWID;

        -- Every move between groups and states.
        CREATE TABLE ticket_moves (
            id INTEGER PRIMARY KEY, ticket_id INTEGER NOT NULL REFERENCES tickets,
            moved_from TEXT, moved_to TEXT NOT NULL, happened_ms INTEGER NOT NULL, learned_ms INTEGER NOT NULL,
            because TEXT NOT NULL, agent TEXT
        ) STRICT;
        CREATE INDEX ticket_moves_by_ticket ON ticket_moves (ticket_id);

        -- Reports of attempts, tickets or not, so that a later charge finds them.
        CREATE TABLE purchase_reports (
            attempt_id TEXT PRIMARY KEY, document_id INTEGER REFERENCES documents, app_user_id TEXT,
            environment TEXT NOT NULL, bundle_id TEXT, product_id TEXT, transaction_id TEXT,
            original_transaction_id TEXT, first_event_ms INTEGER NOT NULL, last_event_ms INTEGER NOT NULL,
            body TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX purchase_reports_by_customer ON purchase_reports (app_user_id, product_id);
        CREATE INDEX purchase_reports_by_transaction_id ON purchase_reports (transaction_id)
            WHERE transaction_id IS NOT NULL;
        """
}
