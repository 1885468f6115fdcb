package import Purchases

/// The logins that may use the store, and their roles: the table lists them, the audit log alone gives the role
/// (``LoggedWord``).
package enum AgentRules {
    /// The role of a login, as the audit log has it; refuses one that is unknown or was removed.
    ///
    /// The table says who is listed. What it says of the role gives nothing that the log did not give.
    package static func role(of agent: AgentName, in db: Connection) throws -> Role {
        guard try isListed(agent, in: db), let role = try LoggedWord.role(of: agent, in: db) else {
            throw StoreError.agent(agent, .notListed)
        }
        return role
    }

    /// Whether the table lists a login.
    static func isListed(_ login: AgentName, in db: Connection) throws -> Bool {
        try db.exists("SELECT 1 FROM agents WHERE login = ? AND removed_at_ms IS NULL", [login.rawValue])
    }

    /// Refuses what no login looks like: commands and lists show it bare.
    static func checkLogin(_ login: AgentName) throws(StoreError) {
        let text = login.rawValue
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || "._-@".unicodeScalars.contains($0)
        }
        guard !text.isEmpty, text.utf8.count <= 64, isPlain, !text.hasPrefix("-") else {
            throw StoreError.invalid(.login)
        }
    }

    /// Whether a login is a lead's.
    static func isLead(_ login: AgentName, in db: Connection) throws -> Bool {
        (try? role(of: login, in: db)) == .lead
    }

    /// Refuses to leave the store without a lead.
    static func checkOtherLead(than login: AgentName, in db: Connection) throws {
        guard try hasOtherLead(than: login, in: db) else { throw StoreError.agent(login, .lastLead) }
    }

    /// Whether the store has a lead beside a login.
    static func hasOtherLead(than login: AgentName, in db: Connection) throws -> Bool {
        let others: [AgentName] = try db.values(
            "SELECT login FROM agents WHERE removed_at_ms IS NULL AND login <> ?", [login.rawValue])
        return try others.contains { try isLead($0, in: db) }
    }
}

/// Someone, or some program, that may use the store.
package struct AgentRecord: Hashable, Sendable {
    package let login: AgentName
    /// What it is trusted with.
    package let role: Role
    package let since: Instant
}

/// A login with the role that the table says, listed until it is removed.
struct ListedAgent: TableRow {
    static let table = Table<ListedAgent>("agents", key: "login")
    static let unread = ListedAgent(
        login: AgentName(""), role: .viewer, since: .earliest, addedBy: AgentName(""))

    var login: AgentName
    var role: Role
    var since: Instant
    var addedBy: AgentName
    var removedAt: Instant?
    var removedBy: AgentName?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("login", &login)
        columns.visit("role", &role)
        columns.visit("since_ms", &since)
        columns.visit("added_by", &addedBy)
        columns.visit("removed_at_ms", &removedAt)
        columns.visit("removed_by", &removedBy)
    }
}
