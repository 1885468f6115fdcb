internal import GRDB

/// The tables, indexes, guards and views of a store, by version.
enum Schema {
    /// The migrations that bring a file to the present version, each whole in its own transaction.
    static func migrator(faults: FaultPlan) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        func register(_ version: Int, _ change: @escaping @Sendable (Database) throws -> Void) {
            // Deferred checks would run outside the migration's own statements and hold the lock longer.
            migrator.registerMigration(String(version), foreignKeyChecks: .immediate) { db in
                try change(db)
                try faults.pass(.migration)
                try db.execute(sql: "PRAGMA user_version = \(version)")
            }
        }
        register(1) { db in
            for part in version1 { try db.execute(sql: part) }
            try db.execute(sql: "PRAGMA application_id = \(StoreFormat.applicationID)")
        }
        register(2) { try $0.execute(sql: failedPurchases) }
        // Filled by version 7, which has what they are worked out from.
        register(3) { try $0.execute(sql: undeliveredCharges) }
        register(4) { try $0.execute(sql: evidence) }
        register(5) { try $0.execute(sql: restitution) }
        register(6) { try $0.execute(sql: alarms) }
        register(7) { try keepKnownOwners($0) }
        register(8) { db in
            try db.execute(sql: foldedKeys)
            try CustomerTable.rewriteKeys(db)
        }
        return migrator
    }

    /// Version 8: the keys of searches are folded rather than lower-cased, and chains of nobody are a list.
    private static let foldedKeys = "CREATE INDEX chains_of_nobody ON chains (id) WHERE customer_id IS NULL"

    private static let version1 = [
        housekeeping, people, catalog, documents, chains, transactions, renewals, periods, grants, audit,
        tickets,
        requests, entitlementViews,
    ]
}
