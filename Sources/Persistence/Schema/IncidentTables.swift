/// Incidents: many failed purchases of one cause or app version in a short time, and the counts by which they are
/// found.
extension Schema {
    /// Failed purchases with one cause in one stretch of time, as one thing.
    static let incidents = """
        -- Clusters of failed purchases, found by a rule and kept. key: what most of them share, a cause or an app version;
        -- causes: all causes that count as one with it, a JSON array, '[]' for a version. from_ms and until_ms: the first and
        -- the last charge; quiet_ms: for how long nothing may come before it is over; closed_ms: since when it goes on no
        -- more, NULL while it does. is_kept: a lead shaped it, and the rule leaves it alone. merged_into: it is the same as
        -- another. dissolved_ms: what came since shows that it was nothing out of the usual.
        CREATE TABLE incidents (
            id INTEGER PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('cause', 'version')), key TEXT NOT NULL,
            causes TEXT NOT NULL DEFAULT '[]', from_ms INTEGER NOT NULL, until_ms INTEGER NOT NULL,
            quiet_ms INTEGER NOT NULL DEFAULT 0, opened_ms INTEGER NOT NULL, closed_ms INTEGER,
            usual INTEGER NOT NULL DEFAULT 0, -- thousandths of tickets an hour that the rule took for the usual
            is_kept INTEGER NOT NULL DEFAULT 0, merged_into INTEGER REFERENCES incidents, dissolved_ms INTEGER,
            name TEXT, alarm_ticket INTEGER, version INTEGER NOT NULL DEFAULT 1
        ) STRICT;
        CREATE INDEX incidents_going_on ON incidents (key, from_ms)
            WHERE closed_ms IS NULL AND merged_into IS NULL AND dissolved_ms IS NULL;
        CREATE INDEX incidents_by_time ON incidents (from_ms DESC, id DESC)
            WHERE merged_into IS NULL AND dissolved_ms IS NULL;
        CREATE INDEX incidents_merged ON incidents (merged_into) WHERE merged_into IS NOT NULL;
        """

    /// What an incident's page counts its tickets by.
    package static let failedOfIncidents = """
        -- With all that an incident's page asks of its tickets, so that no ticket is read for it.
        CREATE INDEX tickets_failed ON tickets (incident_id, customer_id, product_id, storefront, placed_ms)
            WHERE incident_id IS NOT NULL AND \(counts("tickets"));
        """

    /// What the rule of incidents counts, which triggers on tickets keep.
    static let incidentCounts = """
        -- Charged failed purchases by the hour of the charge, since 1970; version '': nothing tells. incident 0: none.
        CREATE TABLE failure_hours (
            hour INTEGER NOT NULL, cause TEXT NOT NULL, version TEXT NOT NULL, incident INTEGER NOT NULL,
            tickets INTEGER NOT NULL, PRIMARY KEY (hour, cause, version, incident)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX failure_hours_by_incident ON failure_hours (incident, hour) WHERE incident <> 0;

        -- What an incident cost. currency '': nothing tells what was paid.
        CREATE TABLE incident_figures (
            incident INTEGER NOT NULL, currency TEXT NOT NULL, standing TEXT NOT NULL,
            tickets INTEGER NOT NULL, milliunits INTEGER NOT NULL, PRIMARY KEY (incident, currency, standing)
        ) STRICT, WITHOUT ROWID;

        -- revision: how often the counts changed; seen: up to which the rule has looked at them.
        CREATE TABLE incident_search (id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL, seen INTEGER NOT NULL)
        STRICT;
        INSERT INTO incident_search (id, revision, seen) VALUES (1, 0, 0);

        \(incidentTriggers.sqlite)
        """

