extension Schema {
    /// Functions of PostgreSQL's that triggers on tickets share: what ``LossSQL`` and ``counts(_:)`` say of a row, and
    /// how sums are kept. `StorePostgres` in the tests makes them. Amounts beyond `Money.mostCounted`,
    /// 1,000,000,000,000, are none.
    package static let ticketFunctions = [
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
        END
        $$
        """,
        """
        CREATE FUNCTION ticket_counts(t tickets) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
            SELECT t.placed_ms IS NOT NULL AND t."group" > 1 AND t.merged_into IS NULL AND t.is_unproved = 0
                AND coalesce(t.resolution, '') NOT IN ('superseded', 'not_charged')
                AND (t."transaction" IS NOT NULL OR coalesce(t.resolution, '') <> 'duplicate')
        $$
        """,
        """
        CREATE FUNCTION ticket_paid(t tickets) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
            SELECT CASE WHEN t.currency <> '' AND t.price_milliunits BETWEEN -1000000000000 AND 1000000000000
                THEN t.price_milliunits END
        $$
        """,
        """
        CREATE FUNCTION ticket_currency(t tickets) RETURNS text LANGUAGE sql IMMUTABLE AS $$
            SELECT CASE WHEN ticket_paid(t) IS NULL THEN '' ELSE t.currency END
        $$
        """,
        """
        CREATE FUNCTION failure_standing(t tickets) RETURNS text LANGUAGE sql IMMUTABLE AS $$
            SELECT CASE WHEN t.state <> 'resolved' THEN 'open'
                WHEN t.resolution IN ('delivered', 'made_good', 'credited', 'refunded') THEN t.resolution
                ELSE 'written_off' END
        $$
        """,
        """
        CREATE FUNCTION count_failure(t tickets) RETURNS void LANGUAGE sql AS $$
            INSERT INTO failure_hours AS h (hour, cause, version, incident, tickets)
            VALUES (t.placed_ms / 3600000, t.cause, coalesce(t.app_version, ''),
                coalesce(t.incident_id, 0), 1)
            ON CONFLICT (hour, cause, version, incident) DO UPDATE SET tickets = h.tickets + 1;
            INSERT INTO incident_figures AS f (incident, currency, standing, tickets, milliunits)
            SELECT t.incident_id, ticket_currency(t), failure_standing(t), 1, coalesce(ticket_paid(t), 0)
            WHERE t.incident_id IS NOT NULL
            ON CONFLICT (incident, currency, standing)
                DO UPDATE SET tickets = f.tickets + 1, milliunits = f.milliunits + excluded.milliunits;
        $$
        """,
        """
        CREATE FUNCTION uncount_failure(t tickets) RETURNS void LANGUAGE sql AS $$
            UPDATE failure_hours h SET tickets = h.tickets - 1
            WHERE (h.hour, h.cause, h.version, h.incident)
                = (t.placed_ms / 3600000, t.cause, coalesce(t.app_version, ''), coalesce(t.incident_id, 0));
            DELETE FROM failure_hours h
            WHERE h.tickets = 0 AND (h.hour, h.cause, h.version, h.incident)
                = (t.placed_ms / 3600000, t.cause, coalesce(t.app_version, ''), coalesce(t.incident_id, 0));
            UPDATE incident_figures f
            SET tickets = f.tickets - 1, milliunits = f.milliunits - coalesce(ticket_paid(t), 0)
            WHERE (f.incident, f.currency, f.standing)
                = (t.incident_id, ticket_currency(t), failure_standing(t));
            DELETE FROM incident_figures f
            WHERE f.tickets = 0
                AND (f.incident, f.currency, f.standing)
                    = (t.incident_id, ticket_currency(t), failure_standing(t));
        $$
        """,
        """
        CREATE FUNCTION loss_standing(t tickets) RETURNS text LANGUAGE sql IMMUTABLE AS $$
            SELECT CASE WHEN t."group" <> 3 OR t.is_unproved <> 0 OR t.merged_into IS NOT NULL THEN NULL
                WHEN t.resolution IS NULL THEN 'open'
                WHEN t.is_without_proof <> 0 THEN 'closed_without_proof'
                WHEN t.resolution IN ('made_good', 'credited', 'refunded', 'written_off', 'delivered')
                THEN t.resolution
                WHEN t.resolution = 'duplicate' AND t.resolved_by IS NOT NULL AND t."transaction" IS NOT NULL
                THEN 'written_off' END
        $$
        """,
        """
        CREATE FUNCTION count_loss(t tickets, n bigint) RETURNS void LANGUAGE plpgsql AS $$
        DECLARE
            charged bigint := coalesce(t.charged_at_ms, t.waiting_since_ms);
            paid bigint := ticket_paid(t);
            kind text := loss_standing(t);
            free bigint := CASE WHEN paid = 0 THEN n ELSE 0 END;
            negative bigint := CASE WHEN paid < 0 THEN n ELSE 0 END;
        BEGIN
            IF kind IS NULL THEN RETURN; END IF;
            INSERT INTO loss_figures AS f
            SELECT d.dimension, t.environment, charged / 86400000, d.value, ticket_currency(t), kind, n,
                n * coalesce(paid, 0), free, negative
            FROM (VALUES ('hour', lpad((charged / 3600000 % 24)::text, 2, '0')),
                ('cause', coalesce(t.cause, '')), ('product', coalesce(t.product_id, '')),
                ('version', coalesce(t.app_version, '')),
                ('storefront', coalesce(t.storefront, ''))) AS d (dimension, value)
            ON CONFLICT (dimension, environment, day, value, currency, standing)
                DO UPDATE SET tickets = f.tickets + excluded.tickets,
                    milliunits = f.milliunits + excluded.milliunits,
                    free = f.free + excluded.free, negative = f.negative + excluded.negative;
            INSERT INTO loss_totals AS l
            SELECT d.dimension, t.environment, d.value, ticket_currency(t), kind, n,
                n * coalesce(paid, 0), free, negative
            FROM (VALUES ('cause', coalesce(t.cause, '')), ('product', coalesce(t.product_id, '')),
                ('version', coalesce(t.app_version, '')),
                ('storefront', coalesce(t.storefront, ''))) AS d (dimension, value)
            ON CONFLICT (dimension, environment, value, currency, standing)
                DO UPDATE SET tickets = l.tickets + excluded.tickets,
                    milliunits = l.milliunits + excluded.milliunits,
                    free = l.free + excluded.free, negative = l.negative + excluded.negative;
        END
        $$
        """,
    ]
}
