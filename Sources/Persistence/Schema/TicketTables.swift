/// Purchases that failed: what the app reported of them, the tickets that they became, and what is asked of others.
extension Schema {
    /// What the app reports.
    package static let attempts = """
        -- What those reports of one purchase attempt tell that name one customer ('': nobody): all tellings as JSON, and
        -- the attempt's fields as they stand. app_user_id: whose it is as far as reports tell, see AttemptCustomer. Of the
        -- App Store's ids only what can be one. The last columns are what the rules make of the purchase that it belongs to:
        -- awaits_ms: until when a charge supersedes it; bought_ms: when the app says that it was bought, of the first attempt
        -- of a purchase that names no record of the App Store's; record: the one that it is all the same, by time alone, and
        -- of what was never charged the one that superseded it.
        CREATE TABLE attempts (
            id INTEGER PRIMARY KEY, attempt_id TEXT NOT NULL, named TEXT NOT NULL DEFAULT '', app_user_id TEXT,
            ticket_id INTEGER REFERENCES tickets,
            environment TEXT NOT NULL, transaction_id TEXT, web_order_line_item_id TEXT,
            original_transaction_id TEXT, product_id TEXT, bundle_id TEXT, told TEXT NOT NULL,
            received_ms INTEGER NOT NULL, first_event_ms INTEGER,
            customer_id INTEGER REFERENCES customers, outcome TEXT NOT NULL DEFAULT 'new',
            charged_ms INTEGER, failed_ms INTEGER, due_ms INTEGER, awaits_ms INTEGER, bought_ms INTEGER,
            record INTEGER REFERENCES transactions,
            UNIQUE (attempt_id, named)
        ) STRICT;
        CREATE INDEX attempts_by_ticket ON attempts (ticket_id) WHERE ticket_id IS NOT NULL;
        CREATE INDEX attempts_by_transaction_id ON attempts (transaction_id, environment, named)
            WHERE transaction_id IS NOT NULL;
        CREATE INDEX attempts_by_line_item ON attempts (web_order_line_item_id, environment, named)
            WHERE web_order_line_item_id IS NOT NULL;
        CREATE INDEX attempts_by_chain ON attempts (original_transaction_id)
            WHERE original_transaction_id IS NOT NULL;
        CREATE INDEX attempts_by_customer ON attempts (customer_id, product_id, charged_ms);
        CREATE INDEX attempts_by_product ON attempts (product_id);
        CREATE INDEX attempts_by_bundle ON attempts (bundle_id, first_event_ms);
        CREATE INDEX attempts_due ON attempts (due_ms) WHERE due_ms IS NOT NULL;
        CREATE INDEX attempts_bought ON attempts (app_user_id, product_id, environment, bought_ms)
            WHERE bought_ms IS NOT NULL;
        CREATE INDEX attempts_beside ON attempts (customer_id, product_id, bought_ms) WHERE bought_ms IS NOT NULL;
        CREATE INDEX attempts_awaiting ON attempts (customer_id, product_id, awaits_ms) WHERE awaits_ms IS NOT NULL;
        CREATE INDEX attempts_by_begin ON attempts (customer_id, first_event_ms) WHERE customer_id IS NOT NULL;
        CREATE INDEX attempts_by_record ON attempts (record) WHERE record IS NOT NULL;
        -- Of each purchase that nothing but the app's word says was delivered, one attempt has the outcome 'by_word'.
        CREATE INDEX attempts_by_word ON attempts (charged_ms, id) WHERE outcome = 'by_word';

        -- The app's events; event is the canonical JSON, and the same event twice is one.
        CREATE TABLE attempt_events (
            attempt INTEGER NOT NULL REFERENCES attempts, at_ms INTEGER NOT NULL, event TEXT NOT NULL,
            step TEXT NOT NULL, receipt_status INTEGER, http_status INTEGER,
            error_domain TEXT, error_code TEXT, is_delivered INTEGER,
            received_ms INTEGER NOT NULL, is_receipt_told INTEGER NOT NULL,
            PRIMARY KEY (attempt, at_ms, event)
        ) STRICT, WITHOUT ROWID;

        -- Whom reports name as the owner of the chain that they speak of, since which document, and since when known.
        CREATE TABLE attempt_claims (
            attempt INTEGER NOT NULL REFERENCES attempts, kind TEXT NOT NULL, app_user_id TEXT NOT NULL,
            at_ms INTEGER NOT NULL, known_ms INTEGER,
            PRIMARY KEY (attempt, kind, app_user_id)
        ) STRICT, WITHOUT ROWID;

        -- The documents that told of an attempt.
        CREATE TABLE attempt_documents (
            attempt INTEGER NOT NULL REFERENCES attempts, document_id INTEGER NOT NULL REFERENCES documents,
            PRIMARY KEY (attempt, document_id)
        ) STRICT, WITHOUT ROWID;
        """

