package import Purchases

/// A purchase that nothing but the app's own word says was delivered: the App Store's record of it has not come.
///
/// Source: the rule of delivery; a record that is missing a day after the charge is for leads to look at.
package struct UnconfirmedDelivery: Hashable, Sendable {
    /// The first attempt of the purchase.
    package let attempt: AttemptID
    /// Who bought; nil when the app did not say.
    package let customer: AppUserID?
    /// The customer's name, as far as it is known.
    package internal(set) var customerName: PersonName?
    package let product: ProductID?
    /// The transaction, where the app named it.
    package let transactionID: TransactionID?
    package let environment: AppStoreEnvironment
    /// When the app says that the customer was charged, by the corrected clock.
    package let chargedAt: Instant
}

/// A page of purchases that nothing but the app's own word says were delivered, the oldest charge first.
package struct UnconfirmedDeliveryPage: Hashable, Sendable {
    /// The purchases.
    package internal(set) var deliveries: [UnconfirmedDelivery]
    /// Where the next page begins; nil at the end.
    package let next: String?
}

/// Purchases that the app reported as delivered and of which the App Store's record has not come for a day.
///
/// Refused as usage: an `after` that no page gave.
package struct UnconfirmedDeliveryListQuery: StoreQuery {
    package let after: String?
    let limit: Int

    package init(after: String? = nil, limit: Int = 50) { (self.after, self.limit) = (after, limit) }

    package func page(in reading: StoreReading) throws -> UnconfirmedDeliveryPage {
        try UnconfirmedDeliveryReading(db: reading.db, now: reading.now)
            .page(after: after.map(UnconfirmedDeliveryReading.place), limit: limit)
    }
}

/// How many of them there are.
package struct UnconfirmedDeliveryCountQuery: StoreQuery {
    package init() {}

    package func page(in reading: StoreReading) throws -> CappedCount {
        let deliveries = UnconfirmedDeliveryReading(db: reading.db, now: reading.now)
        return CappedCount(try deliveries.count(atMost: CappedCount.cap + 1))
    }
}

/// Finds the purchases that nothing but the app's own word says were delivered.
struct UnconfirmedDeliveryReading {
    /// How long the App Store's record may take before a lead looks.
    static let patience = TimeLength.hours(24)

    /// A place in the list: the last purchase of a page.
    typealias Place = (chargedAt: Int64, row: Int64)

    let db: Connection
    /// The moment of the list.
    let now: Instant

    /// Reads a cursor as a page gave it; refuses anything else.
    static func place(_ text: String) throws -> Place {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
        guard numbers.count == 2, let chargedAt = numbers[0], let row = numbers[1] else {
            throw StoreError.invalid(.cursor(text))
        }
        return (chargedAt, row)
    }

    /// A page after a place.
    func page(after place: Place?, limit: Int) throws -> UnconfirmedDeliveryPage {
        let after = place ?? (Int64.min, Int64.min)
        let found = try db.map(
            """
            SELECT a.id, a.attempt_id, u.app_user_id, u.name, a.product_id, a.transaction_id, a.environment,
              a.charged_ms FROM attempts a LEFT JOIN customers u ON u.id = a.customer_id
            WHERE a.outcome = 'by_word' AND a.charged_ms <= ? AND (a.charged_ms, a.id) > (?, ?)
            ORDER BY a.charged_ms, a.id LIMIT ?
            """, [latest, after.chargedAt, after.row, limit + 1]
        ) { row in (row: try row[0] as Int64, delivery: try UnconfirmedDeliveryReading.read(row)) }
        let shown = found.prefix(limit)
        let last = found.count > limit ? shown.last : nil
        return UnconfirmedDeliveryPage(
            deliveries: shown.map(\.delivery),
            next: last.map { "\($0.delivery.chargedAt.milliseconds).\($0.row)" })
    }

    /// How many there are, counted no further than a limit.
    func count(atMost limit: Int) throws -> Int {
        try db.value(
            """
            SELECT count(*) FROM (SELECT 1 FROM attempts WHERE outcome = 'by_word' AND charged_ms <= ? LIMIT ?) counted
            """, [latest, limit]) ?? 0
    }

    private var latest: Int64 { (now - UnconfirmedDeliveryReading.patience).milliseconds }

    private static func read(_ row: StoredRow) throws -> UnconfirmedDelivery {
        UnconfirmedDelivery(
            attempt: try row[1], customer: row[2], customerName: row[3], product: row[4],
            transactionID: row[5], environment: try row[6], chargedAt: try row[7])
    }
}
