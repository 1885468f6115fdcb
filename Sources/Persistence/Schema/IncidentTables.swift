/// Nights on which something broke.
extension Schema {
    /// Failed purchases with one cause in one stretch of time, as one thing.
    static let incidents = """
        -- Clusters of failed purchases, found by a rule and kept. key: what most of them share, a cause or an app version.
        -- from_ms and until_ms: the first and the last charge; closed_ms: since when it goes on no more, NULL while it does.
        -- is_kept: a lead shaped it, and the rule leaves it alone. merged_into: a lead said that it is the same as another.
        CREATE TABLE incidents (
            id INTEGER PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('cause', 'version')), key TEXT NOT NULL,
            from_ms INTEGER NOT NULL, until_ms INTEGER NOT NULL, opened_ms INTEGER NOT NULL, closed_ms INTEGER,
            usual INTEGER NOT NULL DEFAULT 0, -- thousandths of tickets an hour that the rule took for the usual
            is_kept INTEGER NOT NULL DEFAULT 0, merged_into INTEGER REFERENCES incidents,
            name TEXT, alarm_ticket INTEGER, version INTEGER NOT NULL DEFAULT 1
        ) STRICT;
        CREATE INDEX incidents_going_on ON incidents (key, from_ms) WHERE closed_ms IS NULL AND merged_into IS NULL;
        CREATE INDEX incidents_by_time ON incidents (from_ms DESC, id DESC) WHERE merged_into IS NULL;
        """
}
