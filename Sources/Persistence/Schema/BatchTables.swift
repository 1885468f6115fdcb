/// Making good for many customers at once.
extension Schema {
    /// Batches of grants, and everybody in them.
    static let batches = """
        -- One reviewed act for many customers. plan: what was decided, as JSON: length, reason, note. digest: of the whole
        -- wish, by which the same key tells whether it is the same wish. state: waiting (for a second lead), running, done,
        -- cancelling, cancelled, declined. Whoever starts it again goes on where it was: a member without an outcome is
        -- still to be done, one that was granted still to be taken back.
        CREATE TABLE batches (
            id INTEGER PRIMARY KEY, incident_id INTEGER REFERENCES incidents, plan TEXT NOT NULL, key TEXT UNIQUE,
            digest TEXT NOT NULL, state TEXT NOT NULL
                CHECK (state IN ('waiting', 'running', 'done', 'cancelling', 'cancelled', 'declined')),
            customers INTEGER NOT NULL, planned_by TEXT NOT NULL, planned_at_ms INTEGER NOT NULL, approved_by TEXT,
            approved_at_ms INTEGER, finished_at_ms INTEGER, cancelled_at_ms INTEGER,
            request_id INTEGER REFERENCES approval_requests, version INTEGER NOT NULL DEFAULT 1
        ) STRICT;
        CREATE INDEX batches_unfinished ON batches (id) WHERE state IN ('waiting', 'running', 'cancelling');
        CREATE INDEX batches_by_incident ON batches (incident_id) WHERE incident_id IS NOT NULL;

        -- Everybody in a batch, and what became of it: granted, cancelled (granted and taken back), kept (granted, and
        -- ended otherwise before it could be taken back), or why nothing was given, a code.
        CREATE TABLE batch_members (
            batch_id INTEGER NOT NULL REFERENCES batches, ticket_id INTEGER NOT NULL REFERENCES tickets,
            outcome TEXT, grant_id INTEGER REFERENCES grants, done_at_ms INTEGER,
            PRIMARY KEY (batch_id, ticket_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX batch_members_left ON batch_members (batch_id, ticket_id) WHERE outcome IS NULL;
        CREATE INDEX batch_members_granted ON batch_members (batch_id, ticket_id) WHERE outcome = 'granted';
        CREATE INDEX batch_members_by_ticket ON batch_members (ticket_id);
        CREATE INDEX batch_members_by_grant ON batch_members (grant_id) WHERE grant_id IS NOT NULL;
        """
}
