internal import Purchases

/// The figures of the review, kept as tickets change. Group 3 is `ErrorGroup.lossOfFunds`.
extension Schema {
    /// Loss of funds by what leads look at it by.
    static let losses =
        """
        -- Losses of funds by day and one dimension each: hour (of the day, 00 to 23), cause, product, version, storefront; a
        -- value is '' where nothing tells. Triggers on tickets keep them. standing: open, made_good, credited, refunded,
        -- written_off, closed_without_proof, delivered.
        CREATE TABLE loss_figures (
            dimension TEXT NOT NULL, environment TEXT NOT NULL,
            day INTEGER NOT NULL, -- of the charge, since 1970, in UTC
            value TEXT NOT NULL, currency TEXT NOT NULL, -- '': nothing tells what was paid
            standing TEXT NOT NULL, tickets INTEGER NOT NULL, milliunits INTEGER NOT NULL,
            free INTEGER NOT NULL, negative INTEGER NOT NULL, -- of the tickets: those of 0.00, those below
            PRIMARY KEY (dimension, environment, day, value, currency, standing)
        ) STRICT, WITHOUT ROWID;

        -- The same of all days together, but for hours.
        CREATE TABLE loss_totals (
            dimension TEXT NOT NULL, environment TEXT NOT NULL, value TEXT NOT NULL, currency TEXT NOT NULL,
            standing TEXT NOT NULL, tickets INTEGER NOT NULL, milliunits INTEGER NOT NULL,
            free INTEGER NOT NULL, negative INTEGER NOT NULL,
            PRIMARY KEY (dimension, environment, value, currency, standing)
        ) STRICT, WITHOUT ROWID;

        \(goneTriggers.sqlite)

        \(lossTriggers.sqlite)

        -- Open losses by how long their customers wait, and those made good by when they were charged.
        CREATE INDEX tickets_losses ON tickets (environment, waiting_since_ms)
            WHERE "group" = 3 AND resolution IS NULL AND is_unproved = 0 AND merged_into IS NULL;
        CREATE INDEX tickets_losses_made_good
            ON tickets (environment, coalesce(charged_at_ms, waiting_since_ms), waiting_since_ms, resolved_at_ms)
            WHERE "group" = 3 AND resolution = 'made_good' AND is_unproved = 0 AND merged_into IS NULL;
        CREATE INDEX tickets_losses_written_off
            ON tickets (environment, coalesce(charged_at_ms, waiting_since_ms), resolution, resolved_by)
            WHERE "group" = 3 AND resolution IN ('written_off', 'duplicate') AND resolved_by IS NOT NULL
                AND is_unproved = 0 AND merged_into IS NULL;
        -- By the day of the charge, as a filter asks for it.
        CREATE INDEX tickets_charged ON tickets (coalesce(charged_at_ms, waiting_since_ms));
        """

    /// Rows of nothing go.
    static let goneTriggers = [
        SchemaTrigger(
            """
            CREATE TRIGGER loss_figures_gone AFTER UPDATE ON loss_figures WHEN NEW.tickets = 0
            BEGIN
                DELETE FROM loss_figures WHERE dimension = NEW.dimension AND environment = NEW.environment
                    AND day = NEW.day AND value = NEW.value AND currency = NEW.currency AND standing = NEW.standing;
            END
            """,
            postgres: .run(
                """
                DELETE FROM loss_figures f
                WHERE (f.dimension, f.environment, f.day, f.value, f.currency, f.standing)
                    = (NEW.dimension, NEW.environment, NEW.day, NEW.value, NEW.currency, NEW.standing);
                """, when: "NEW.tickets = 0")),
        SchemaTrigger(
            """
            CREATE TRIGGER loss_totals_gone AFTER UPDATE ON loss_totals WHEN NEW.tickets = 0
            BEGIN
                DELETE FROM loss_totals WHERE dimension = NEW.dimension AND environment = NEW.environment
                    AND value = NEW.value AND currency = NEW.currency AND standing = NEW.standing;
            END
            """,
            postgres: .run(
                """
                DELETE FROM loss_totals t
                WHERE (t.dimension, t.environment, t.value, t.currency, t.standing)
                    = (NEW.dimension, NEW.environment, NEW.value, NEW.currency, NEW.standing);
                """, when: "NEW.tickets = 0")),
    ]

    /// What keeps the figures in step with tickets. A ticket is written whole whatever changed: what matters is compared.
    package static let lossTriggers = [
        SchemaTrigger(
            """
            CREATE TRIGGER tickets_lost AFTER INSERT ON tickets WHEN NEW."group" = 3
            BEGIN
            \(LossSQL.counting("NEW", by: 1))
            END
            """, postgres: .run("PERFORM count_loss(NEW, 1);", when: "NEW.\"group\" = 3")),
        SchemaTrigger(
            """
            CREATE TRIGGER tickets_lost_no_more AFTER DELETE ON tickets WHEN OLD."group" = 3
            BEGIN
            \(LossSQL.counting("OLD", by: -1))
            END
            """, postgres: .run("PERFORM count_loss(OLD, -1);", when: "OLD.\"group\" = 3")),
        SchemaTrigger(
            """
            CREATE TRIGGER tickets_loss_changed AFTER UPDATE ON tickets
            WHEN (OLD."group" = 3 OR NEW."group" = 3)
                AND (\(LossSQL.columns(of: "OLD"))) IS NOT (\(LossSQL.columns(of: "NEW")))
            BEGIN
            \(LossSQL.counting("NEW", by: 1))
            \(LossSQL.counting("OLD", by: -1))
            END
            """,
            postgres: .run(
                "PERFORM count_loss(NEW, 1); PERFORM count_loss(OLD, -1);",
                when: """
                    (OLD."group" = 3 OR NEW."group" = 3)
                        AND (\(LossSQL.columns(of: "OLD"))) IS DISTINCT FROM (\(LossSQL.columns(of: "NEW")))
                    """)),
    ]
}

