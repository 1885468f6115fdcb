/// What the server keeps: what is asked of the App Store, who may ask the server, and how far its work has come.
extension Schema {
    /// What people and rules ask of the App Store.
    package static let appStoreRequests = """
        -- What is asked of the App Store, by people or by the server's own rules. kind: retry (verify a ticket's purchase
        -- again), order (look an order id up), refresh (history, statuses and refunds of a chain), finish (finish a ticket's
        -- transaction), extend (move a chain's renewal date), mass_extend (move those of a product), consumption (answer
        -- a refund request), token (sign a customer's token into a chain). subject: the ticket's number, the order id,
        -- the original_transaction_id, the product, the refund request's number. arguments: what else is sent, as JSON,
        -- decided before it is sent. next_try_ms: when it is to be tried next, while it waits. outcome: the code of the
        -- last answer. effect: what the App Store said that it did, as JSON.
        CREATE TABLE requests (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL CHECK (
                kind IN ('retry', 'order', 'refresh', 'finish', 'extend', 'mass_extend', 'consumption', 'token')),
            subject TEXT NOT NULL, arguments TEXT NOT NULL DEFAULT '{}',
            asked_by TEXT NOT NULL, asked_at_ms INTEGER NOT NULL,
            state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed', 'cancelled')),
            attempts INTEGER NOT NULL DEFAULT 0, next_try_ms INTEGER,
            tried_at_ms INTEGER, ended_at_ms INTEGER, ended_by TEXT, -- NULL: the server
            outcome TEXT, effect TEXT,
            CHECK ((state = 'waiting') = (next_try_ms IS NOT NULL)),
            CHECK ((state = 'waiting') = (ended_at_ms IS NULL))
        ) STRICT;
        CREATE UNIQUE INDEX requests_waiting ON requests (kind, subject) WHERE state = 'waiting';
        CREATE INDEX requests_due ON requests (next_try_ms, id) WHERE state = 'waiting';
        CREATE INDEX requests_by_subject ON requests (subject, kind, id);
        -- Which transactions the App Store finished because it was asked to.
        CREATE INDEX requests_finished ON requests (json_extract(arguments, '$.transaction_id'))
            WHERE kind = 'finish' AND state = 'done';
        CREATE INDEX requests_by_incident ON requests (json_extract(arguments, '$.incident'), kind, id)
            WHERE kind IN ('extend', 'mass_extend');

        -- Every try of a request. is_counted: whether it counts against the limit of tries; a fault of our own does not.
        CREATE TABLE request_tries (
            request_id INTEGER NOT NULL REFERENCES requests, number INTEGER NOT NULL,
            at_ms INTEGER NOT NULL, outcome TEXT NOT NULL, is_counted INTEGER NOT NULL,
            PRIMARY KEY (request_id, number)
        ) STRICT, WITHOUT ROWID;
        """

    /// What each server says of itself.
    package static let workers = """
        -- What each server does, each by its name: when it last did something, what came of it, and when it wants to go
        -- on. The row 'server' is the server itself: when it last said that it is there, and which release it is. Not in
        -- the audit log: it tells nothing that is not told elsewhere.
        CREATE TABLE workers (
            server TEXT NOT NULL, name TEXT NOT NULL, process INTEGER NOT NULL, started_ms INTEGER NOT NULL,
            seen_ms INTEGER NOT NULL, did_ms INTEGER, next_ms INTEGER,
            outcome TEXT, failures INTEGER NOT NULL DEFAULT 0, -- in a row
            release TEXT,
            PRIMARY KEY (server, name)
        ) STRICT, WITHOUT ROWID;
        """

    /// How much comes by itself.
    package static let arrivals = """
        -- How many documents came by themselves in which hour (since 1970), by the way that they took: notifications, reports.
        -- Of 29 days, by when they were received, from environments that are served; last_ms: when the last of them came.
        CREATE TABLE arrival_hours (
            way TEXT NOT NULL, hour INTEGER NOT NULL, documents INTEGER NOT NULL, last_ms INTEGER NOT NULL,
            PRIMARY KEY (way, hour)
        ) STRICT, WITHOUT ROWID;
        """

