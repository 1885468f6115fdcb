internal import Purchases

/// What leads decided about answers to customers, as its table and the settings keep it.
enum ReplyTemplateTable {
    /// Everything that was decided; a row for a language or situation that this program does not know says nothing to it.
    static func policy(_ db: Connection) throws -> ReplyPolicy {
        let templates = try KeptTemplate.table.rows(in: db).compactMap { kept -> (ReplyPolicy.Key, String)? in
            guard let language = ReplyLanguage(rawValue: kept.language),
                let situation = ReplySituation(rawValue: kept.situation)
            else { return nil }
            return (ReplyPolicy.Key(situation, in: language), kept.body)
        }
        let language = ReplyLanguage(rawValue: try SettingTable.text(.replyLanguage, in: db))
        let app = try SettingTable.text(.appName, in: db)
        return ReplyPolicy(
            templates: Dictionary(templates, uniquingKeysWith: { $1 }), language: language ?? .english,
            appName: app.isEmpty ? nil : app, productNames: try CatalogTable.read(db).names)
    }

    /// What is kept in place of a shipped answer; nil when that counts.
    static func body(_ key: ReplyPolicy.Key, in db: Connection) throws -> String? {
        try KeptTemplate.table.find(key.language.rawValue, key.situation.rawValue, in: db)?.body
    }

    /// Keeps a wording, or forgets the one that is kept.
    static func set(_ key: ReplyPolicy.Key, to body: String?, in db: Connection) throws {
        let (language, situation) = (key.language.rawValue, key.situation.rawValue)
        guard let body else {
            try KeptTemplate.table.delete(language, situation, in: db)
            return
        }
        try KeptTemplate.table.save(
            KeptTemplate(language: language, situation: situation, body: body), in: db)
    }
}

/// A wording that counts in place of a shipped answer; the language and the situation may be ones that a newer program
/// knows.
struct KeptTemplate: TableRow {
    static let table = Table<KeptTemplate>("reply_templates", key: "language", "situation")
    static let unread = KeptTemplate(language: "", situation: "", body: "")

    var language: String
    var situation: String
    var body: String

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("language", &language)
        columns.visit("situation", &situation)
        columns.visit("body", &body)
    }
}
