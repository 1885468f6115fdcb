internal import Purchases

/// The newest word of the audit log on who somebody is and on what a setting holds.
///
/// Whoever may write the file can write any row of it. What gives rights or runs something is therefore taken from the
/// log, whose chain of hashes shows what was changed behind it.
enum LoggedWord {
    /// The role of a login; nil for one that was never listed, or was taken out of the list.
    static func role(of login: AgentName, in db: Connection) throws -> Role? {
        let found = try db.first(
            """
            SELECT a.action, a.details FROM audit_subjects s JOIN audit a ON a.sequence = s.sequence
            WHERE s.id = ?1 AND s.kind = 'agent' AND a.subject = ?1
              AND a.action IN ('store.init', 'agent.add', 'agent.remove')
            ORDER BY s.sequence DESC LIMIT 1
            """, [login.rawValue]
        ) { (action: try $0[0] as String, details: try $0[1] as String) }
        guard let found else { return nil }
        return role(after: found.action, details: found.details)
    }

    /// The role that an entry about a login gives it; nil where it takes it out of the list.
    static func role(after action: String, details: String) -> Role? {
        switch action {
        case "store.init": .lead
        case "agent.add": (try? ColumnText.value(details) as AgentDetails?).flatMap(\.role).flatMap(Role.init)
        default: nil
        }
    }

    /// Whether a setting holds what it was set to last, or its first value where nobody set it.
    static func agrees(on setting: Setting, in db: Connection) throws -> Bool {
        let told = try db.first(
            """
            SELECT a.details FROM audit_subjects s JOIN audit a ON a.sequence = s.sequence
            WHERE s.id = ?1 AND s.kind = 'setting' AND a.subject = ?1 AND a.action = 'settings.set'
            ORDER BY s.sequence DESC LIMIT 1
            """, [setting.rawValue]
        ) { try $0[0] as String }
        let present = try SettingTable.text(setting, in: db)
        guard let told else { return present == setting.defaultText }
        let details: SettingDetails? = try? ColumnText.value(told)
        return details?.after == present
    }
}

/// What the entry about an agent who was added says.
struct AgentDetails: Decodable {
    let role: String?
}

/// What the entry about a setting that was changed says.
struct SettingDetails: Codable {
    /// What it held.
    let before: String
    /// What it holds since.
    let after: String
}
