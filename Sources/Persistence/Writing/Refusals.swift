package import Purchases

/// What people tried and may not, as the audit log tells it: entries of their own, because what was tried did not happen.
struct Refusal {
    /// How many in a row are told of one login within ``stretch``: whoever tries a thousand times learns and hides
    /// nothing by it, and cannot fill the disk.
    static let most = 100
    /// The time within which they are counted.
    static let stretch = TimeLength.seconds(60)

    /// Who tried.
    let agent: AgentName
    /// What was tried: an action's name, or the permission that a command asked for before it began.
    let tried: String
    /// Why it was refused.
    let error: StoreError

    /// A refusal; nil for an error that is none. That a run writes nothing is nobody's fault.
    init?(_ error: any Error, of agent: AgentName, trying tried: String) {
        guard let error = error as? StoreError, error.code == .refused, error != .store(.readOnly) else {
            return nil
        }
        (self.agent, self.tried, self.error) = (agent, tried, error)
    }

    /// What the audit log says of it.
    private struct Details: Encodable {
        let why: String
        var role: String?
        var needs: String?
    }

    /// Tells the audit log, in a transaction of its own.
    func tell(at now: Instant, in turn: any WriterTurn) throws {
        guard try !isOneOfMany(at: now, in: turn.connection) else { return }
        try turn.transaction {
            let draft = try AuditDraft(tried, about: [.agent(name)], details)
            try AuditLog.append(draft, action: .refused, by: name, at: now, in: turn.connection)
        }
    }

    private var details: Details {
        switch error {
        case .agent(_, .notListed): Details(why: "unknown_login")
        case .agent(_, .notAllowed(let role, let permission)):
            Details(why: "role", role: role.rawValue, needs: permission.rawValue)
        default: Details(why: "policy")
        }
    }

    /// The login as it goes into the log: one that is unknown is anything that somebody calls themselves.
    private var name: AgentName {
        if (try? AgentRules.checkLogin(agent)) != nil { return agent }
        let plain = agent.rawValue.unicodeScalars.prefix(48).map { scalar in
            scalar.properties.isAlphabetic || "0123456789._-@ ".unicodeScalars.contains(scalar)
                ? Character(scalar) : "?"
        }
        return AgentName("unknown (\(String(plain)))")
    }

    /// Whether the login's newest entries are as many refusals; a clock that was set back counts none.
    private func isOneOfMany(at now: Instant, in db: Connection) throws -> Bool {
        let newest = try db.map(
            "SELECT action, at_ms FROM audit WHERE agent = ? ORDER BY sequence DESC LIMIT ?",
            [name.rawValue, Refusal.most]
        ) { (action: try $0[0] as String, at: try $0[1] as Instant) }
        return newest.count == Refusal.most
            && newest.allSatisfy {
                $0.action == AuditAction.refused.rawValue && $0.at <= now && now - $0.at < Refusal.stretch
            }
    }
}

extension Store {
    /// Refuses an agent whose role does not allow something, and tells the audit log so, with the command that asked for it
    /// where one did.
    ///
    /// - Throws: `StoreError`: refused.
    package func require(
        _ permission: Permission, of agent: AgentName, at now: Instant, for command: String? = nil
    ) throws(StoreError) {
        do {
            try require(permission, of: agent)
        } catch {
            tell(error, of: agent, trying: command.map { "command \($0)" } ?? permission.rawValue, at: now)
            throw error
        }
    }

    /// Tells the audit log of an error that is a refusal. What cannot be told is not: the refusal itself stands.
    private func tell(_ error: any Error, of agent: AgentName, trying tried: String, at now: Instant) {
        guard !isReadOnly, knowsLogins, let refusal = Refusal(error, of: agent, trying: tried) else { return }
        try? engine.write { turn in if turn.mayTell { try refusal.tell(at: now, in: turn) } }
    }
}
