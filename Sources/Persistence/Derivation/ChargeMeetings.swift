import Purchases

/// Finds for purchases that name no record of the App Store's the one that they are all the same (``ChargeMeeting``), and
/// keeps both with their first attempts: when they were made, and which record it is.
///
/// Whether two meet depends on what is near them in time alone, so that nothing else is read or looked at again.
struct ChargeMeetings {
    let db: Connection

    /// Where a purchase looks for its record.
    struct Place: Hashable {
        /// Who bought.
        let customer: AppUserID
        let product: ProductID
        let environment: AppStoreEnvironment
        /// When, as far as the device's clock can be believed.
        let at: Instant
    }

    /// What the first attempt of a purchase without a record keeps: when it was bought, and the record it met.
    private struct Mark: Hashable {
        let row: Int64
        let attempt: AttemptID
        let place: Place
        var record: Int64?
    }

    /// Finds what a purchase meets; answers the attempts to look at because something meets otherwise than before.
    func settle(_ stored: StoredPurchase) throws -> Set<Int64> {
        let isMarked = stored.attempts.contains { $0.boughtAt != nil }
        guard isMarked || stored.transaction == nil else { return [] }
        var (left, changed) = (stored.attempts, Set<Int64>())
        while let next = left.first {
            // What met by time alone stands for itself again.
            var search = PurchaseSearch(db, by: .ids)
            try search.follow(next.rowID)
            let own = left.filter { search.attempts.contains($0.rowID) }
            left.removeAll { search.attempts.contains($0.rowID) }
            changed.formUnion(try settle(own, namesRecord: !search.transactions.isEmpty))
        }
        return changed
    }

    /// Settles the attempts that ids alone make one purchase: with a record they lose their mark, without one the first
    /// of them has it.
    private func settle(_ attempts: [AttemptTable], namesRecord: Bool) throws -> Set<Int64> {
        let before = try attempts.compactMap { try mark(of: $0.rowID) }
        var after = namesRecord ? nil : mark(for: attempts)
        let gone = attempts.filter { $0.boughtAt != nil && $0.rowID != after?.row }.map(\.rowID)
        for row in gone {
            try db.run("UPDATE attempts SET bought_ms = NULL, record = NULL WHERE id = ?", [row])
        }
        if var mark = after {
            // It has to be there when the nearest are looked for.
            try keep(mark, record: before.first { $0.row == mark.row }?.record)
            mark.record = try record(met: mark)
            try keep(mark, record: mark.record)
            after = mark
        }
        let marks = [after].compactMap { $0 }
        guard before != marks || !gone.isEmpty else { return [] }
        let places = Set((before + marks).map(\.place))
        return Set((before + marks).map(\.row) + gone).union(try neighbours(of: places))
    }

    /// The mark of attempts that name no record; nil where not all is told by which one could be found.
    private func mark(for attempts: [AttemptTable]) -> Mark? {
        let purchase = Purchase(attempts: AttemptTable.united(attempts), charge: nil)
        guard let name = purchase.attempts.first?.id, let at = purchase.boughtAt,
            let product = purchase.product,
            let first = AttemptTable.standing(for: name, among: attempts), let customer = first.customer
        else { return nil }
        let place = Place(
            customer: customer, product: product, environment: purchase.environment, at: at)
        return Mark(row: first.rowID, attempt: name, place: place, record: nil)
    }

    private func mark(of row: Int64) throws -> Mark? {
        try db.first(
            """
            SELECT attempt_id, app_user_id, product_id, environment, bought_ms, record FROM attempts
            WHERE id = ? AND bought_ms IS NOT NULL AND app_user_id IS NOT NULL AND product_id IS NOT NULL
            """, [row]
        ) {
            let place = Place(
                customer: try $0[1], product: try $0[2], environment: try $0[3], at: try $0[4])
            return Mark(row: row, attempt: try $0[0], place: place, record: $0[5])
        }
    }

    private func keep(_ mark: Mark, record: Int64?) throws {
        try db.run(
            """
            UPDATE attempts SET bought_ms = ?1, product_id = ?2, record = ?3
            WHERE id = ?4 AND (bought_ms IS DISTINCT FROM ?1 OR product_id IS DISTINCT FROM ?2
              OR record IS DISTINCT FROM ?3)
            """, [mark.place.at, mark.place.product, record, mark.row])
    }

    /// The record that is nearest to a purchase, where the purchase is the nearest to it.
    private func record(met mark: Mark) throws -> Int64? {
        let records = try records(near: mark.place)
        let nearest = ChargeMeeting.nearest(to: mark.place.at, among: records.map(\.candidate))
        guard let nearest, let record = records.first(where: { $0.candidate == nearest }),
            try purchase(nearestTo: nearest.at, mark.place)?.row == mark.row
        else { return nil }
        return record.row
    }
}

/// What is near in time.
extension ChargeMeetings {
    /// A record that no report names.
    private struct Record {
        let row: Int64
        let candidate: ChargeMeeting.Candidate<Name>

        /// What names a record: of two that lists tell under one id, the chain, too.
        struct Name: Hashable, Comparable {
            let transaction: TransactionID
            let chain: OriginalTransactionID

            static func < (left: Name, right: Name) -> Bool {
                (left.transaction, left.chain) < (right.transaction, right.chain)
            }
        }
    }

    /// Where attempts look for records, of those that do.
    func places(of attempts: Set<Int64>) throws -> Set<Place> {
        Set(try attempts.compactMap { try mark(of: $0)?.place })
    }

