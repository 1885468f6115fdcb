/// The figures of the review, kept as tickets change.
extension Schema {
    /// Loss of funds by what leads look at it by.
    static let losses = """
        -- Tickets of loss of funds, counted by dimension: day, hour (of the day), cause, product, version, storefront. Triggers
        -- on tickets keep them. standing: open, made_good, credited, refunded, written_off, delivered.
        CREATE TABLE loss_figures (
            dimension TEXT NOT NULL, day INTEGER NOT NULL, -- of the charge, since 1970, in UTC
            value TEXT NOT NULL, currency TEXT NOT NULL, -- '': nothing tells what was paid
            standing TEXT NOT NULL, tickets INTEGER NOT NULL, milliunits INTEGER NOT NULL,
            PRIMARY KEY (dimension, day, value, currency, standing)
        ) STRICT, WITHOUT ROWID;
        """
}
