extension Schema {
    /// What the store says of itself, its settings, secrets, agents, and the log of changes.
    static let housekeeping = """
        -- What the store says of itself: created_at_ms, practice, audit_sequence, audit_hash.
        CREATE TABLE store_state (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

        -- What leads decide, policy.* included; a missing key has its default.
        CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

        -- The environments whose purchases give access; a table of its own so that views can join it.
        CREATE TABLE served_environments (environment TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

        -- Shared secrets of version 1 notifications: lower-case hex SHA-256 of salt and secret.
        CREATE TABLE secrets (
            id INTEGER PRIMARY KEY, salt TEXT NOT NULL, hash TEXT NOT NULL,
            added_at_ms INTEGER NOT NULL, added_by TEXT NOT NULL
        ) STRICT;

        -- Who may do what; removed logins stay, so that old entries keep their names.
        CREATE TABLE agents (
            login TEXT PRIMARY KEY,
            role TEXT NOT NULL CHECK (role IN ('viewer', 'agent', 'lead', 'service')),
            since_ms INTEGER NOT NULL, added_by TEXT NOT NULL, removed_at_ms INTEGER, removed_by TEXT
        ) STRICT, WITHOUT ROWID;

        -- What changed, in order: other processes read on from the sequence they know.
        CREATE TABLE change_log (
            sequence INTEGER PRIMARY KEY, entity TEXT NOT NULL, id TEXT NOT NULL
        ) STRICT;

        -- Answers already given, kept for ever: an acknowledgement may be lost, the deed is not done twice.
        CREATE TABLE idempotency (
            key TEXT PRIMARY KEY, request_hash TEXT NOT NULL, result TEXT NOT NULL, at_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER idempotency_no_update BEFORE UPDATE ON idempotency
        BEGIN SELECT RAISE(ABORT, 'idempotency is append-only'); END;
        CREATE TRIGGER idempotency_no_delete BEFORE DELETE ON idempotency
        BEGIN SELECT RAISE(ABORT, 'idempotency is append-only'); END;
        CREATE TRIGGER idempotency_no_replace BEFORE INSERT ON idempotency
        WHEN EXISTS (SELECT 1 FROM idempotency WHERE key = NEW.key)
        BEGIN SELECT RAISE(ABORT, 'this key is used'); END;
        """
}
