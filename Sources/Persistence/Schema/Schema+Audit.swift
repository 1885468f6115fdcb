extension Schema {
    /// The log of every write, chained by hashes.
    static let audit = """
        -- hash = lower-case hex SHA-256 of the compact JSON array of the first seven values.
        CREATE TABLE audit (
            sequence INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, agent TEXT NOT NULL, action TEXT NOT NULL,
            subject TEXT NOT NULL, details TEXT NOT NULL, previous_hash TEXT NOT NULL, hash TEXT NOT NULL
        ) STRICT;
        CREATE INDEX audit_by_agent ON audit (agent);
        CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
        CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
        -- Only the next entry may be inserted, so INSERT OR REPLACE finds nothing to replace.
        CREATE TRIGGER audit_next_only BEFORE INSERT ON audit
        WHEN NEW.sequence IS NOT (SELECT coalesce(max(sequence), 0) + 1 FROM audit)
        BEGIN SELECT RAISE(ABORT, 'the audit log only grows at its end'); END;

        -- Which entries speak of what: a customer, chain, ticket, grant, agent. An index, not evidence.
        CREATE TABLE audit_subjects (
            id TEXT NOT NULL, kind TEXT NOT NULL, sequence INTEGER NOT NULL REFERENCES audit,
            PRIMARY KEY (id, kind, sequence)
        ) STRICT, WITHOUT ROWID;
        """
}