    /// What people were told.
    package static let toldPurchases = """
        -- What a person was told of a purchase, and opened a ticket for, beside the attempt that stands for it. charged_ms:
        -- when the customer was charged, as it was told; NULL: not charged. is_finished: the app closed the payment
        -- transaction, as it was told. source: customer; silent_loss, where nobody told but a charge is on record of which
        -- no app did. note: the words. reference: the helpdesk's case.
        CREATE TABLE told_purchases (
            attempt INTEGER PRIMARY KEY REFERENCES attempts, agent TEXT NOT NULL, at_ms INTEGER NOT NULL,
            charged_ms INTEGER, is_finished INTEGER NOT NULL, source TEXT NOT NULL,
            note INTEGER REFERENCES notes ON DELETE SET NULL, reference TEXT
        ) STRICT;
        CREATE INDEX told_purchases_by_note ON told_purchases (note) WHERE note IS NOT NULL;
        """

    /// Failed purchases.
    static let tickets = """
        -- One ticket per charge, or per attempt that never was charged.
        CREATE TABLE tickets (
            id INTEGER PRIMARY KEY, "group" INTEGER NOT NULL CHECK ("group" IN (1, 2, 3)), state TEXT NOT NULL,
            customer_id INTEGER REFERENCES customers, product_id TEXT, environment TEXT NOT NULL,
            original_transaction_id TEXT, transaction_id TEXT,
            "transaction" INTEGER REFERENCES transactions ON DELETE SET NULL,
            price_milliunits INTEGER, currency TEXT, is_list_price INTEGER NOT NULL DEFAULT 0,
            charged_at_ms INTEGER, waiting_since_ms INTEGER NOT NULL, opened_at_ms INTEGER NOT NULL,
            cause TEXT NOT NULL, attempts INTEGER NOT NULL, attempt_limit INTEGER NOT NULL,
            blocks_repurchase INTEGER NOT NULL, app_version TEXT, storefront TEXT,
            is_made_good INTEGER NOT NULL DEFAULT 0,
            claimed_by TEXT, claimed_at_ms INTEGER, -- of the holder's last act, from which a claim lapses
            assigned_to TEXT, contacted_at_ms INTEGER, contacted_by TEXT, -- email, chat, phone, app
            waiting_for TEXT, waiting_until_ms INTEGER, -- customer, apple, app; both or none
            queued_at_ms INTEGER NOT NULL DEFAULT 0, -- when it came into its queue: opened, moved, reopened, back from waiting
            due_at_ms INTEGER, -- queued_at_ms and the hours to its group's goal; NULL without a goal and while it waits
            is_unproved INTEGER NOT NULL DEFAULT 0, -- 1: only somebody's word says that it was charged
            skips INTEGER NOT NULL DEFAULT 0,
            resolution TEXT, resolved_at_ms INTEGER, resolved_by TEXT, -- NULL: the facts resolved it
            credited_quantity INTEGER, reference TEXT,
            aftermath TEXT, -- what came after it was made good: delivered, refunded
            merged_into INTEGER REFERENCES tickets, superseded_by TEXT,
            incident_id INTEGER REFERENCES incidents,
            placed_ms INTEGER, -- when it was charged, as far as that can be believed: incidents go by it
            refused_resolution TEXT, -- what the facts say and a person does not accept
            version INTEGER NOT NULL DEFAULT 1,
            CHECK ((state = 'resolved') = (resolution IS NOT NULL)),
            CHECK ((waiting_for IS NULL) = (waiting_until_ms IS NULL))
        ) STRICT;
        -- With the due time, so that what is overdue is found without leaving the index.
        CREATE INDEX tickets_queue ON tickets ("group" DESC, is_made_good, waiting_since_ms, id, due_at_ms)
            WHERE state <> 'resolved';
        -- The orders of lists. Expressions, not columns: only sorting uses them, and no filter is drawn away from the queue.
        CREATE INDEX tickets_sort_age ON tickets ("group", (waiting_since_ms + 0)) WHERE state <> 'resolved';
        CREATE INDEX tickets_sort_money ON tickets ("group", (currency || ''), (price_milliunits + 0))
            WHERE state <> 'resolved';
        CREATE INDEX tickets_sort_due ON tickets ("group", (due_at_ms + 0)) WHERE state <> 'resolved';
        CREATE INDEX tickets_sort_product ON tickets ("group", (product_id || '')) WHERE state <> 'resolved';
        CREATE INDEX tickets_sort_cause ON tickets ("group", (cause || '')) WHERE state <> 'resolved';
        CREATE INDEX tickets_sort_tries ON tickets ("group", (attempts + 0)) WHERE state <> 'resolved';
        CREATE INDEX tickets_sort_holder ON tickets ("group", (claimed_by || '')) WHERE state <> 'resolved';
        CREATE INDEX tickets_sort_state ON tickets ("group", (state || '')) WHERE state <> 'resolved';
        CREATE INDEX tickets_due ON tickets ("group", due_at_ms) WHERE state <> 'resolved' AND due_at_ms IS NOT NULL;
        CREATE INDEX tickets_waiting ON tickets (waiting_until_ms) WHERE waiting_until_ms IS NOT NULL;
        CREATE INDEX tickets_claimed ON tickets (claimed_by, claimed_at_ms)
            WHERE claimed_by IS NOT NULL AND state <> 'resolved';
        CREATE INDEX tickets_lapsing ON tickets (claimed_at_ms) WHERE state = 'claimed';
        CREATE INDEX tickets_assigned ON tickets (assigned_to) WHERE assigned_to IS NOT NULL AND state <> 'resolved';
        CREATE INDEX tickets_by_reference ON tickets (reference COLLATE NOCASE) WHERE reference IS NOT NULL;
        CREATE INDEX tickets_resolved ON tickets (resolved_at_ms DESC, id DESC) WHERE state = 'resolved';
        CREATE INDEX tickets_by_customer ON tickets (customer_id) WHERE customer_id IS NOT NULL;
        CREATE INDEX tickets_by_transaction ON tickets ("transaction") WHERE "transaction" IS NOT NULL;
        \(ticketsByCause);
        CREATE INDEX tickets_by_product ON tickets (product_id);
        CREATE INDEX tickets_by_incident ON tickets (incident_id, customer_id) WHERE incident_id IS NOT NULL;
        CREATE INDEX tickets_of_incidents ON tickets ("group", incident_id)
            WHERE state <> 'resolved' AND incident_id IS NOT NULL;
        CREATE INDEX tickets_by_place ON tickets (cause, placed_ms) WHERE placed_ms IS NOT NULL;
        CREATE INDEX tickets_by_version ON tickets (app_version, placed_ms) WHERE placed_ms IS NOT NULL;
        CREATE INDEX tickets_merged ON tickets (merged_into) WHERE merged_into IS NOT NULL;
        CREATE INDEX tickets_aftermath ON tickets (aftermath) WHERE aftermath IS NOT NULL;
        CREATE INDEX tickets_unproved ON tickets (id) WHERE is_unproved = 1;

        -- Every move between groups; NULL is no queue. cause: what moved it, JSON of one member, a code with its values.
        CREATE TABLE ticket_moves (
            id INTEGER PRIMARY KEY, ticket_id INTEGER NOT NULL REFERENCES tickets,
            moved_from INTEGER, moved_to INTEGER, happened_ms INTEGER NOT NULL, learned_ms INTEGER NOT NULL,
            cause TEXT NOT NULL, resolution TEXT, agent TEXT
        ) STRICT;
        CREATE INDEX ticket_moves_by_ticket ON ticket_moves (ticket_id);
        """

