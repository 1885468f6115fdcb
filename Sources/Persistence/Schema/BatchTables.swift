/// Making good for many customers at once.
extension Schema {
    /// Batches of grants, and everybody in them.
    static let batches = """
        -- One reviewed act for many customers. plan: what was decided, as JSON: what it is for, length, reason, note.
        -- state: waiting (for a second lead), running, done, cancelled, declined. Whoever starts it again goes on where it
        -- was: a member without an outcome is still to be done.
        CREATE TABLE batches (
            id INTEGER PRIMARY KEY, incident_id INTEGER REFERENCES incidents, plan TEXT NOT NULL, key TEXT UNIQUE,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'cancelled', 'declined')),
            planned_by TEXT NOT NULL, planned_at_ms INTEGER NOT NULL, approved_by TEXT, approved_at_ms INTEGER,
            finished_at_ms INTEGER, request_id INTEGER REFERENCES approval_requests, version INTEGER NOT NULL DEFAULT 1
        ) STRICT;
        CREATE INDEX batches_unfinished ON batches (planned_at_ms) WHERE state IN ('waiting', 'running');

        -- Everybody in a batch, and what became of it: granted, or why not, a code.
        CREATE TABLE batch_members (
            batch_id INTEGER NOT NULL REFERENCES batches, ticket_id INTEGER NOT NULL REFERENCES tickets,
            app_user_id TEXT NOT NULL, outcome TEXT, grant_id INTEGER REFERENCES grants, done_at_ms INTEGER,
            PRIMARY KEY (batch_id, ticket_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX batch_members_left ON batch_members (batch_id, ticket_id) WHERE outcome IS NULL;
        CREATE INDEX batch_members_by_grant ON batch_members (grant_id) WHERE grant_id IS NOT NULL;
        """
}