    /// What keeps the counts in step with tickets. SQLite asks for a WHERE between a SELECT and ON CONFLICT, be it
    /// `WHERE 1` (UPSERT, Parsing Ambiguity).
    static let incidentTriggers = [
        SchemaTrigger(
            """
            CREATE TRIGGER incidents_ticket_insert AFTER INSERT ON tickets WHEN \(counts("NEW")) BEGIN
                \(addHour) SELECT \(hour("NEW")), 1 WHERE 1 \(oneMore);
                \(addFigure) SELECT \(figure("NEW")) WHERE NEW.incident_id IS NOT NULL \(moreFigures);
                UPDATE incident_search SET revision = revision + 1;
            END
            """,
            postgres: .run(
                "PERFORM count_failure(NEW); UPDATE incident_search SET revision = revision + 1;",
                when: "ticket_counts(NEW)")),
        SchemaTrigger(
            """
            CREATE TRIGGER incidents_ticket_delete AFTER DELETE ON tickets WHEN \(counts("OLD")) BEGIN
                \(takeOut)
                UPDATE incident_search SET revision = revision + 1;
            END
            """,
            postgres: .run(
                "PERFORM uncount_failure(OLD); UPDATE incident_search SET revision = revision + 1;",
                when: "ticket_counts(OLD)")),
        SchemaTrigger(
            """
            CREATE TRIGGER incidents_ticket_update
            AFTER UPDATE OF placed_ms, "group", cause, app_version, incident_id, merged_into, is_unproved, state, resolution, currency,
                price_milliunits, "transaction" ON tickets
            WHEN (\(counts("OLD")) OR \(counts("NEW"))) AND (
                \(counts("OLD")) IS NOT \(counts("NEW"))
                OR (OLD.placed_ms, OLD.cause, OLD.app_version, OLD.incident_id, OLD.currency, OLD.price_milliunits)
                    IS NOT (NEW.placed_ms, NEW.cause, NEW.app_version, NEW.incident_id, NEW.currency, NEW.price_milliunits)
                OR \(standing("OLD")) IS NOT \(standing("NEW")))
            BEGIN
                \(takeOut)
                \(addHour) SELECT \(hour("NEW")), 1 WHERE \(counts("NEW")) \(oneMore);
                \(addFigure) SELECT \(figure("NEW")) WHERE \(counts("NEW")) AND NEW.incident_id IS NOT NULL \(moreFigures);
                UPDATE incident_search SET revision = revision + 1
                WHERE \(counts("OLD")) IS NOT \(counts("NEW")) OR (OLD.placed_ms, OLD.cause, OLD.app_version)
                    IS NOT (NEW.placed_ms, NEW.cause, NEW.app_version);
            END
            """,
            postgres: .run(
                """
                IF ticket_counts(OLD) THEN PERFORM uncount_failure(OLD); END IF;
                IF ticket_counts(NEW) THEN PERFORM count_failure(NEW); END IF;
                IF ticket_counts(OLD) <> ticket_counts(NEW)
                    OR (OLD.placed_ms, OLD.cause, OLD.app_version)
                        IS DISTINCT FROM (NEW.placed_ms, NEW.cause, NEW.app_version)
                THEN UPDATE incident_search SET revision = revision + 1; END IF;
                """,
                when: """
                    (ticket_counts(OLD) OR ticket_counts(NEW)) AND (
                        ticket_counts(OLD) <> ticket_counts(NEW) OR failure_standing(OLD) <> failure_standing(NEW)
                        OR (OLD.placed_ms, OLD.cause, OLD.app_version, OLD.incident_id, OLD.currency,
                            OLD.price_milliunits)
                            IS DISTINCT FROM (NEW.placed_ms, NEW.cause, NEW.app_version, NEW.incident_id,
                                NEW.currency, NEW.price_milliunits))
                    """)),
    ]

    /// Whether a ticket is one of the failed purchases that the rule counts: charged and not delivered at first, when
    /// is known, once, and by more than somebody's word. ``LossTerms/counts(_:)`` says the same for statements,
    /// `ticket_counts` in ``ticketFunctions`` for PostgreSQL.
    static func counts(_ row: String) -> String {
        """
        (\(row).placed_ms IS NOT NULL AND \(row)."group" > 1 AND \(row).merged_into IS NULL AND NOT \(row).is_unproved
          AND coalesce(\(row).resolution, '') NOT IN ('superseded', 'not_charged')
          AND NOT (\(row).resolution IS 'duplicate' AND \(row)."transaction" IS NULL))
        """
    }

    /// The key of `failure_hours`: the hour since 1970 first, of 3,600,000 milliseconds.
    private static func hour(_ row: String) -> String {
        """
        \(row).placed_ms / 3600000, \(row).cause, coalesce(\(row).app_version, ''), coalesce(\(row).incident_id, 0)
        """
    }

    private static func standing(_ row: String) -> String {
        """
        CASE WHEN \(row).state <> 'resolved' THEN 'open'
          WHEN \(row).resolution IN ('delivered', 'made_good', 'credited', 'refunded') THEN \(row).resolution
          ELSE 'written_off' END
        """
    }

    private static func figure(_ row: String) -> String {
        "\(row).incident_id, \(LossSQL.currency(row)), \(standing(row)), 1, \(price(row))"
    }

    private static func price(_ row: String) -> String { "coalesce(\(LossSQL.milliunits(row)), 0)" }

    private static let addHour = "INSERT INTO failure_hours (hour, cause, version, incident, tickets)"
    private static let oneMore =
        "ON CONFLICT (hour, cause, version, incident) DO UPDATE SET tickets = tickets + 1"
    private static let addFigure =
        "INSERT INTO incident_figures (incident, currency, standing, tickets, milliunits)"
    private static let moreFigures = """
        ON CONFLICT (incident, currency, standing)
          DO UPDATE SET tickets = tickets + 1, milliunits = milliunits + excluded.milliunits
        """

    /// Takes a ticket as it was out of the counts; rows of nothing go.
    private static let takeOut = """
        UPDATE failure_hours SET tickets = tickets - 1
            WHERE \(counts("OLD")) AND (hour, cause, version, incident) = (\(hour("OLD")));
            DELETE FROM failure_hours
            WHERE tickets = 0 AND (hour, cause, version, incident) = (\(hour("OLD")));
            UPDATE incident_figures SET tickets = tickets - 1, milliunits = milliunits - \(price("OLD"))
            WHERE \(counts("OLD")) AND (incident, currency, standing)
              = (OLD.incident_id, \(LossSQL.currency("OLD")), \(standing("OLD")));
            DELETE FROM incident_figures
            WHERE tickets = 0 AND (incident, currency, standing)
              = (OLD.incident_id, \(LossSQL.currency("OLD")), \(standing("OLD")));
        """
}
