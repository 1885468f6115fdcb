package import Purchases

extension Store {
    /// The page that answers a question as the agent may see it, read in one transaction.
    ///
    /// This is the one place that decides how much a reader sees of people: every ``PersonalText`` that the question reads
    /// masks itself accordingly. The role is looked up in the same transaction, because it may have been taken away
    /// meanwhile.
    ///
    /// - Throws: `StoreError`: as the question says; refused to an unknown agent, and for a page that viewers do not see.
    package func page<Query: StoreQuery>(
        of query: Query, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> Query.Page {
        try read { db in
            let reading = StoreReading(db: db, agent: agent, now: now, knowsLogins: knowsLogins)
            let masked = reading.seen(with: .masked)
            let sees: Bool
            do { sees = try reading.showsPeople() } catch {
                // What the question itself refuses, such as a newer format, comes before who asks.
                _ = try query.page(in: masked)
                throw error
            }
            if sees { return try query.page(in: reading) }
            guard !Query.isHiddenFromViewers else { throw StoreError.store(.pageHidden) }
            return try query.page(in: masked)
        }
    }

    /// The page that answers a question, with all personal data: for programs, and for acts.
    ///
    /// - Parameter agent: the agent who asks, where the answer depends on that.
    package func wholePage<Query: StoreQuery>(
        of query: Query, by agent: AgentName? = nil, at now: Instant
    ) throws(StoreError) -> Query.Page {
        try read { db in
            try query.page(in: StoreReading(db: db, agent: agent, now: now, knowsLogins: knowsLogins))
        }
    }
}

extension StoreReading {
    /// The same for a reader who sees so much of people.
    func seen(with disclosure: Disclosure) -> StoreReading {
        StoreReading(db: db.seen(with: disclosure), agent: agent, now: now, knowsLogins: knowsLogins)
    }

    /// The agent, for an answer that depends on one.
    ///
    /// - Throws: `StoreError`: refused where nobody in particular asks.
    func knownAgent() throws -> AgentName {
        guard let agent else { throw StoreError.agent(AgentName(""), .notListed) }
        return agent
    }

    /// The agent's role, as it is listed.
    func role() throws -> Role { try AgentRules.role(of: knownAgent(), in: db) }

    /// Whether the agent may see personal data.
    func showsPeople() throws -> Bool {
        let role = try role()
        return knowsLogins && role.may(.reveal)
    }
}
