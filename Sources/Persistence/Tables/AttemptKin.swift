import Purchases

/// Which rows of `attempts` belong together, what they tell together, and whose they are. `ReportMerge` and
/// `AttemptMoves` in `Persistence/Derivation` ask it; whose a row is decides `AttemptCustomer` in `Purchases/Tickets`.
///
/// An attempt has a row for each customer whom its reports name (`named`), and one for those that name nobody (`''`).
/// As long as they name one customer, all of them speak of that customer's attempt; where they name several, each row
/// stands for itself.
struct AttemptKin {
    let db: Connection

    /// What is told of the attempt of a row by all reports that speak of it; nil when there is no such row.
    func told(of row: Int64) throws -> MergedFacts<PurchaseReportValues>? {
        let rows = try namesakes(of: row)
        guard rows.count(where: { !$0.named.isEmpty }) > 1 else { return AttemptKin.merged(rows.map(\.told)) }
        return try AttemptTable.told(in: row, db: db)
    }

    /// What several rows tell together; nil of nothing.
    static func merged(_ told: [MergedFacts<PurchaseReportValues>?]) -> MergedFacts<PurchaseReportValues>? {
        told.compactMap { $0 }.reduce(nil) { facts, others in
            guard var facts else { return others }
            facts.merge(others)
            return facts
        }
    }

    /// A row of an attempt that has several.
    private struct Namesake {
        let row: Int64
        let named: String
        let told: MergedFacts<PurchaseReportValues>?
    }

    /// The rows of a row's attempt, the one that names nobody first. Three are enough: what counts is whether more than
    /// one names somebody.
    private func namesakes(of row: Int64) throws -> [Namesake] {
        try db.map(
            """
            SELECT b.id, b.named, b.told FROM attempts a JOIN attempts b ON b.attempt_id = a.attempt_id
            WHERE a.id = ? ORDER BY b.named LIMIT 3
            """, [row]
        ) { Namesake(row: try $0[0], named: try $0[1], told: try $0.json(2)) }
    }

    /// The rows of which a report on one may change what is told, or whose it is: those of the same attempt, and those
    /// that name nobody and have an id in common with one of these.
    func rows(beside row: Int64) throws -> Set<Int64> {
        let attempt = Set(try namesakes(of: row).map(\.row)).union([row])
        return try attempt.reduce(into: attempt) { rows, one in
            rows.formUnion(try db.values(AttemptKin.nameless, [one]) as [Int64])
        }
    }

    // `a` is the row, `b` a row that names nobody and has its transaction or line item.
    private static let nameless = """
        SELECT b.id FROM attempts a JOIN attempts b ON b.transaction_id = a.transaction_id
            AND b.environment = a.environment AND b.named = '' WHERE a.id = ?1
        UNION SELECT b.id FROM attempts a JOIN attempts b ON b.web_order_line_item_id = a.web_order_line_item_id
            AND b.environment = a.environment AND b.named = '' WHERE a.id = ?1
        """

    /// Keeps in the columns of a row's attempt what is told of it by now; answers its rows.
    func showTold(of row: Int64) throws -> Set<Int64> {
        let rows = Set(try namesakes(of: row).map(\.row)).union([row])
        for one in rows {
            guard let told = try told(of: one) else { continue }
            try AttemptTable.show(told.values, of: one, in: db)
            try AttemptPlace.move(one, in: db)
        }
        return rows
    }

    /// Decides whose the attempts of some rows are.
    func decideCustomers(of rows: some Sequence<Int64>) throws {
        for row in rows {
            let named: AppUserID? = try db.value(
                "SELECT named FROM attempts WHERE id = ? AND named > ''", [row])
            try db.run(
                "UPDATE attempts SET app_user_id = ?1 WHERE id = ?2 AND app_user_id IS DISTINCT FROM ?1",
                [named ?? customer(ofNameless: row), row])
        }
    }

    private func customer(ofNameless row: Int64) throws -> AppUserID? {
        try AttemptCustomer.customer(
            inAttempt: named(AttemptKin.inAttempt, row), inEnvelopes: named(AttemptKin.inEnvelopes, row),
            besideIDs: named(AttemptKin.besideTransaction, row).union(
                named(AttemptKin.besideLineItem, row)))
    }

    private func named(_ query: String, _ row: Int64) throws -> Set<AppUserID> {
        Set(try db.values(query, [row]) as [AppUserID])
    }

    // Whom others name: two names are enough to know that nobody is named for certain. `a` is the row, `b` another one.
    private static let inAttempt = """
        SELECT DISTINCT b.named FROM attempts a JOIN attempts b ON b.attempt_id = a.attempt_id AND b.named > ''
        WHERE a.id = ?1 LIMIT 2
        """

    private static let inEnvelopes = """
        SELECT app_user_id FROM attempt_claims WHERE attempt = ?1 AND kind = 'customer' LIMIT 2
        """

    private static let besideTransaction = """
        SELECT DISTINCT b.named FROM attempts a JOIN attempts b ON b.transaction_id = a.transaction_id
            AND b.environment = a.environment AND b.named > '' WHERE a.id = ?1 LIMIT 2
        """

    private static let besideLineItem = """
        SELECT DISTINCT b.named FROM attempts a JOIN attempts b
            ON b.web_order_line_item_id = a.web_order_line_item_id
            AND b.environment = a.environment AND b.named > '' WHERE a.id = ?1 LIMIT 2
        """
}
