/// The tables, indexes, guards and views of a store, as they are now.
///
/// What stands in each table is said here and nowhere else; `docs/store.md` says what of it others may rely on. Whoever
/// changes a table changes it here, and adds a step to `Migrations` in `FileStore/Schema` for the stores that are
/// there.
///
/// All tables are STRICT. Times are milliseconds UTC (`_ms`), money is thousandths of a unit (`_milliunits`) with an ISO
/// 4217 code. Rows refer to each other by number, Apple's ids are text.
package enum Schema {
    /// Everything that a new store has, in an order in which it can be made.
    package static let all = [
        state, settings, changes, audit, customers, catalog, catalogSinceVersion9, documents, notifications,
        chains, transactions,
        purchasesSinceVersion8, purchasesSinceVersion9, transactionIDs, periods, payers,
        grants, attempts, claimsSinceVersion9, incidents, tickets, endsWithoutProof, failedOfIncidents,
        incidentCounts, ticketWork, requests, approvals, approvalsSinceVersion9,
        entitlementViews, desk,
        ledger, chargesWithoutProof, losses, batches, appStoreRequests, workers, server, leases,
        refundRequests,
        consumptionConsents, webhooks, heldNews, arrivals, toldPurchases, unprovedReports, pruning,
    ]

    /// What the store knows of itself.
    private static let state = """
        -- Facts of the store by key: see StoreState.
        CREATE TABLE store_state (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

        -- Who may do what; removed logins stay, so that old entries keep their names.
        CREATE TABLE agents (
            login TEXT PRIMARY KEY,
            role TEXT NOT NULL CHECK (role IN ('viewer', 'agent', 'lead', 'service')),
            since_ms INTEGER NOT NULL, added_by TEXT NOT NULL, removed_at_ms INTEGER, removed_by TEXT
        ) STRICT, WITHOUT ROWID;
        """

    /// What leads decide.
    private static let settings = """
        -- Settings by key, policy.* included; a missing key has its default.
        CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

        -- The environments whose purchases give access; a table of its own so that views can join it.
        CREATE TABLE served_environments (environment TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

        -- Shared secrets of version 1 notifications: lower-case hex SHA-256 of salt and secret.
        CREATE TABLE secrets (
            id INTEGER PRIMARY KEY, salt TEXT NOT NULL, hash TEXT NOT NULL,
            added_at_ms INTEGER NOT NULL, added_by TEXT NOT NULL
        ) STRICT;
        """

    /// What other processes and repeated requests are told.
    private static let changes = """
        -- What changed, in order: other processes read on from the sequence that they know.
        CREATE TABLE change_log (
            sequence INTEGER PRIMARY KEY, entity TEXT NOT NULL, id TEXT NOT NULL
        ) STRICT;

        -- Answers already given, kept for ever, those to requests over HTTP for 90 days: an acknowledgement may be lost, the
        -- deed is not done twice.
        CREATE TABLE idempotency (
            key TEXT PRIMARY KEY, request_hash TEXT NOT NULL, result TEXT NOT NULL, at_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        \(answerGuards.sqlite)
        """

    /// The log of every write.
    private static let audit = """
        -- One entry a write. hash = lower-case hex SHA-256 of the compact JSON array of the first seven values, so that
        -- each entry proves all before it.
        CREATE TABLE audit (
            sequence INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, agent TEXT NOT NULL, action TEXT NOT NULL,
            subject TEXT NOT NULL, details TEXT NOT NULL, previous_hash TEXT NOT NULL, hash TEXT NOT NULL
        ) STRICT;
        CREATE INDEX audit_by_agent ON audit (agent);
        \(auditGuards.sqlite)

        -- What people typed, of which the details hold the token alone: lower-case hex SHA-256 of salt and body. An erasure
        -- takes salt and body away, once, and erased_in is its entry.
        CREATE TABLE audit_texts (
            token TEXT PRIMARY KEY, sequence INTEGER NOT NULL REFERENCES audit, salt TEXT, body TEXT, erased_in INTEGER,
            CHECK ((body IS NULL) = (salt IS NULL)), CHECK ((body IS NULL) = (erased_in IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX audit_texts_by_sequence ON audit_texts (sequence);
        CREATE INDEX audit_texts_erased ON audit_texts (erased_in) WHERE erased_in IS NOT NULL;
        \(auditTextGuards.sqlite)

        -- Which entries speak of what: a customer, chain, ticket, grant, agent. An index, not evidence.
        CREATE TABLE audit_subjects (
            id TEXT NOT NULL, kind TEXT NOT NULL, sequence INTEGER NOT NULL REFERENCES audit,
            PRIMARY KEY (id, kind, sequence)
        ) STRICT, WITHOUT ROWID;
        """

    /// People, how they are searched, and what agents wrote about them.
    private static let customers = """
        -- The app's customers. The *_key columns are what SearchKey makes of the others, for searches.
        CREATE TABLE customers (
            id INTEGER PRIMARY KEY,
            app_user_id TEXT NOT NULL UNIQUE, app_user_id_key TEXT NOT NULL,
            email TEXT, email_key TEXT, name TEXT, name_key TEXT,
            app_account_token TEXT, created_at_ms INTEGER, locale TEXT, country TEXT,
            tester INTEGER NOT NULL DEFAULT 0 CHECK (tester IN (0, 1)),
            erased_ms INTEGER, -- when the person was erased; the id stays as a pseudonym
            told TEXT -- JSON of everything documents told, when more than the columns; NULL when unknown
        ) STRICT;
        CREATE INDEX customers_by_app_user_id_key ON customers (app_user_id_key);
        CREATE INDEX customers_by_email_key ON customers (email_key);
        CREATE INDEX customers_by_name_key ON customers (name_key);
        CREATE INDEX customers_by_token ON customers (app_account_token) WHERE app_account_token IS NOT NULL;
        CREATE INDEX customers_erased ON customers (erased_ms) WHERE erased_ms IS NOT NULL;

        -- The tokens of people who were erased, as lower-case hex SHA-256: documents that carry one say whose purchase it
        -- is, and are kept without it.
        CREATE TABLE erased_tokens (
            digest TEXT PRIMARY KEY, app_user_id TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Since when it is known that a customer carries or carried a token; 0: for as long as anything is.
        CREATE TABLE customer_tokens (
            customer_id INTEGER NOT NULL REFERENCES customers, token TEXT NOT NULL, known_ms INTEGER NOT NULL,
            PRIMARY KEY (customer_id, token)
        ) STRICT, WITHOUT ROWID;

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
        CREATE INDEX notes_by_reference ON notes (reference COLLATE NOCASE) WHERE reference IS NOT NULL;
        """

    /// What the app sells.
    private static let catalog = """
        -- Products. period is an ISO 8601 duration; prices a JSON object of thousandths by ISO 4217 code.
        CREATE TABLE products (
            product_id TEXT PRIMARY KEY, kind TEXT NOT NULL, period TEXT, subscription_group TEXT, level INTEGER,
            prices TEXT NOT NULL DEFAULT '{}'
        ) STRICT, WITHOUT ROWID;

        -- What products unlock, in the catalogue's order; a product not in products unlocks one named like itself.
        CREATE TABLE product_entitlements (
            product_id TEXT NOT NULL REFERENCES products ON DELETE CASCADE,
            entitlement TEXT NOT NULL, position INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (product_id, entitlement)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX product_entitlements_by_entitlement ON product_entitlements (entitlement);
        """

    /// What version 9 keeps more of products: added, in the same words, to the table of a new file and of one that is there.
    package static let catalogSinceVersion9 = """
        -- What the shop calls a product: a JSON object of names by language.
        ALTER TABLE products ADD COLUMN names TEXT NOT NULL DEFAULT '{}';
        """

    /// What agents gave.
    private static let grants = """
        -- Grants are appended, revoked once, never changed and never deleted. People by app_user_id only, so that a
        -- person can be erased and the row still proves what was given.
        CREATE TABLE grants (
            id INTEGER PRIMARY KEY, app_user_id TEXT NOT NULL, entitlement TEXT NOT NULL,
            starts_at_ms INTEGER NOT NULL, ends_at_ms INTEGER, reason TEXT NOT NULL, note TEXT,
            ticket_id INTEGER REFERENCES tickets, reference TEXT,
            granted_by TEXT NOT NULL, granted_at_ms INTEGER NOT NULL,
            revoked_at_ms INTEGER, revoked_by TEXT, revoked_reason TEXT, revoked_note TEXT,
            is_restitution INTEGER NOT NULL DEFAULT 0, -- 1: it only gave back what was lost, and counts against no limit
            CHECK (ends_at_ms IS NULL OR ends_at_ms > starts_at_ms)
        ) STRICT;
        CREATE INDEX grants_by_customer ON grants (app_user_id);
        CREATE INDEX grants_by_agent ON grants (granted_by, granted_at_ms) WHERE NOT is_restitution;
        CREATE INDEX grants_by_ticket ON grants (ticket_id) WHERE ticket_id IS NOT NULL;
        CREATE INDEX grants_without_ticket ON grants (id, ends_at_ms)
            WHERE ticket_id IS NULL AND revoked_at_ms IS NULL AND reason NOT IN ('goodwill', 'test');
        CREATE INDEX grants_by_reference ON grants (reference COLLATE NOCASE) WHERE reference IS NOT NULL;
        \(bridges);
        \(grantGuards.sqlite)
        """

    /// What the server bridged, from the last back.
    package static let bridges =
        "CREATE INDEX grants_bridges ON grants (id, granted_at_ms, ticket_id) WHERE reason = 'bridge'"

    /// How people set up their desks: saved views, and what leads want customers to be told.
    private static let desk = """
        -- Saved views of lists. agent NULL: shared by leads with everybody. position: the digit that shows it.
        CREATE TABLE saved_views (
            id INTEGER PRIMARY KEY, agent TEXT, list TEXT NOT NULL, position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 9),
            name TEXT NOT NULL, query TEXT NOT NULL, sort TEXT
        ) STRICT;
        CREATE UNIQUE INDEX saved_views_place ON saved_views (list, coalesce(agent, ''), position);

        -- What leads say in place of the answers to customers that the program brings, by language and situation.
        CREATE TABLE reply_templates (
            language TEXT NOT NULL, situation TEXT NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (language, situation)
        ) STRICT, WITHOUT ROWID;
        """
}
