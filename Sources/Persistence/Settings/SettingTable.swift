internal import GRDB
internal import Purchases

/// Settings as their tables keep them.
enum SettingTable {
    /// The value of a setting, or its default.
    static func text(_ setting: Setting, _ db: Database) throws -> String {
        if setting == .serve {
            return try served(db).sorted().map(\.rawValue).joined(separator: ",")
        }
        return try db.value("SELECT value FROM settings WHERE key = ?", [setting.rawValue])
            ?? setting.defaultText
    }

    /// The environments whose purchases give access.
    static func served(_ db: Database) throws -> Set<AppStoreEnvironment> {
        let names: [String] = try db.values("SELECT environment FROM served_environments")
        return Set(names.map(AppStoreEnvironment.init(rawValue:)))
    }

    /// Keeps a value that the rules have normalized.
    static func set(_ setting: Setting, _ text: String, _ db: Database) throws {
        if setting == .serve { return try serve(text, db) }
        try db.run(
            "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [setting.rawValue, text])
    }

    /// What the rules of access depend on.
    static func accessRules(_ db: Database) throws -> AccessRules {
        AccessRules(
            catalog: try CatalogTable.read(db), servedEnvironments: try served(db),
            isSmallBusiness: try text(.smallBusiness, db) == "true")
    }

    /// What the rules of tickets depend on.
    static func ticketRules(_ db: Database) throws -> TicketRules {
        TicketRules(
            catalog: try CatalogTable.read(db), servedEnvironments: try served(db),
            attemptLimit: try Int(text(.retryLimit, db)) ?? 0)
    }

    /// The attempts that a setting makes look different.
    static func attempts(touchedBy setting: Setting, _ db: Database) throws -> [Int64] {
        switch setting {
        case .serve:
            try db.values(
                "SELECT id FROM attempts WHERE environment <> 'Production' OR outcome <> 'delivered'")
        case .retryLimit:
            try db.values("SELECT id FROM attempts WHERE outcome = 'failed' AND charged_ms IS NOT NULL")
        default: []
        }
    }

    /// What a setting changes about alarms: those from before there was a command are not for it, and a command in
    /// place of another gets at once what the other did not deliver.
    static func changed(
        _ setting: Setting, from before: String, to after: String, _ writing: StoreTransaction
    ) throws {
        guard setting == .alarmCommand, !after.isEmpty else { return }
        if before.isEmpty { try AlarmTable.passOver(writing) } else { try AlarmTable.hurry(writing) }
    }

    /// How much agents may give.
    static func grantPolicy(_ db: Database) throws -> GrantPolicy {
        let number: (Setting) throws -> Int = { try Int(text($0, db)) ?? 0 }
        return GrantPolicy(
            longestDays: try number(.longestGrantDays), daysPerCustomer: try number(.daysPerCustomer),
            grantsPerDay: try number(.grantsPerDay), reasons: SettingRules.parts(try text(.reasons, db)))
    }

    private static func serve(_ text: String, _ db: Database) throws {
        try db.run("DELETE FROM served_environments")
        for name in SettingRules.parts(text) {
            try db.run("INSERT INTO served_environments (environment) VALUES (?)", [name])
        }
    }
}
