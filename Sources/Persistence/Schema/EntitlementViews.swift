extension Schema {
    /// The views that other programs read: one SELECT says what a customer may use.
    ///
    /// Nothing newer than SQLite 3.38 and no function of ours, so that any SQLite can read them.
    package static let entitlementViews = """
        -- Every period of every environment; no clock in it.
        CREATE VIEW entitlement_periods
            (app_user_id, entitlement, from_ms, until_ms, source, source_id, environment) AS
        SELECT u.app_user_id, e.entitlement, p.from_ms, p.until_ms, 'chain', c.original_transaction_id, c.environment
        FROM customers u JOIN chains c ON c.customer_id = u.id
        JOIN access_periods p ON p.chain_id = c.id
        JOIN product_entitlements e ON e.product_id = p.product_id
        UNION ALL
        SELECT u.app_user_id, p.product_id, p.from_ms, p.until_ms, 'chain', c.original_transaction_id, c.environment
        FROM customers u JOIN chains c ON c.customer_id = u.id
        JOIN access_periods p ON p.chain_id = c.id
        WHERE NOT EXISTS (SELECT 1 FROM products k WHERE k.product_id = p.product_id)
        UNION ALL
        SELECT u.app_user_id, e.entitlement, p.from_ms, p.until_ms, 'chain', c.original_transaction_id, c.environment
        FROM customers u JOIN payer_periods p ON p.customer_id = u.id
        JOIN chains c ON c.id = p.chain_id
        JOIN product_entitlements e ON e.product_id = p.product_id
        UNION ALL
        SELECT u.app_user_id, p.product_id, p.from_ms, p.until_ms, 'chain', c.original_transaction_id, c.environment
        FROM customers u JOIN payer_periods p ON p.customer_id = u.id
        JOIN chains c ON c.id = p.chain_id
        WHERE NOT EXISTS (SELECT 1 FROM products k WHERE k.product_id = p.product_id)
        UNION ALL
        SELECT g.app_user_id, g.entitlement, g.starts_at_ms,
            CASE WHEN g.ends_at_ms IS NULL THEN g.revoked_at_ms WHEN g.revoked_at_ms IS NULL THEN g.ends_at_ms
                ELSE min(g.ends_at_ms, g.revoked_at_ms) END,
            'grant', CAST(g.id AS TEXT), NULL
        FROM grants g
        WHERE g.revoked_at_ms IS NULL OR g.revoked_at_ms > g.starts_at_ms;

        -- Those that count: grants, served environments, Sandbox for testers. No clock in it either.
        CREATE VIEW counting_periods
            (app_user_id, entitlement, from_ms, until_ms, source, source_id, environment) AS
        SELECT v.app_user_id, v.entitlement, v.from_ms, v.until_ms, v.source, v.source_id, v.environment
        FROM entitlement_periods v
        WHERE v.environment IS NULL
            OR v.environment IN (SELECT environment FROM served_environments)
            OR (v.environment = 'Sandbox' AND EXISTS (
                SELECT 1 FROM customers t WHERE t.app_user_id = v.app_user_id AND t.tester = 1));

        -- The counting periods, each with the latest end before it, of all sources and of its own source.
        -- Windows instead of recursion, and one per SELECT, so that WHERE app_user_id = ? reaches the indexes: SQLite
        -- 3.40 pushes it through neither a correlated subquery nor two different windows.
        -- 9223372036854775807 stands for "without end" so that ends compare as numbers.
        CREATE VIEW counting_ends AS
        SELECT *, max(until_ms) OVER (
            PARTITION BY app_user_id, entitlement, source, source_id, environment ORDER BY from_ms, until_ms
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS own_before
        FROM (
            SELECT *, max(until_ms) OVER (
                PARTITION BY app_user_id, entitlement ORDER BY from_ms, until_ms, source, source_id, environment
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
            FROM (
                SELECT app_user_id, entitlement, from_ms, coalesce(until_ms, 9223372036854775807) AS until_ms,
                    source, source_id, coalesce(environment, '') AS environment
                FROM counting_periods));

        -- The same, numbered by uninterrupted run of all sources (run) and of their own source (own_run).
        CREATE VIEW counting_runs AS
        SELECT *, sum(from_ms > coalesce(own_before, from_ms)) OVER (
            PARTITION BY app_user_id, entitlement, source, source_id, environment ORDER BY from_ms, until_ms
            ROWS UNBOUNDED PRECEDING) AS own_run
        FROM (
            SELECT *, sum(from_ms > coalesce(before, from_ms)) OVER (
                PARTITION BY app_user_id, entitlement ORDER BY from_ms, until_ms, source, source_id, environment
                ROWS UNBOUNDED PRECEDING) AS run
            FROM counting_ends);

        -- One row per customer and entitlement that holds now. until_ms is the end of the union of all that counts;
        -- the source is the one whose own run ends latest, then a chain before a grant, then the smaller id.
        CREATE VIEW active_entitlements (app_user_id, entitlement, until_ms, source, source_id) AS
        SELECT app_user_id, entitlement, nullif(run_until, 9223372036854775807), source, source_id
        FROM (
            SELECT *, row_number() OVER (
                PARTITION BY app_user_id, entitlement ORDER BY own_until DESC, source, source_id, environment
            ) AS place
            FROM (
                SELECT *, max(until_ms) OVER (
                    PARTITION BY app_user_id, entitlement, source, source_id, environment, own_run) AS own_until
                FROM (
                    SELECT *, max(until_ms) OVER (PARTITION BY app_user_id, entitlement, run) AS run_until
                    FROM counting_runs))
            WHERE from_ms <= CAST(strftime('%s', 'now') AS INTEGER) * 1000
                    + CAST(substr(strftime('%f', 'now'), 4, 3) AS INTEGER)
                AND until_ms > CAST(strftime('%s', 'now') AS INTEGER) * 1000
                    + CAST(substr(strftime('%f', 'now'), 4, 3) AS INTEGER))
        WHERE place = 1;
        """
}
