extension Schema {
    /// What the pure rules give, as half-open periods; NULL is without end. Never states: those need a clock.
    static let periods = """
        CREATE TABLE access_periods (
            chain_id INTEGER NOT NULL REFERENCES chains, product_id TEXT NOT NULL,
            from_ms INTEGER NOT NULL, until_ms INTEGER,
            PRIMARY KEY (chain_id, from_ms), CHECK (until_ms IS NULL OR until_ms > from_ms)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE status_periods (
            chain_id INTEGER NOT NULL REFERENCES chains, status TEXT NOT NULL,
            from_ms INTEGER NOT NULL, until_ms INTEGER,
            PRIMARY KEY (chain_id, from_ms), CHECK (until_ms IS NULL OR until_ms > from_ms)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX status_periods_by_status ON status_periods (status, until_ms, from_ms);
        """
}
