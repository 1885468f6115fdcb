/// What the App Store tells: documents, notifications, chains with their transactions, and the periods that the rules
/// make of them.
extension Schema {
    /// What came in, once each, and what could not be taken in.
    static let documents = """
        -- Each document once, without receipts' blobs and with secrets masked.
        CREATE TABLE documents (
            id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, source TEXT, body TEXT,
            document_ms INTEGER NOT NULL, received_ms INTEGER, imported_ms INTEGER NOT NULL,
            checked TEXT, environment TEXT, bundle_id TEXT, named_app_user_id TEXT,
            payload TEXT -- what the signed parts of the body say, decoded; NULL when the body can be read as it is
        ) STRICT;
        CREATE INDEX documents_by_kind ON documents (kind, checked);

        -- The chains that a document tells of.
        CREATE TABLE document_chains (
            document_id INTEGER NOT NULL REFERENCES documents, chain_id INTEGER NOT NULL REFERENCES chains,
            PRIMARY KEY (document_id, chain_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX document_chains_by_chain ON document_chains (chain_id);

        -- The chains that documents name without telling anything of them, such as the answer to an extension: so that
        -- a chain finds them, whichever comes first.
        CREATE TABLE document_mentions (
            original_transaction_id TEXT NOT NULL, document_id INTEGER NOT NULL REFERENCES documents,
            PRIMARY KEY (original_transaction_id, document_id)
        ) STRICT, WITHOUT ROWID;

        -- What could not be taken in; received_ms is the time of the import that rejected it.
        CREATE TABLE quarantine (
            id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL, source TEXT NOT NULL, kind TEXT, reason TEXT NOT NULL,
            detail TEXT, body BLOB NOT NULL, bytes INTEGER NOT NULL, received_ms INTEGER NOT NULL,
            customer TEXT, forced_kind TEXT, dropped_ms INTEGER, dropped_by TEXT, retried_ms INTEGER,
            erased_ms INTEGER -- its bytes went with a person; the same bytes are not kept again
        ) STRICT;
        CREATE INDEX quarantine_by_sha256 ON quarantine (sha256);

        -- The journal of imports: a run spans several transactions and is audited once, with the last of them; a run
        -- that was killed is found here, with what it had done, and audited by the next.
        CREATE TABLE imports (
            id INTEGER PRIMARY KEY, agent TEXT NOT NULL, process INTEGER NOT NULL, started_ms INTEGER NOT NULL,
            finished_ms INTEGER, sources TEXT NOT NULL, counts TEXT NOT NULL
        ) STRICT;
        CREATE INDEX imports_unfinished ON imports (process) WHERE finished_ms IS NULL;
        """

    /// What the App Store's server told the app's.
    static let notifications = """
        -- Every notification once, whatever documents carry it; purchase_token is the ExternalPurchaseToken that it is
        -- about, as JSON.
        CREATE TABLE notifications (
            id INTEGER PRIMARY KEY, document_id INTEGER NOT NULL REFERENCES documents,
            uuid TEXT UNIQUE, -- Apple's notificationUUID, NULL in version 1: there the document names it
            chain_id INTEGER REFERENCES chains, environment TEXT, type TEXT NOT NULL, subtype TEXT,
            signed_ms INTEGER NOT NULL, received_ms INTEGER, checked TEXT NOT NULL, charge TEXT
        , purchase_token TEXT) STRICT;
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

        -- The App Store's tries to deliver a notification, as its history tells them.
        CREATE TABLE send_attempts (
            notification_id INTEGER NOT NULL REFERENCES notifications, at_ms INTEGER NOT NULL, result TEXT NOT NULL,
            PRIMARY KEY (notification_id, at_ms, result)
        ) STRICT, WITHOUT ROWID;
        """

    /// A customer's chains, by their newest charge; those with several charges once more.
    package static let chainsByCustomer = """
        CREATE INDEX chains_by_customer ON chains (customer_id, last_purchase_ms) WHERE customer_id IS NOT NULL;
        CREATE INDEX chains_of_several ON chains (customer_id, last_purchase_ms)
            WHERE customer_id IS NOT NULL AND first_purchase_ms < last_purchase_ms;
        """

