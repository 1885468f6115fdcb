/// The ledger: every charge once, with what became of its money.
extension Schema {
    /// Charges, and their sums by day, which triggers keep.
    static let ledger = """
        -- Every charge that counts, once: of a transaction, or of a purchase that only the app told of. standing: what the
        -- rules make of it: delivered, untold (the App Store's record does not show it as delivered, and no ticket stands
        -- for it), open, made_good, credited, refunded, written_off. Whether an untold charge is a silent loss needs a
        -- clock, and is asked when it is read. currency NULL: nothing tells what was paid. refunded_milliunits: what Apple
        -- gave back of it; the rest stands as the standing says.
        CREATE TABLE charges (
            source TEXT NOT NULL CHECK (source IN ('transaction', 'attempt')),
            row INTEGER NOT NULL, -- transactions.id, or attempts.id of the first attempt
            environment TEXT NOT NULL, charged_ms INTEGER NOT NULL, day INTEGER NOT NULL, -- since 1970, in UTC
            currency TEXT, milliunits INTEGER NOT NULL DEFAULT 0, refunded_milliunits INTEGER NOT NULL DEFAULT 0,
            standing TEXT NOT NULL, is_owned INTEGER NOT NULL DEFAULT 0, -- open, and somebody works on it
            ticket_id INTEGER,
            PRIMARY KEY (source, row)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX charges_by_ticket ON charges (ticket_id) WHERE ticket_id IS NOT NULL;

        -- Their sums, which triggers keep.
        CREATE TABLE charge_days (
            environment TEXT NOT NULL, day INTEGER NOT NULL, currency TEXT NOT NULL, -- '': nothing tells what was paid
            standing TEXT NOT NULL, is_owned INTEGER NOT NULL,
            charges INTEGER NOT NULL, milliunits INTEGER NOT NULL, refunded_milliunits INTEGER NOT NULL,
            PRIMARY KEY (environment, day, currency, standing, is_owned)
        ) STRICT, WITHOUT ROWID;
        """
}
