package import Purchases

/// Leases, by which one of several servers works on a thing for a minute (`LeaseTable`); the workers in
/// `Server/Workers` take them. What is noted right before Apple is sent something that cannot be taken back stands
/// here, too: it counts only while the lease is held.
extension Store {
    /// Takes or keeps a lease for sixty seconds; answers whether it is the server's now, which it is not while another
    /// has it.
    ///
    /// - Throws: `StoreError`: refused by role; busy; full.
    package func lease(
        _ subject: LeaseSubject, for server: ServerID, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> Bool {
        if try read({ try LeaseTable.isAnothers(subject, than: server, at: now, in: $0) }) { return false }
        return try write(.serverNote, by: agent, at: now) { writing in
            guard try LeaseTable.take(subject, for: server, at: now, in: writing.db) else {
                return .nothing(false)
            }
            return .noted(true)
        }
    }

    /// Whether a lease is still the server's: nobody else took it, even where it lapsed.
    package func holds(_ subject: LeaseSubject, _ server: ServerID) throws(StoreError) -> Bool {
        try read { try LeaseTable.isHeld(subject, by: server, in: $0) }
    }

    /// Whether something that is asked is still a server's to ask: nobody cancelled it, and no other server took it.
    package func mayAsk(_ request: AppStoreRequestID, _ server: ServerID) throws(StoreError) -> Bool {
        try read { try AppStoreRequestTable.mayAsk(request, server, in: $0) }
    }

    /// Keeps the period that a chain has before the App Store is asked to renew it later, the first time that it is;
    /// answers whether it may be asked.
    ///
    /// - Throws: `StoreError`: refused by role; busy; full.
    package func beginExtension(
        _ request: AppStoreRequestID, of period: SubscriptionPeriod, by agent: AgentName,
        on server: ServerID, at now: Instant
    ) throws(StoreError) -> Bool {
        try write(.serverNote, by: agent, at: now) { writing in
            guard try AppStoreRequestTable.mayAsk(request, server, in: writing.db) else {
                return .nothing(false)
            }
            try writing.db.run(
                "UPDATE requests SET effect = ? WHERE id = ?",
                [ExtensionEffect(before: period).text, Int64(request.rawValue)])
            return .noted(true)
        }
    }

    /// Forgets the period that was kept, where what was sent surely did not arrive.
    ///
    /// - Throws: `StoreError`: refused by role; busy; full.
    package func takeBackExtension(
        _ request: AppStoreRequestID, by agent: AgentName, on server: ServerID, at now: Instant
    ) throws(StoreError) {
        try write(.serverNote, by: agent, at: now) { writing in
            guard try AppStoreRequestTable.mayAsk(request, server, in: writing.db) else {
                return .nothing(())
            }
            try writing.db.run(
                "UPDATE requests SET effect = NULL WHERE id = ?", [Int64(request.rawValue)])
            return .noted(())
        }
    }

    /// Keeps that the App Store is about to be asked to renew everybody's subscriptions later: from then on nobody can
    /// cancel it, whatever becomes of the server. Answers whether it may be asked.
    ///
    /// - Throws: `StoreError`: refused by role; busy; full.
    package func beginMassExtension(
        _ request: AppStoreRequestID, by agent: AgentName, on server: ServerID, at now: Instant
    ) throws(StoreError) -> Bool {
        try write(.serverNote, by: agent, at: now) { writing in
            guard try AppStoreRequestTable.mayAsk(request, server, in: writing.db) else {
                return .nothing(false)
            }
            var effect = MassExtensionEffect(succeeded: 0, failed: 0, completedAt: nil)
            effect.begunAt = now
            try writing.db.run(
                "UPDATE requests SET effect = ? WHERE id = ?", [effect.text, Int64(request.rawValue)])
            return .noted(true)
        }
    }

    /// Lets go of some leases, where they are the server's.
    ///
    /// - Throws: `StoreError`: refused by role; busy; full.
    package func letGo(
        of subjects: [LeaseSubject], _ server: ServerID, by agent: AgentName, at now: Instant
    ) throws(StoreError) {
        guard !subjects.isEmpty else { return }
        try write(.serverNote, by: agent, at: now) { writing in
            for subject in subjects { try LeaseTable.letGo(subject, of: server, in: writing.db) }
            return .noted(())
        }
    }

    /// Takes what people and rules ask of the App Store and is due, the longest due first, without what another server
    /// has.
    ///
    /// - Throws: `StoreError`: refused by role; busy; full.
    package func takeDueAsks(
        for server: ServerID, by agent: AgentName, at now: Instant, limit: Int = 50
    ) throws(StoreError) -> [DueAsk] {
        guard try !dueAsks(for: server, at: now, limit: 1).isEmpty else { return [] }
        return try write(.serverNote, by: agent, at: now) { writing in
            let due = try DueAsk.due(for: server, at: now, limit: limit, in: writing.db)
            for ask in due {
                _ = try LeaseTable.take(.request(ask.request.id), for: server, at: now, in: writing.db)
            }
            return .noted(due)
        }
    }

    /// Takes the chains about which the App Store is to be asked now, without those that another server has.
    ///
    /// - Throws: `StoreError`: refused by role; busy; full.
    package func takeChainsToAsk(
        in environments: [AppStoreEnvironment], for server: ServerID, by agent: AgentName, at now: Instant,
        limit: Int = 50
    ) throws(StoreError) -> [ChainToAsk] {
        guard try !chainsToAsk(in: environments, for: server, at: now, limit: 1).isEmpty else { return [] }
        return try write(.serverNote, by: agent, at: now) { writing in
            let due = try ChainToAsk.due(
                in: environments, for: server, at: now, limit: limit, db: writing.db)
            for chain in due {
                _ = try LeaseTable.take(.chain(chain.id), for: server, at: now, in: writing.db)
            }
            return .noted(due)
        }
    }

    /// Takes the alarm about the server's own work for which somebody is to be called; nil when there is none, or
    /// another server calls.
    ///
    /// - Throws: `StoreError`: refused by role; busy; full.
    package func takeServerAlarm(
        for server: ServerID, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> ServerAlarm? {
        guard let alarm = try dueServerAlarm(at: now),
            try lease(.serverAlarm(alarm.code), for: server, by: agent, at: now)
        else { return nil }
        // Another may have told of it between the look and the lease.
        let due = try dueServerAlarm(at: now)
        if due == alarm { return alarm }
        try letGo(of: [.serverAlarm(alarm.code)], server, by: agent, at: now)
        return nil
    }
}
