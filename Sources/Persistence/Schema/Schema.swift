internal import GRDB

/// The tables, indexes, guards and views of a store, by version.
enum Schema {
    /// The migrations that bring a file to the present version, each whole in its own transaction.
    static func migrator(faults: FaultPlan) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        // Deferred checks would run outside the migration's own statements and hold the lock longer.
        migrator.registerMigration("1", foreignKeyChecks: .immediate) { db in
            for part in version1 { try db.execute(sql: part) }
            try faults.pass(.migration)
            try db.execute(sql: "PRAGMA application_id = \(StoreFormat.applicationID)")
            try db.execute(sql: "PRAGMA user_version = 1")
        }
        migrator.registerMigration("2", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: failedPurchases)
            try faults.pass(.migration)
            try db.execute(sql: "PRAGMA user_version = 2")
        }
        migrator.registerMigration("3", foreignKeyChecks: .immediate) { db in
            // Filled by version 7, which has what they are worked out from.
            try db.execute(sql: undeliveredCharges)
            try faults.pass(.migration)
            try db.execute(sql: "PRAGMA user_version = 3")
        }
        migrator.registerMigration("4", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: evidence)
            try faults.pass(.migration)
            try db.execute(sql: "PRAGMA user_version = 4")
        }
        migrator.registerMigration("5", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: restitution)
            try faults.pass(.migration)
            try db.execute(sql: "PRAGMA user_version = 5")
        }
        migrator.registerMigration("6", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: alarms)
            try faults.pass(.migration)
            try db.execute(sql: "PRAGMA user_version = 6")
        }
        migrator.registerMigration("7", foreignKeyChecks: .immediate) { db in
            try keepKnownOwners(db)
            try faults.pass(.migration)
            try db.execute(sql: "PRAGMA user_version = 7")
        }
        migrator.registerMigration("8", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: foldedKeys)
            try CustomerRow.rewriteKeys(db)
            try faults.pass(.migration)
            try db.execute(sql: "PRAGMA user_version = 8")
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
