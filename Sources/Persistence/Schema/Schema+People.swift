extension Schema {
    /// Customers, how they are searched, and notes on them.
    static let people = """
        -- The *_key columns are what SearchKey makes of the others, for searches.
        CREATE TABLE customers (
            id INTEGER PRIMARY KEY,
            app_user_id TEXT NOT NULL UNIQUE, app_user_id_key TEXT NOT NULL,
            email TEXT, email_key TEXT, name TEXT, name_key TEXT,
            app_account_token TEXT, created_at_ms INTEGER, locale TEXT, country TEXT,
            tester INTEGER NOT NULL DEFAULT 0 CHECK (tester IN (0, 1)),
            told TEXT -- JSON of everything documents told, when more than the columns; NULL when unknown
        ) STRICT;
        CREATE INDEX customers_by_app_user_id_key ON customers (app_user_id_key);
        CREATE INDEX customers_by_email_key ON customers (email_key);
        CREATE INDEX customers_by_name_key ON customers (name_key);
        CREATE INDEX customers_by_token ON customers (app_account_token) WHERE app_account_token IS NOT NULL;

        -- Trigrams of the keys. External content: contentless tables refuse UPDATE on 3.40.
        CREATE VIRTUAL TABLE customers_search USING fts5(
            app_user_id_key, email_key, name_key,
            content = 'customers', content_rowid = 'id', tokenize = 'trigram', detail = none
        );
        CREATE TRIGGER customers_search_insert AFTER INSERT ON customers BEGIN
            INSERT INTO customers_search (rowid, app_user_id_key, email_key, name_key)
            VALUES (NEW.id, NEW.app_user_id_key, NEW.email_key, NEW.name_key);
        END;
        CREATE TRIGGER customers_search_delete AFTER DELETE ON customers BEGIN
            INSERT INTO customers_search (customers_search, rowid, app_user_id_key, email_key, name_key)
            VALUES ('delete', OLD.id, OLD.app_user_id_key, OLD.email_key, OLD.name_key);
        END;
        CREATE TRIGGER customers_search_update
        AFTER UPDATE OF id, app_user_id_key, email_key, name_key ON customers BEGIN
            INSERT INTO customers_search (customers_search, rowid, app_user_id_key, email_key, name_key)
            VALUES ('delete', OLD.id, OLD.app_user_id_key, OLD.email_key, OLD.name_key);
            INSERT INTO customers_search (rowid, app_user_id_key, email_key, name_key)
            VALUES (NEW.id, NEW.app_user_id_key, NEW.email_key, NEW.name_key);
        END;

        -- What agents wrote about a customer or a ticket.
        CREATE TABLE notes (
            id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, ticket_id INTEGER REFERENCES tickets,
            at_ms INTEGER NOT NULL, agent TEXT NOT NULL, body TEXT NOT NULL, reference TEXT,
            CHECK ((customer_id IS NULL) <> (ticket_id IS NULL))
        ) STRICT;
        CREATE INDEX notes_by_customer ON notes (customer_id, at_ms) WHERE customer_id IS NOT NULL;
        CREATE INDEX notes_by_ticket ON notes (ticket_id, at_ms) WHERE ticket_id IS NOT NULL;
        """
}