    /// What is kept of ends that nothing proves.
    package static let endsWithoutProof = """
        -- 1: a person says how it ended, and no fact shows what became of its charge; see EndingRule.
        ALTER TABLE tickets ADD COLUMN is_without_proof INTEGER NOT NULL DEFAULT 0;
        """

    /// By cause, with what decides whether a ticket is like another, so that they are counted without reading them.
    package static let ticketsByCause = """
        CREATE INDEX tickets_by_cause ON tickets (cause, waiting_since_ms, "group", merged_into)
        """

    /// What people do around tickets.
    static let ticketWork = """
        -- Who passed a ticket over, and why: next does not give it to that agent again for a while.
        CREATE TABLE ticket_skips (
            id INTEGER PRIMARY KEY, ticket_id INTEGER NOT NULL REFERENCES tickets,
            agent TEXT NOT NULL, at_ms INTEGER NOT NULL,
            "group" INTEGER NOT NULL, -- in which it was: when it comes into another, it is given again
            reason TEXT NOT NULL
        ) STRICT;
        CREATE INDEX ticket_skips_by_ticket ON ticket_skips (ticket_id, agent, at_ms);

        -- What was done that is no move between groups: assigned, contacted, waiting and back, linked, claimed, lapsed.
        -- deed: JSON of one member, a code with its values.
        CREATE TABLE ticket_deeds (
            id INTEGER PRIMARY KEY, ticket_id INTEGER NOT NULL REFERENCES tickets,
            at_ms INTEGER NOT NULL, agent TEXT, deed TEXT NOT NULL, reference TEXT
        ) STRICT;
        CREATE INDEX ticket_deeds_by_ticket ON ticket_deeds (ticket_id);

        -- Tickets that somebody says belong together, the smaller number first.
        CREATE TABLE ticket_links (
            ticket_id INTEGER NOT NULL REFERENCES tickets, other_id INTEGER NOT NULL REFERENCES tickets,
            at_ms INTEGER NOT NULL, agent TEXT NOT NULL,
            PRIMARY KEY (ticket_id, other_id), CHECK (ticket_id < other_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX ticket_links_other ON ticket_links (other_id);
        """

