/// The ledger: every charge once, with what became of its money.
extension Schema {
    /// Charges, the apps in which they were made, and their sums by day.
    package static let ledger =
        chargeApps + charges + """

            -- Their sums. ChargeTable alone writes them, with the charges: a trigger would cost an import more than all else that
            -- it writes of a charge. doctor and `balance --check` count them again.
            CREATE TABLE charge_days (
                environment TEXT NOT NULL, day INTEGER NOT NULL, currency TEXT NOT NULL, -- '': nothing tells what was paid
                standing TEXT NOT NULL, is_owned INTEGER NOT NULL,
                charges INTEGER NOT NULL, milliunits INTEGER NOT NULL, refunded_milliunits INTEGER NOT NULL,
                PRIMARY KEY (environment, day, currency, standing, is_owned)
            ) STRICT, WITHOUT ROWID;
            """

    /// Charges that are closed without proof, for the list of leads.
    package static let chargesWithoutProof = """
        CREATE INDEX charges_without_proof ON charges (ticket_id, environment) WHERE standing = 'closed_without_proof'
        """

    /// The apps of untold charges.
    static let chargeApps = """
        -- The apps in which untold charges were made: whether one of these is a silent loss depends on its app's first report.
        CREATE TABLE charge_apps (
            id INTEGER PRIMARY KEY, environment TEXT NOT NULL, bundle_id TEXT NOT NULL, -- '': nothing tells the app
            UNIQUE (environment, bundle_id)
        ) STRICT;

        """

    /// Every charge.
    static let charges = """
        -- Every charge that counts, once. standing: what became of its money, see ChargeStanding; is_owned: it is open, and
        -- somebody works on its ticket. Whether an untold charge is a silent loss needs a clock, and is asked when it is
        -- read. day: of the charge, in UTC, counted from 1970-01-01. currency NULL: nothing tells what was paid.
        -- refunded_milliunits: what Apple gave back of it; the rest stands as the standing says. attempt, ticket_id, facts:
        -- of a charge of which an app told, its first attempt, its ticket, and what its standing is without the ticket.
        -- app, unheard_ms: where and when it was made, of an untold one that cost or may have cost something: silent losses
        -- are among these.
        CREATE TABLE charges (
            id INTEGER PRIMARY KEY, -- transactions.id; less than 0, of a charge that only an app told of: -attempts.id
            environment TEXT NOT NULL, day INTEGER NOT NULL,
            currency TEXT, milliunits INTEGER NOT NULL, refunded_milliunits INTEGER NOT NULL,
            standing TEXT NOT NULL, is_owned INTEGER NOT NULL,
            attempt INTEGER, ticket_id INTEGER, facts TEXT, app INTEGER, unheard_ms INTEGER,
            CHECK ((app IS NULL) = (unheard_ms IS NULL))
        ) STRICT;
        CREATE INDEX charges_unheard ON charges (app, unheard_ms) WHERE app IS NOT NULL;
        CREATE INDEX charges_by_attempt ON charges (attempt) WHERE attempt IS NOT NULL;
        CREATE INDEX charges_by_ticket ON charges (ticket_id) WHERE ticket_id IS NOT NULL;
        \(chargesByDay);

        """

    /// By what customers know of a charge.
    package static let chargesByDay = "CREATE INDEX charges_by_day ON charges (day, milliunits)"
}
