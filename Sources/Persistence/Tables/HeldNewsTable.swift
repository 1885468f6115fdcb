import Purchases

/// Customers and tickets that an upgrade changed, of which backends are told nothing until a lead says what they are to
/// hear.
enum HeldNewsTable {
    /// Something of which nothing is told.
    struct Held {
        /// A customer or a ticket.
        let entity: Entity
        /// Its name.
        let id: String
    }

    /// Holds back what is new of something; answers whether it was not held back before.
    static func hold(_ entity: Entity, _ id: String, in db: Connection) throws -> Bool {
        return try db.run(
            "INSERT INTO held_news (entity, id) VALUES (?, ?) ON CONFLICT (entity, id) DO NOTHING",
            [entity, id]) > 0
    }

    /// Whether what is new of something is held back.
    static func holds(_ entity: Entity, _ id: String, in db: Connection) throws -> Bool {
        try db.exists("SELECT 1 FROM held_news WHERE entity = ? AND id = ?", [entity, id])
    }

    /// How many there are of a kind.
    static func count(of entity: Entity, in db: Connection) throws -> Int {
        try db.value("SELECT count(*) FROM held_news WHERE entity = ?", [entity]) ?? 0
    }

    /// Some of them.
    static func some(_ limit: Int, in db: Connection) throws -> [Held] {
        try db.map("SELECT entity, id FROM held_news ORDER BY entity, id LIMIT ?", [limit]) {
            Held(entity: try $0[0], id: try $0[1])
        }
    }

    /// Holds back nothing of something any more.
    static func release(_ held: Held, in db: Connection) throws {
        try db.run("DELETE FROM held_news WHERE entity = ? AND id = ?", [held.entity, held.id])
    }
}
