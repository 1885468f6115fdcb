/// What the server keeps of what it does to the outside: who of several servers does what, refund requests and their
/// answers, and what backends are told.
extension Schema {
    /// Who works on what, when several servers serve one store.
    package static let leases = """
        -- Who works on what, so that two servers never do the same: subject is request:12, chain:Production/1000…,
        -- history:Production, alarms, webhook:NAME. A lease that has lapsed is anybody's. Not in the audit log.
        CREATE TABLE leases (
            subject TEXT PRIMARY KEY, holder TEXT NOT NULL, until_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX leases_by_holder ON leases (holder);
        """

    /// Refunds that customers asked Apple for, and Apple's questions about them.
    package static let refundRequests = """
        -- A refund that a customer asked Apple for, of which Apple wants to know what was consumed: all that it asks of one
        -- charge until it decides. transaction_id: the id that it named last. asked_ms: when it asked first; due_ms: until
        -- when it takes an answer, by its newest question; known_ms: since when the first is known. reason: the newest
        -- consumptionRequestReason. outcome: what Apple decided (refunded, declined, reversed), when. skipped_*: that no
        -- answer is to be given, and why. All but skipped_* follows from refund_askings and notifications.
        CREATE TABLE refund_requests (
            id INTEGER PRIMARY KEY, environment TEXT NOT NULL, transaction_id TEXT NOT NULL,
            original_transaction_id TEXT, product_id TEXT,
            reason TEXT, asked_ms INTEGER NOT NULL, due_ms INTEGER NOT NULL, known_ms INTEGER NOT NULL,
            outcome TEXT CHECK (outcome IN ('refunded', 'declined', 'reversed')), outcome_ms INTEGER,
            skipped_ms INTEGER, skipped_by TEXT, skipped_reason TEXT
        ) STRICT;
        CREATE INDEX refund_requests_due ON refund_requests (due_ms, id) WHERE outcome IS NULL AND skipped_ms IS NULL;
        CREATE INDEX refund_requests_by_chain ON refund_requests (original_transaction_id);
        CREATE INDEX refund_requests_by_time ON refund_requests (asked_ms, id);

        -- Apple's questions, each by the notification that brought it, and the request that it belongs to. asked_ms: when
        -- Apple asked; known_ms: since when that, and what it tells of the charge, is known.
        CREATE TABLE refund_askings (
            environment TEXT NOT NULL, transaction_id TEXT NOT NULL, notification TEXT NOT NULL,
            original_transaction_id TEXT, product_id TEXT,
            reason TEXT, asked_ms INTEGER NOT NULL, known_ms INTEGER NOT NULL,
            request_id INTEGER REFERENCES refund_requests, -- NULL only until its document is taken in
            PRIMARY KEY (environment, transaction_id, notification)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX refund_askings_by_chain ON refund_askings (original_transaction_id);
        CREATE INDEX refund_askings_by_request ON refund_askings (request_id);
        """

    /// Who agreed that Apple is told what was consumed.
    package static let consumptionConsents = """
        -- Whether a customer agreed that Apple is told what was consumed. A missing row is no.
        CREATE TABLE consumption_consents (
            customer_id INTEGER PRIMARY KEY REFERENCES customers, is_given INTEGER NOT NULL,
            at_ms INTEGER NOT NULL, set_by TEXT NOT NULL
        ) STRICT;
        """

    /// What backends are not told yet.
    package static let heldNews = """
        -- Customers (by app_user_id) and tickets that an upgrade changed, of which backends are told nothing until a lead
        -- says what they are to hear.
        CREATE TABLE held_news (
            entity TEXT NOT NULL CHECK (entity IN ('customer', 'ticket')), id TEXT NOT NULL,
            PRIMARY KEY (entity, id)
        ) STRICT, WITHOUT ROWID;
        """

    /// What backends are told by webhooks.
    package static let webhooks = """
        -- What backends are to be told, in order: appended in the transaction that reads the log of changes. uid: the part
        -- of webhook-id that no other message of any store has. body: the canonical JSON that is signed and sent.
        CREATE TABLE webhook_messages (
            id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, app_user_id TEXT NOT NULL, type TEXT NOT NULL,
            body TEXT NOT NULL, at_ms INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX webhook_messages_by_customer ON webhook_messages (app_user_id, id);
        CREATE INDEX webhook_messages_by_time ON webhook_messages (at_ms, id);

        -- The receivers that the server's settings name, as far as they have come. queued: the last message of which
        -- deliveries were made. not_before_ms: until then it asked to be left alone. disabled_ms: it answered 410 and is
        -- sent nothing. Never an address or a secret.
        CREATE TABLE webhook_endpoints (
            name TEXT PRIMARY KEY, since_ms INTEGER NOT NULL, queued INTEGER NOT NULL,
            failures INTEGER NOT NULL DEFAULT 0, failure TEXT, tried_ms INTEGER, delivered_ms INTEGER,
            not_before_ms INTEGER, disabled_ms INTEGER
        ) STRICT, WITHOUT ROWID;

        -- What is to be delivered, is parked, or was delivered.
        CREATE TABLE webhook_deliveries (
            endpoint TEXT NOT NULL, message_id INTEGER NOT NULL REFERENCES webhook_messages, app_user_id TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'parked')),
            attempts INTEGER NOT NULL DEFAULT 0, first_ms INTEGER, next_ms INTEGER, ended_ms INTEGER, outcome TEXT,
            PRIMARY KEY (endpoint, message_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint, next_ms, message_id)
            WHERE state = 'waiting';
        CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (endpoint, message_id) WHERE state = 'waiting';
        CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (endpoint, app_user_id, message_id)
            WHERE state = 'waiting';
        CREATE INDEX webhook_deliveries_parked ON webhook_deliveries (endpoint, message_id) WHERE state = 'parked';
        CREATE INDEX webhook_deliveries_by_message ON webhook_deliveries (message_id);
        CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (ended_ms) WHERE ended_ms IS NOT NULL;

        -- What backends know of tickets: what they were told last, with the end where it was resolved.
        CREATE TABLE told_tickets (
            ticket_id INTEGER PRIMARY KEY REFERENCES tickets,
            state TEXT NOT NULL CHECK (state IN ('opened', 'resolved')), resolution TEXT
        ) STRICT;
        """
}
