import GRDB
public import Purchases

extension Store {
    /// The page of a customer at a moment; nil when there is none of that name.
    public func customerPage(_ id: AppUserID, at instant: Instant) throws -> CustomerPage? {
        try read { try PageQuery(db: $0, rules: SettingTable.accessRules($0), at: instant).customer(id) }
    }

    /// The page of a chain at a moment; nil when there is none of that name.
    ///
    /// A name may exist in several environments; without one the chain of Production comes before any other.
    public func chainPage(
        _ id: OriginalTransactionID, in environment: AppStoreEnvironment? = nil, at instant: Instant
    ) throws -> ChainPage? {
        try read { db in
            try PageQuery(db: db, rules: SettingTable.accessRules(db), at: instant).chain(
                id, in: environment)
        }
    }

    /// What the view that other programs read says of a customer, by entitlement: the periods that count.
    public func countingPeriods(of id: AppUserID) throws -> [EntitlementID: [Span]] {
        try read { db in
            let periods = try db.map(
                "SELECT entitlement, from_ms, until_ms FROM counting_periods WHERE app_user_id = ?",
                [id.rawValue]
            ) { row in
                let until = (row[2] as Int64?).map(Instant.init(milliseconds:))
                return (EntitlementID(row[0]), Span(from: Instant(milliseconds: row[1]), until: until))
            }
            return Dictionary(grouping: periods, by: \.0).mapValues { Span.union($0.compactMap(\.1)) }
        }
    }
}