    /// The attempts that may meet otherwise once something at some places does: whatever met the records that are near, and
    /// what is the nearest to them.
    func neighbours(of places: Set<Place>) throws -> Set<Int64> {
        try places.reduce(into: []) { rows, place in
            for record in try records(near: place) {
                rows.formUnion(try db.values(ChargeMeetings.meeting, [record.row]) as [Int64])
                let nearest = try purchase(nearestTo: record.candidate.at, place)
                rows.formUnion([nearest?.row].compactMap { $0 })
            }
        }
    }

    private static let meeting = "SELECT id FROM attempts WHERE record = ? AND bought_ms IS NOT NULL"

    /// The chains that may have a charge from ?3 to ?4: of a customer's thousands of coins, each a chain, those alone that
    /// were bought then.
    private static let chainsAround = """
        SELECT id, customer_id AS owner FROM chains WHERE last_purchase_ms BETWEEN ?3 AND ?4
        UNION ALL SELECT id, customer_id FROM chains
        WHERE first_purchase_ms < last_purchase_ms AND last_purchase_ms > ?4
        UNION ALL SELECT chain_id, customer_id FROM chain_payers
        """

    private func records(near place: Place) throws -> [Record] {
        let found = try db.map(
            """
            SELECT t.id, t.transaction_id, c.original_transaction_id, t.purchased_at_ms
            FROM customers u CROSS JOIN (\(ChargeMeetings.chainsAround)) n ON n.owner = u.id
              CROSS JOIN chains c ON c.id = n.id
              CROSS JOIN transactions t ON t.chain_id = c.id CROSS JOIN charges l ON l.id = t.id
            WHERE u.app_user_id = ?1 AND c.environment = ?2 AND t.purchased_at_ms BETWEEN ?3 AND ?4
              AND t.product_id = ?5 AND \(PayerTable.whoPaid) = u.id
            """,
            [
                place.customer, place.environment, place.at - ChargeMeeting.window,
                place.at + ChargeMeeting.window, place.product,
            ]
        ) { row in
            let name = Record.Name(transaction: try row[1], chain: try row[2])
            return Record(row: try row[0], candidate: ChargeMeeting.Candidate(name, at: try row[3]))
        }
        return try found.filter { try !PurchaseSearch.isNamed($0.row, in: db) }
    }

    /// The purchase that is the nearest to a moment, among those of a place's customer, product and environment.
    private func purchase(nearestTo moment: Instant, _ place: Place) throws -> Mark? {
        let window = ChargeMeeting.window
        let around: [(query: String, from: Instant, until: Instant)] = [
            (ChargeMeetings.newest, moment - window, moment),
            (ChargeMeetings.oldest, moment, moment + window),
        ]
        let found = try around.compactMap { query, from, until -> Mark? in
            let row: Int64? = try db.value(
                query, [place.customer, place.product, place.environment, from, until])
            return try row.flatMap { try mark(of: $0) }
        }
        let nearest = ChargeMeeting.nearest(
            to: moment, among: found.map { ChargeMeeting.Candidate($0.attempt, at: $0.place.at) })
        return nearest.flatMap { near in
            found.first { $0.attempt == near.name && $0.place.at == near.at }
        }
    }

    private static let newest = "\(bought) ORDER BY bought_ms DESC, attempt_id, id LIMIT 1"
    private static let oldest = "\(bought) ORDER BY bought_ms, attempt_id, id LIMIT 1"
    private static let bought = """
        SELECT id FROM attempts WHERE app_user_id = ? AND product_id = ? AND environment = ?
        AND bought_ms BETWEEN ? AND ?
        """
}

/// What a record may change.
extension ChargeMeetings {
    /// The attempts of a customer that name no record, but that the records of some chains concern: a record is kept as
    /// theirs or as what superseded them, or may become one or the other.
    func attempts(ofCustomer customer: Int64, beside chains: Set<Int64>) throws -> [Int64] {
        let found = try ValueList.parts(of: chains.sorted()).flatMap {
            try attempts(ofCustomer: customer, beside: $0)
        }
        return Set(found).sorted()
    }

    // `told` are the records of the chains, ?1 the customer, ?2 the window of time.
    private func attempts(ofCustomer customer: Int64, beside chains: ValueList) throws -> [Int64] {
        try db.values(
            """
            WITH told (id, product_id, environment, at_ms) AS MATERIALIZED (
              SELECT t.id, t.product_id, c.environment, t.purchased_at_ms
              FROM chains c CROSS JOIN transactions t ON t.chain_id = c.id WHERE c.id IN \(chains.places(from: 3)))
            SELECT a.id FROM told t CROSS JOIN attempts a ON a.record = t.id
            WHERE a.customer_id = ?1 AND (a.bought_ms IS NOT NULL OR a.awaits_ms IS NOT NULL)
            UNION SELECT a.id FROM told t CROSS JOIN attempts a INDEXED BY attempts_beside
              ON a.customer_id = ?1 AND a.product_id = t.product_id AND a.bought_ms BETWEEN t.at_ms - ?2 AND t.at_ms + ?2
            WHERE a.environment = t.environment
            UNION SELECT a.id FROM told t CROSS JOIN attempts a INDEXED BY attempts_awaiting
              ON a.customer_id = ?1 AND a.product_id = t.product_id AND a.awaits_ms >= t.at_ms
            WHERE a.environment = t.environment AND a.bought_ms IS NULL AND a.failed_ms <= t.at_ms
            """, [customer, ChargeMeeting.window.count] + chains.values)
    }
}
