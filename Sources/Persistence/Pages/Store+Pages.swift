import GRDB
public import Purchases

extension Store {
    /// The page of a customer at a moment; nil when there is none of that name.
    public func customerPage(_ id: AppUserID, at instant: Instant) throws -> CustomerPage? {
        try read { try PageReading(db: $0, rules: SettingRows.accessRules($0), at: instant).customer(id) }
    }

    /// The page of a chain at a moment; nil when there is none of that name.
    ///
    /// A name may exist in several environments; without one the chain of Production comes before any other.
    public func chainPage(
        _ id: OriginalTransactionID, in environment: AppStoreEnvironment? = nil, at instant: Instant
    ) throws -> ChainPage? {
        try read { db in
            try PageReading(db: db, rules: SettingRows.accessRules(db), at: instant).chain(
                id, in: environment)
        }
    }

    /// What the view that other programs read says of a customer, by entitlement: the periods that count.
    public func countingPeriods(of id: AppUserID) throws -> [EntitlementID: [Span]] {
        try read { db in
            let rows = try db.rows(
                "SELECT entitlement, from_ms, until_ms FROM counting_periods WHERE app_user_id = ?",
                [id.rawValue])
            return Dictionary(grouping: rows) { EntitlementID($0["entitlement"]) }.mapValues { rows in
                Span.union(
                    rows.compactMap { row in
                        row.instant("from_ms").flatMap { Span(from: $0, until: row.instant("until_ms")) }
                    })
            }
        }
    }
}
