/// The ledger: every charge once, with what became of its money.
extension Schema {
    /// Charges, and their sums by day, which triggers keep.
    static let ledger = """
        -- Every charge that counts, once. standing: what became of its money, see ChargeStanding; is_owned: it is open, and
        -- somebody works on its ticket. Whether an untold charge is a silent loss needs a clock, and is asked when it is
        -- read. day: of the charge, in UTC, counted from 1970-01-01. currency NULL: nothing tells what was paid.
        -- refunded_milliunits: what Apple gave back of it; the rest stands as the standing says. attempt, ticket_id, facts:
        -- of a charge of which an app told, its first attempt, its ticket, and what its standing is without the ticket.
        -- unheard_ms: when it was made, of an untold one that cost or may have cost something: silent losses are among these.
        CREATE TABLE charges (
            id INTEGER PRIMARY KEY, -- transactions.id; less than 0, of a charge that only an app told of: -attempts.id
            environment TEXT NOT NULL, day INTEGER NOT NULL,
            currency TEXT, milliunits INTEGER NOT NULL, refunded_milliunits INTEGER NOT NULL,
            standing TEXT NOT NULL, is_owned INTEGER NOT NULL,
            attempt INTEGER, ticket_id INTEGER, facts TEXT, unheard_ms INTEGER
        ) STRICT;
        CREATE INDEX charges_unheard ON charges (unheard_ms, id) WHERE unheard_ms IS NOT NULL;
        CREATE INDEX charges_by_attempt ON charges (attempt) WHERE attempt IS NOT NULL;
        CREATE INDEX charges_by_ticket ON charges (ticket_id) WHERE ticket_id IS NOT NULL;
        CREATE TRIGGER charges_without_transaction AFTER DELETE ON transactions
        BEGIN DELETE FROM charges WHERE id = OLD.id; END;

        -- Their sums. Only triggers write them, so that no way of writing charges can forget them.
        CREATE TABLE charge_days (
            environment TEXT NOT NULL, day INTEGER NOT NULL, currency TEXT NOT NULL, -- '': nothing tells what was paid
            standing TEXT NOT NULL, is_owned INTEGER NOT NULL,
            charges INTEGER NOT NULL, milliunits INTEGER NOT NULL, refunded_milliunits INTEGER NOT NULL,
            PRIMARY KEY (environment, day, currency, standing, is_owned)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER charge_days_insert AFTER INSERT ON charges BEGIN \(counted) END;
        CREATE TRIGGER charge_days_delete AFTER DELETE ON charges BEGIN \(uncounted) END;
        CREATE TRIGGER charge_days_update
        AFTER UPDATE OF environment, day, currency, milliunits, refunded_milliunits, standing, is_owned ON charges
        BEGIN \(uncounted) \(counted) END;
        """

    private static let counted = """
        INSERT INTO charge_days VALUES (NEW.environment, NEW.day, coalesce(NEW.currency, ''), NEW.standing, NEW.is_owned,
          1, NEW.milliunits, NEW.refunded_milliunits)
        ON CONFLICT DO UPDATE SET charges = charges + 1, milliunits = milliunits + excluded.milliunits,
          refunded_milliunits = refunded_milliunits + excluded.refunded_milliunits;
        """

    private static let uncounted = """
        UPDATE charge_days SET charges = charges - 1, milliunits = milliunits - OLD.milliunits,
          refunded_milliunits = refunded_milliunits - OLD.refunded_milliunits
        WHERE environment = OLD.environment AND day = OLD.day AND currency = coalesce(OLD.currency, '')
          AND standing = OLD.standing AND is_owned = OLD.is_owned;
        DELETE FROM charge_days
        WHERE environment = OLD.environment AND day = OLD.day AND currency = coalesce(OLD.currency, '')
          AND standing = OLD.standing AND is_owned = OLD.is_owned AND charges = 0;
        """
}
