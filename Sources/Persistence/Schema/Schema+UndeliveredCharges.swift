extension Schema {
    /// Version 3: undelivered charges lie beside those of their chain, because imports write them by the million.
    static let undeliveredCharges = """
        DROP TABLE undelivered_charges;

        -- Charges that the App Store's own record does not show as delivered: known too late, nobody's, or the app's
        -- to deliver. Derived; silent losses are found among them.
        CREATE TABLE undelivered_charges (
            chain_id INTEGER NOT NULL REFERENCES chains,
            "transaction" INTEGER NOT NULL, charged_ms INTEGER NOT NULL,
            PRIMARY KEY (chain_id, "transaction")
        ) STRICT, WITHOUT ROWID;

        -- The newest of them: an index on every charge's time would be written all over for each document.
        ALTER TABLE chains ADD COLUMN newest_undelivered_ms INTEGER;
        CREATE INDEX chains_undelivered ON chains (newest_undelivered_ms) WHERE newest_undelivered_ms IS NOT NULL;
        """
}
