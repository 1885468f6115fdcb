import Purchases

/// Customers and tickets that an upgrade changed, of which backends are told nothing until a lead says what they are to
/// hear.
enum HeldNewsTable {
    /// Something of which nothing is told.
    struct Held: TableRow {
        static let table = Table<Held>("held_news", key: "entity", "id")
        static let unread = Held(entity: .customer, id: "")

        /// A customer or a ticket.
        var entity: Entity
        var id: String

        mutating func visit(_ columns: inout some ColumnVisitor) {
            columns.visit("entity", &entity)
            columns.visit("id", &id)
        }
    }

    /// Holds back what is new of something; answers whether it was not held back before.
    static func hold(_ entity: Entity, _ id: String, in db: Connection) throws -> Bool {
        try Held.table.insertIfAbsent(Held(entity: entity, id: id), in: db)
    }

    /// Whether what is new of something is held back.
    static func holds(_ entity: Entity, _ id: String, in db: Connection) throws -> Bool {
        try Held.table.has(entity, id, in: db)
    }

    /// How many there are of a kind.
    static func count(of entity: Entity, in db: Connection) throws -> Int {
        try db.value("SELECT count(*) FROM held_news WHERE entity = ?", [entity]) ?? 0
    }

    /// The first of them, up to a limit.
    static func some(_ limit: Int, in db: Connection) throws -> [Held] {
        try Held.table.rows("ORDER BY entity, id LIMIT ?", [limit], in: db)
    }

    /// Holds back nothing of something any more.
    static func release(_ held: Held, in db: Connection) throws {
        try Held.table.delete(held.entity, held.id, in: db)
    }
}
