import GRDB

@testable import Persistence

/// What a foreign program does to a store: SQL without lock, role or entry.
enum Raw {
    static func write(_ store: Store, _ sql: String) throws {
        try store.database.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    static func write(_ path: String, _ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    static func number(_ store: Store, _ sql: String) throws -> Int? {
        try store.read { try Int.fetchOne($0, sql: sql) }
    }

    static func writerNumber(_ store: Store, _ sql: String) throws -> Int? {
        try store.database.writeWithoutTransaction { try Int.fetchOne($0, sql: sql) }
    }

    static func texts(_ store: Store, _ sql: String) throws -> [[String?]] {
        try store.read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                row.databaseValues.map { $0.isNull ? nil : String.fromDatabaseValue($0) ?? "\($0)" }
            }
        }
    }
}
