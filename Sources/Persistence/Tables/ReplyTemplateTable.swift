internal import Purchases

/// What leads decided about answers to customers, as its table and the settings keep it.
enum ReplyTemplateTable {
    /// Everything that was decided; a row for a language or situation that this program does not know says nothing to it.
    static func policy(_ db: Connection) throws -> ReplyPolicy {
        let rows = try db.map("SELECT language, situation, body FROM reply_templates") { row in
            (try row[0] as String, try row[1] as String, try row[2] as String)
        }
        let templates = rows.compactMap { row -> (ReplyPolicy.Key, String)? in
            guard let language = ReplyLanguage(rawValue: row.0),
                let situation = ReplySituation(rawValue: row.1)
            else { return nil }
            return (ReplyPolicy.Key(situation, in: language), row.2)
        }
        let language = ReplyLanguage(rawValue: try SettingTable.text(.replyLanguage, in: db))
        let app = try SettingTable.text(.appName, in: db)
        return ReplyPolicy(
            templates: Dictionary(templates, uniquingKeysWith: { $1 }), language: language ?? .english,
            appName: app.isEmpty ? nil : app, productNames: try CatalogTable.read(db).names)
    }

    /// What is kept in place of a shipped answer; nil when that counts.
    static func body(_ key: ReplyPolicy.Key, in db: Connection) throws -> String? {
        try db.value(
            "SELECT body FROM reply_templates WHERE language = ? AND situation = ?",
            [key.language.rawValue, key.situation.rawValue])
    }

    /// Keeps a wording, or forgets the one that is kept.
    static func set(_ key: ReplyPolicy.Key, to body: String?, in db: Connection) throws {
        let place: BoundValues = [key.language.rawValue, key.situation.rawValue]
        guard let body else {
            try db.run("DELETE FROM reply_templates WHERE language = ? AND situation = ?", place)
            return
        }
        try db.run(
            """
            INSERT INTO reply_templates (language, situation, body) VALUES (?, ?, ?)
            ON CONFLICT (language, situation) DO UPDATE SET body = excluded.body
            """, place + [body])
    }
}
