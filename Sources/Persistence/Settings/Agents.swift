package import Purchases

/// Everyone who may use the store, by login, with the role that counts: the one that the audit log tells
/// (``LoggedWord``).
package struct AgentListQuery: StoreQuery {
    package init() {}

    package func page(in reading: StoreReading) throws -> [AgentRecord] {
        let db = reading.db
        return try db.map("SELECT login, since_ms FROM agents WHERE removed_at_ms IS NULL ORDER BY login") {
            (login: try $0[0] as AgentName, since: try $0[1] as Instant)
        }.compactMap { agent in
            try LoggedWord.role(of: agent.login, in: db).map {
                AgentRecord(login: agent.login, role: $0, since: agent.since)
            }
        }
    }
}

/// The agent's role by now, for a program that has the store open for long.
///
/// Refused: an unknown agent, and as configuration a store of which a newer program has changed the schema meanwhile.
package struct OwnRoleQuery: StoreQuery {
    package init() {}

    package func page(in reading: StoreReading) throws -> Role {
        try reading.db.checkFormat()
        return try reading.role()
    }
}

extension Store {
    /// The role of a login.
    ///
    /// - Throws: `StoreError`: refused when it is unknown, with the command that a lead must run.
    package func role(of agent: AgentName) throws(StoreError) -> Role {
        let role = try read { try AgentRules.role(of: agent, in: $0) }
        return knowsLogins ? role : .viewer
    }

    /// Refuses an agent whose role does not allow something.
    package func require(_ permission: Permission, of agent: AgentName) throws(StoreError) {
        guard knowsLogins || permission == .read else { throw StoreError.file(name, .ownerUnknown) }
        let role = try role(of: agent)
        guard role.may(permission) else { throw StoreError.agent(agent, .notAllowed(role, permission)) }
    }

    /// Adds an agent, or gives one another role.
    ///
    /// - Throws: `StoreError`: refused for the last lead's own role; usage for what is no login.
    package func addAgent(_ login: AgentName, role: Role, by lead: AgentName, at now: Instant)
        throws(StoreError)
    {
        try AgentRules.checkLogin(login)
        try write(.agentAdd, by: lead, at: now) { writing in
            if role != .lead, try AgentRules.isLead(login, in: writing.db) {
                try AgentRules.checkOtherLead(than: login, in: writing.db)
            }
            try ListedAgent.table.save(
                ListedAgent(login: login, role: role, since: now, addedBy: lead), in: writing.db)
            try writing.changed(.agent, login.rawValue)
            return .done((), try AuditDraft(login.rawValue, about: [.agent(login)], ["role": role.rawValue]))
        }
    }

    /// Removes an agent; old entries keep the name.
    ///
    /// - Throws: `StoreError`: not found; refused for the last lead.
    package func removeAgent(_ login: AgentName, by lead: AgentName, at now: Instant) throws(StoreError) {
        try write(.agentRemove, by: lead, at: now) { writing in
            guard try AgentRules.isListed(login, in: writing.db) else {
                throw StoreError.unknown(.agent(login))
            }
            if try AgentRules.isLead(login, in: writing.db) {
                try AgentRules.checkOtherLead(than: login, in: writing.db)
            }
            try writing.db.run(
                "UPDATE agents SET removed_at_ms = ?, removed_by = ? WHERE login = ?",
                [now.milliseconds, lead.rawValue, login.rawValue])
            try writing.changed(.agent, login.rawValue)
            return .done((), try AuditDraft(login.rawValue, about: [.agent(login)], [String: String]()))
        }
    }
}
