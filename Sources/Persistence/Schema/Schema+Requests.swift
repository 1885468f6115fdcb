extension Schema {
    /// What the console asks of whoever has the network, and of leads.
    static let requests = """
        CREATE TABLE retry_requests (
            id INTEGER PRIMARY KEY, ticket_id INTEGER NOT NULL REFERENCES tickets,
            asked_at_ms INTEGER NOT NULL, asked_by TEXT NOT NULL,
            taken_at_ms INTEGER, done_at_ms INTEGER, outcome TEXT
        ) STRICT;
        CREATE INDEX retry_requests_open ON retry_requests (asked_at_ms) WHERE done_at_ms IS NULL;

        CREATE TABLE lookup_requests (
            id INTEGER PRIMARY KEY, kind TEXT NOT NULL, query TEXT NOT NULL,
            asked_at_ms INTEGER NOT NULL, asked_by TEXT NOT NULL,
            taken_at_ms INTEGER, done_at_ms INTEGER, outcome TEXT
        ) STRICT;
        CREATE INDEX lookup_requests_open ON lookup_requests (asked_at_ms) WHERE done_at_ms IS NULL;

        CREATE TABLE alarms (
            id INTEGER PRIMARY KEY, ticket_id INTEGER NOT NULL UNIQUE REFERENCES tickets,
            at_ms INTEGER NOT NULL, delivered_at_ms INTEGER
        ) STRICT;
        """
}