    /// The reports that are held to a ration.
    package static let unprovedReports = """
        -- The attempts of which an app's key reported a charge that nothing of the App Store's proved, by the UTC day: a key
        -- and a customer have so many a day. key_id: the key, 0 for what had waited in quarantine. Of today alone.
        CREATE TABLE unproved_reports (
            attempt INTEGER PRIMARY KEY, day_ms INTEGER NOT NULL, key_id INTEGER NOT NULL, customer_id INTEGER
        ) STRICT;
        CREATE INDEX unproved_reports_by_key ON unproved_reports (key_id, day_ms);
        CREATE INDEX unproved_reports_by_customer ON unproved_reports (customer_id, day_ms)
            WHERE customer_id IS NOT NULL;
        CREATE INDEX quarantine_rationed ON quarantine (id)
            WHERE reason = 'rationed' AND dropped_ms IS NULL AND retried_ms IS NULL;
        """

    /// What is kept for a time alone.
    package static let pruning = """
        -- Answers to requests over HTTP, by when they were given.
        CREATE INDEX idempotency_of_http ON idempotency (at_ms) WHERE key >= 'http:' AND key < 'http;';
        \(forgettingGuards.sqlite)

        -- Up to which event a customer's entitlement_events were forgotten: who reads on from an older one is told so.
        CREATE TABLE forgotten_events (
            app_user_id TEXT PRIMARY KEY, last_id INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// What the server keeps of its own.
    static let server = """
        -- What is wrong with the server's own work, by code, while it is: somebody is called once for each.
        CREATE TABLE server_alarms (
            code TEXT PRIMARY KEY, detail TEXT, at_ms INTEGER NOT NULL, command_ms INTEGER, url_ms INTEGER,
            heard_at_ms INTEGER, failure TEXT, attempts INTEGER NOT NULL DEFAULT 0, next_ms INTEGER
        ) STRICT, WITHOUT ROWID;

        -- Who may ask the server: lower-case hex SHA-256 of the key, which is 256 random bits.
        CREATE TABLE api_keys (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, scope TEXT NOT NULL CHECK (scope IN ('app', 'backend', 'metrics')),
            hash TEXT NOT NULL UNIQUE, added_at_ms INTEGER NOT NULL, added_by TEXT NOT NULL,
            removed_at_ms INTEGER, removed_by TEXT
        ) STRICT;
        CREATE UNIQUE INDEX api_keys_by_name ON api_keys (name) WHERE removed_at_ms IS NULL;

        -- What came that nobody vouches for, by UTC day: how much of it was kept in quarantine, and what was dropped.
        CREATE TABLE unauthentic_days (
            day_ms INTEGER PRIMARY KEY, kept INTEGER NOT NULL, kept_bytes INTEGER NOT NULL,
            dropped INTEGER NOT NULL, dropped_bytes INTEGER NOT NULL
        ) STRICT;

        -- The newest receipt of a chain, compressed: with it the App Store is asked about the chain where it can be asked
        -- by receipts alone. Erased with the customer.
        CREATE TABLE receipts (
            id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, body BLOB NOT NULL,
            environment TEXT NOT NULL, customer_id INTEGER REFERENCES customers,
            made_ms INTEGER, received_ms INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX receipts_by_customer ON receipts (customer_id) WHERE customer_id IS NOT NULL;
        CREATE TABLE chain_receipts (
            chain_id INTEGER PRIMARY KEY REFERENCES chains, receipt_id INTEGER NOT NULL REFERENCES receipts
        ) STRICT;
        CREATE INDEX chain_receipts_by_receipt ON chain_receipts (receipt_id);

        -- What backends were told of entitlements, in order, and what of each they know: derived from counting_periods.
        CREATE TABLE entitlement_events (
            id INTEGER PRIMARY KEY, app_user_id TEXT NOT NULL, entitlement TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('granted', 'extended', 'shortened', 'ended', 'revoked')),
            from_ms INTEGER, until_ms INTEGER, source TEXT, source_id TEXT, at_ms INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX entitlement_events_by_customer ON entitlement_events (app_user_id, id);
        CREATE TABLE told_entitlements (
            app_user_id TEXT NOT NULL, entitlement TEXT NOT NULL,
            from_ms INTEGER NOT NULL, until_ms INTEGER, source TEXT NOT NULL, source_id TEXT NOT NULL,
            PRIMARY KEY (app_user_id, entitlement)
        ) STRICT, WITHOUT ROWID;
        -- When the clock alone changes something for a customer next: an end that was told, or a beginning.
        CREATE TABLE told_customers (app_user_id TEXT PRIMARY KEY, next_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX told_customers_next ON told_customers (next_ms);
        """
}
