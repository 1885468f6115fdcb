internal import GRDB
public import Purchases

/// Who may do what, as the table of agents says.
enum AgentRules {
    /// The role of a login; refuses one that is unknown or was removed.
    static func role(of agent: AgentName, in db: Database) throws -> Role {
        let text: String? = try db.value(
            "SELECT role FROM agents WHERE login = ? AND removed_at_ms IS NULL", [agent.rawValue])
        guard let role = text.flatMap(Role.init(rawValue:)) else { throw StoreError.unknownAgent(agent) }
        return role
    }

    /// Refuses what no login looks like: commands and lists show it bare.
    static func checkLogin(_ login: AgentName) throws {
        let text = login.rawValue
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || "._-@".unicodeScalars.contains($0)
        }
        guard !text.isEmpty, text.utf8.count <= 64, isPlain, !text.hasPrefix("-") else {
            throw StoreError.badLogin
        }
    }

    /// Whether a login is a lead's.
    static func isLead(_ login: AgentName, in db: Database) throws -> Bool {
        try db.exists(
            "SELECT 1 FROM agents WHERE login = ? AND role = 'lead' AND removed_at_ms IS NULL", [login])
    }

    /// Refuses to leave the store without a lead.
    static func checkOtherLead(than login: AgentName, in db: Database) throws {
        let others: Int64? = try db.value(
            "SELECT count(*) FROM agents WHERE role = 'lead' AND removed_at_ms IS NULL AND login <> ?",
            [login.rawValue])
        guard (others ?? 0) > 0 else {
            throw StoreError.lastLead(login)
        }
    }
}

/// Someone, or some program, that may use the store.
public struct AgentRecord: Hashable, Sendable {
    /// The login.
    public let login: AgentName
    /// What it is trusted with.
    public let role: Role
    /// Since when.
    public let since: Instant
}