    /// Chains, the claims on them, and the orders that name them.
    static let chains = """
        -- Original transactions. What stands beside the ids is derived from what is told of them.
        CREATE TABLE chains (
            id INTEGER PRIMARY KEY, environment TEXT NOT NULL, original_transaction_id TEXT NOT NULL,
            bundle_id TEXT, product_id TEXT, subscription_group TEXT,
            customer_id INTEGER REFERENCES customers,
            owner_known_ms INTEGER, -- since when it is known whose the chain is; NULL while it is nobody's
            newest_document_ms INTEGER, newest_known_ms INTEGER, history_reach_ms INTEGER,
            first_purchase_ms INTEGER, last_purchase_ms INTEGER, auto_renew INTEGER,
            is_disputed INTEGER NOT NULL DEFAULT 0, -- 1: two customers claim it, and nobody decided between them
            -- What the next renewal of the present subscription gives cause for (off, price_increase, downgrade), and
            -- until when: a fact, which matters until its end has come.
            renewal_concern TEXT, renewal_concern_until_ms INTEGER,
            -- When the App Store is to be asked about it, because something ought to have been told and was not; how often
            -- it was asked about the same without an answer, and when last; the newest that it told by itself.
            next_ask_ms INTEGER, asks INTEGER NOT NULL DEFAULT 0, asked_ms INTEGER, notified_ms INTEGER,
            UNIQUE (environment, original_transaction_id)
        ) STRICT;
        CREATE INDEX chains_by_original_transaction_id ON chains (original_transaction_id);
        \(chainsByCustomer)
        CREATE INDEX chains_of_nobody ON chains (id) WHERE customer_id IS NULL;
        CREATE INDEX chains_by_product ON chains (product_id, customer_id);
        CREATE INDEX chains_not_renewing ON chains (customer_id) WHERE auto_renew = 0;
        CREATE INDEX chains_by_renewal_concern ON chains (renewal_concern, renewal_concern_until_ms)
            WHERE renewal_concern IS NOT NULL;
        CREATE INDEX chains_to_ask ON chains (environment, next_ask_ms) WHERE next_ask_ms IS NOT NULL;
        CREATE INDEX chains_disputed ON chains (id) WHERE is_disputed = 1;

        -- Every reason to take a chain for a customer's; the rule picks the owner, chains.customer_id keeps it.
        CREATE TABLE chain_claims (
            id INTEGER PRIMARY KEY, chain_id INTEGER NOT NULL REFERENCES chains,
            kind TEXT NOT NULL CHECK (kind IN ('attach', 'app_account_token', 'customer', 'purchase_report')),
            app_user_id TEXT, token TEXT,
            at_ms INTEGER NOT NULL, -- the time of the document that told it
            known_ms INTEGER, -- when it became known
            is_from_report INTEGER NOT NULL DEFAULT 0, -- 1: it goes when a newer report speaks of another chain
            CHECK (app_user_id IS NOT NULL OR token IS NOT NULL)
        ) STRICT;
        CREATE INDEX chain_claims_by_chain ON chain_claims (chain_id);
        CREATE UNIQUE INDEX chain_claims_once
            ON chain_claims (chain_id, kind, coalesce(app_user_id, ''), coalesce(token, ''), is_from_report)
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

    /// What is told of a chain: its charges and how it renews.
    static let transactions = """
        -- Charges. The columns are the values as they stand; told_* is the newest telling's standing; tellings is the
        -- JSON of all of them, only when more than one still adds something. parts is the JSON of what was told of a
        -- sale and of each of its restores, only where a restore is known that does not tell the same as its sale: such
        -- a charge has no tellings beside.
        CREATE TABLE transactions (
            id INTEGER PRIMARY KEY, chain_id INTEGER NOT NULL REFERENCES chains,
            transaction_id TEXT NOT NULL, -- the id that is shown; those beside it are in other_transaction_ids
            web_order_line_item_id TEXT, product_id TEXT,
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
        CREATE INDEX transactions_by_transaction_id ON transactions (transaction_id);

        -- The ids that a charge was seen under beside the one that is shown: a restore gives it another.
        CREATE TABLE other_transaction_ids (
            transaction_id TEXT NOT NULL,
            "transaction" INTEGER NOT NULL REFERENCES transactions ON DELETE CASCADE,
            PRIMARY KEY (transaction_id, "transaction")
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX other_transaction_ids_by_transaction ON other_transaction_ids ("transaction");

        -- Every renewal information, with its document's time.
        CREATE TABLE renewals (
            chain_id INTEGER NOT NULL REFERENCES chains, document_ms INTEGER NOT NULL,
            is_signed INTEGER NOT NULL, sha256 TEXT NOT NULL, known_ms INTEGER NOT NULL, extent TEXT NOT NULL,
            auto_renew INTEGER, auto_renew_product_id TEXT, expiration_intent INTEGER, grace_ms INTEGER,
            in_billing_retry INTEGER, price_consent INTEGER, offer_id TEXT,
            PRIMARY KEY (chain_id, document_ms, sha256)
        ) STRICT, WITHOUT ROWID;
        """

    /// What version 8 keeps more of purchases: added, in the same words, to the tables of a new file and of one that is there.
    package static let purchasesSinceVersion8 = """
        -- The app's download (Apple's appTransactionId), and JSON, each NULL where nothing is told: the items of the Advanced
        -- Commerce API; a sale and its restores; the billing plan with the place in its commitment; what follows the
        -- commitment; the ids of the offers that may win the customer back, the best first.
        ALTER TABLE transactions ADD COLUMN app_transaction_id TEXT;
        ALTER TABLE transactions ADD COLUMN commerce TEXT;
        ALTER TABLE transactions ADD COLUMN parts TEXT;
        ALTER TABLE transactions ADD COLUMN billing TEXT;
        ALTER TABLE renewals ADD COLUMN billing TEXT;
        ALTER TABLE renewals ADD COLUMN win_back_offer_ids TEXT;
        CREATE INDEX transactions_by_app_transaction ON transactions (app_transaction_id)
            WHERE app_transaction_id IS NOT NULL;
        """

    /// What version 9 keeps more of purchases: added, in the same words, to the tables of a new file and of one that is there.
    package static let purchasesSinceVersion9 = """
        -- 1: a signature, a shared secret or our own question vouches for app_account_token; NULL before version 9: as
        -- told_signed says. Of a renewal the token stands here where no transaction of its document carries it.
        ALTER TABLE transactions ADD COLUMN is_account_vouched INTEGER;
        ALTER TABLE renewals ADD COLUMN app_account_token TEXT;
        """

    /// Who paid for a part of another's chain, and when it gives them access.
    package static let payers = """
        -- The tokens that charges of a chain carry and that are not its owner's: what each paid for is its customer's.
        CREATE TABLE chain_payers (
            chain_id INTEGER NOT NULL REFERENCES chains, token TEXT NOT NULL,
            customer_id INTEGER NOT NULL REFERENCES customers,
            owner_id INTEGER REFERENCES customers, -- chains.customer_id; NULL: the chain is nobody's
            known_ms INTEGER NOT NULL, -- since when it is known whose the token is
            until_ms INTEGER, -- when the chain was attached to its owner
            PRIMARY KEY (chain_id, token)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX chain_payers_by_customer ON chain_payers (customer_id);
        CREATE INDEX chain_payers_by_owner ON chain_payers (owner_id) WHERE owner_id IS NOT NULL;

        -- When a chain gives access to a customer who paid for a part of it and is not its owner.
        CREATE TABLE payer_periods (
            chain_id INTEGER NOT NULL REFERENCES chains, customer_id INTEGER NOT NULL REFERENCES customers,
            product_id TEXT NOT NULL, from_ms INTEGER NOT NULL, until_ms INTEGER,
            PRIMARY KEY (customer_id, chain_id, from_ms), CHECK (until_ms IS NULL OR until_ms > from_ms)
        ) STRICT, WITHOUT ROWID;
        """

    /// What version 9 keeps more of claims: added, in the same words, to the tables of a new file and of one that is there.
    package static let claimsSinceVersion9 = """
        -- Of claims by purchase reports: when the first of them arrived, NULL where no envelope says so; 1 where all of
        -- them came by an app's key, so that the claim needs evidence.
        ALTER TABLE attempt_claims ADD COLUMN received_ms INTEGER;
        ALTER TABLE attempt_claims ADD COLUMN needs_evidence INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE chain_claims ADD COLUMN received_ms INTEGER;
        ALTER TABLE chain_claims ADD COLUMN needs_evidence INTEGER NOT NULL DEFAULT 0;
        """

    /// Every id that charges were seen under.
    package static let transactionIDs = """
        -- Every id seen of a charge. "transaction" is transactions.id.
        CREATE VIEW transaction_ids (transaction_id, "transaction") AS
            SELECT transaction_id, id FROM transactions
            UNION ALL SELECT transaction_id, "transaction" FROM other_transaction_ids;
        """

    /// What the pure rules give, as half-open periods; NULL is without end. Never states: those need a clock.
    static let periods = """
        -- When a chain gives access, and by which product: one row per uninterrupted run.
        CREATE TABLE access_periods (
            chain_id INTEGER NOT NULL REFERENCES chains, product_id TEXT NOT NULL,
            from_ms INTEGER NOT NULL, until_ms INTEGER,
            PRIMARY KEY (chain_id, from_ms), CHECK (until_ms IS NULL OR until_ms > from_ms)
        ) STRICT, WITHOUT ROWID;

        -- When a chain has which status.
        CREATE TABLE status_periods (
            chain_id INTEGER NOT NULL REFERENCES chains, status TEXT NOT NULL,
            from_ms INTEGER NOT NULL, until_ms INTEGER,
            PRIMARY KEY (chain_id, from_ms), CHECK (until_ms IS NULL OR until_ms > from_ms)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX status_periods_by_status ON status_periods (status, until_ms, from_ms);
        """
}