    /// What agents ask of leads.
    static let approvals = """
        -- Grants above an agent's limits. request: what is asked for, as JSON; because: the limit that it exceeds, JSON of
        -- one member; evidence: what the asker saw, as JSON; facts: what the decision depends on, as JSON, as a lead last
        -- saw it; outcome: what approving did, as JSON.
        CREATE TABLE approval_requests (
            id INTEGER PRIMARY KEY, kind TEXT NOT NULL, app_user_id TEXT NOT NULL,
            ticket_id INTEGER REFERENCES tickets, request TEXT NOT NULL, because TEXT NOT NULL,
            evidence TEXT NOT NULL, facts TEXT NOT NULL,
            asked_by TEXT NOT NULL, asked_at_ms INTEGER NOT NULL, reference TEXT,
            state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'declined', 'withdrawn')),
            decided_by TEXT, decided_at_ms INTEGER, decision_note TEXT, grant_id INTEGER REFERENCES grants,
            outcome TEXT, version INTEGER NOT NULL DEFAULT 1,
            CHECK ((state = 'open') = (decided_at_ms IS NULL))
        ) STRICT;
        CREATE INDEX approval_requests_open ON approval_requests (asked_at_ms, id) WHERE state = 'open';
        CREATE INDEX approval_requests_decided ON approval_requests (decided_at_ms DESC, id DESC) WHERE state <> 'open';
        CREATE INDEX approval_requests_by_asker
            ON approval_requests (asked_by, decided_at_ms DESC, id DESC) WHERE state <> 'open';
        CREATE INDEX approval_requests_by_customer ON approval_requests (app_user_id);
        CREATE INDEX approval_requests_by_ticket ON approval_requests (ticket_id) WHERE ticket_id IS NOT NULL;
        """

    /// What version 9 keeps more of requests: added, in the same words, to the table of a new file and of one that is there.
    package static let approvalsSinceVersion9 = """
        -- The user id of the login in which it was asked, as the kernel keeps it; NULL where nobody knew it.
        ALTER TABLE approval_requests ADD COLUMN asked_session INTEGER;
        """

    /// Alarms: losses that somebody is to be called for.
    static let requests = """
        -- Loss of funds that somebody is to be called for, once a ticket. attempts: how often it was tried. next_ms: when
        -- it may be tried again, which is also when whoever took it has had its time. Taken without such a time it waits
        -- no more: it was delivered, or there was nobody to call. command_ms, url_ms: when the command and the address that
        -- leads set have heard it; delivered when all that are set have.
        CREATE TABLE alarms (
            id INTEGER PRIMARY KEY, ticket_id INTEGER NOT NULL UNIQUE REFERENCES tickets,
            at_ms INTEGER NOT NULL, taken_at_ms INTEGER, delivered_at_ms INTEGER, failure TEXT,
            attempts INTEGER NOT NULL DEFAULT 0, next_ms INTEGER, command_ms INTEGER, url_ms INTEGER
        ) STRICT;
        CREATE INDEX alarms_waiting ON alarms (next_ms, attempts, id)
            WHERE (taken_at_ms IS NULL OR next_ms IS NOT NULL);
        CREATE INDEX alarms_failing ON alarms (attempts, id)
            WHERE (taken_at_ms IS NULL OR next_ms IS NOT NULL) AND failure IS NOT NULL;
        """
}
