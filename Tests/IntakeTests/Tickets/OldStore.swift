import GRDB
import Purchases

@testable import Persistence

/// A store as an older version would have kept it.
enum OldStore {
    /// Makes a file of a version with the content of a store; in version 1 of one that has no failed purchases.
    static func make(at path: String, like source: String, version: String = "1") throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try Schema.migrator(faults: .none).migrate(queue, upTo: version)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "ATTACH ? AS source", arguments: [source])
            let left = version == "1" ? ["tickets", "ticket_moves", "alarms", "retry_requests"] : []
            for table in try tables(db) where !left.contains(table) {
                let columns = try db.columns(in: table).map { "\"\($0.name)\"" }.joined(separator: ", ")
                try db.execute(
                    sql: "INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM source.\(table)")
            }
            try db.execute(sql: "DETACH source")
        }
        try queue.close()
    }

    /// The tables that both versions have; triggers fill the search, and the rest are for failed purchases.
    private static func tables(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT o.name FROM main.sqlite_master o JOIN source.sqlite_master s USING (type, name)
                WHERE o.type = 'table' AND o.name NOT LIKE 'sqlite%' AND o.name NOT LIKE 'grdb%'
                  AND o.name NOT LIKE 'customers_search%'
                """)
    }
}
