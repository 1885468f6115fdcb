extension Schema {
    /// What came in, once each, and what could not be taken in.
    static let documents = """
        -- Each document once, without receipts' blobs and with secrets masked.
        CREATE TABLE documents (
            id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, source TEXT, body TEXT,
            document_ms INTEGER NOT NULL, received_ms INTEGER, imported_ms INTEGER NOT NULL,
            checked TEXT, environment TEXT, bundle_id TEXT, named_app_user_id TEXT
        ) STRICT;

        CREATE TABLE document_chains (
            document_id INTEGER NOT NULL REFERENCES documents, chain_id INTEGER NOT NULL REFERENCES chains,
            PRIMARY KEY (document_id, chain_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX document_chains_by_chain ON document_chains (chain_id);

        -- received_ms is the time of the import that rejected it.
        CREATE TABLE quarantine (
            id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL, source TEXT NOT NULL, kind TEXT, reason TEXT NOT NULL,
            detail TEXT, body BLOB NOT NULL, bytes INTEGER NOT NULL, received_ms INTEGER NOT NULL,
            customer TEXT, forced_kind TEXT, dropped_ms INTEGER, dropped_by TEXT, retried_ms INTEGER
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
}