/// What the rule of ``LossStatus`` and the figures are in SQL, for a row of tickets under any name. ``LossTerms`` says
/// the same for statements, ``Schema/ticketFunctions`` for PostgreSQL.
enum LossSQL {
    /// What a loss is counted by on its day, with what gives the value.
    static func dimensions(of row: String) -> [(name: String, value: String)] {
        [("hour", "printf('%02d', \(chargedAt(row)) / 3600000 % 24)")] + lasting(of: row)
    }

    /// What a loss is counted by whatever its day.
    static func lasting(of row: String) -> [(name: String, value: String)] {
        LossDimension.allCases.map { ($0.rawValue, "coalesce(\(row).\($0.column), '')") }
    }

    /// When a loss was charged, as its ticket says.
    static func chargedAt(_ row: String) -> String {
        "coalesce(\(row).charged_at_ms, \(row).waiting_since_ms)"
    }

    /// The UTC day of the charge, since 1970.
    static func day(_ row: String) -> String { "(\(chargedAt(row)) / 86400000)" }

    /// The standing of a loss; NULL for a ticket that counts in no sum.
    static func standing(_ row: String) -> String {
        """
        CASE WHEN \(row)."group" <> 3 OR \(row).is_unproved OR \(row).merged_into IS NOT NULL THEN NULL
          WHEN \(row).resolution IS NULL THEN 'open'
          WHEN \(row).is_without_proof THEN 'closed_without_proof'
          WHEN \(row).resolution IN ('made_good', 'credited', 'refunded', 'written_off', 'delivered') THEN \(row).resolution
          WHEN \(row).resolution = 'duplicate' AND \(row).resolved_by IS NOT NULL AND \(row)."transaction" IS NOT NULL
          THEN 'written_off' END
        """
    }

    /// What was paid, as sums take it; NULL where nothing tells.
    static func milliunits(_ row: String) -> String {
        """
        iif(\(row).currency <> '' AND \(row).price_milliunits BETWEEN -\(Money.mostCounted) AND \(Money.mostCounted),
          \(row).price_milliunits, NULL)
        """
    }

    /// The currency of what sums take; empty where nothing tells.
    static func currency(_ row: String) -> String { "iif(\(milliunits(row)) IS NULL, '', \(row).currency)" }

    /// What of a row the figures depend on.
    static func columns(of row: String) -> String {
        [
            "\"group\"", "resolution", "resolved_by", "is_without_proof", "\"transaction\"", "is_unproved",
            "merged_into",
            "environment", "charged_at_ms", "waiting_since_ms", "price_milliunits", "currency", "cause",
            "product_id", "app_version", "storefront",
        ].map { "\(row).\($0)" }.joined(separator: ", ")
    }

    /// Adds a row's loss to all figures, or takes it away.
    static func counting(_ row: String, by count: Int) -> String {
        let terms = """
            (SELECT \(standing(row)) AS standing, \(milliunits(row)) AS paid) AS loss
            """
        func values(_ dimensions: [(name: String, value: String)]) -> String {
            dimensions.map { "SELECT '\($0.name)' AS dimension, \($0.value) AS value" }.joined(
                separator: " UNION ALL ")
        }
        func insertion(_ table: String, day: String, _ dimensions: [(name: String, value: String)]) -> String
        {
            """
            INSERT INTO \(table)
            SELECT look.dimension, \(row).environment,\(day) look.value, iif(loss.paid IS NULL, '', \(row).currency),
              loss.standing, \(count), \(count) * coalesce(loss.paid, 0), \(count) * (loss.paid IS 0),
              \(count) * coalesce(loss.paid < 0, 0)
            FROM \(terms) CROSS JOIN (\(values(dimensions))) AS look WHERE loss.standing IS NOT NULL
            ON CONFLICT DO UPDATE SET tickets = tickets + excluded.tickets, milliunits = milliunits + excluded.milliunits,
              free = free + excluded.free, negative = negative + excluded.negative;
            """
        }
        return insertion("loss_figures", day: " \(day(row)),", dimensions(of: row)) + "\n"
            + insertion("loss_totals", day: "", lasting(of: row))
    }
}

extension LossDimension {
    /// The column of tickets that tells it.
    var column: String {
        switch self {
        case .cause: "cause"
        case .product: "product_id"
        case .version: "app_version"
        case .storefront: "storefront"
        }
    }
}
