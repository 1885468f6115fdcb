package import Purchases

/// How a store begins: what it serves and who leads.
package struct StoreCreation: Sendable {
    /// Whether it is a store to practise on.
    let isPractice: Bool
    /// What the population that it is to hold is made of; nil for an empty store.
    var population: String?
    /// The environments whose purchases give access.
    let serves: [AppStoreEnvironment]
    /// The apps; any when empty.
    let bundleIDs: [BundleID]
    /// The apps' numbers in App Store Connect.
    let appAppleIDs: [Int64]
    /// The first lead.
    let lead: AgentName
    /// When it is made.
    let at: Instant

    package init(
        isPractice: Bool, population: String? = nil, serves: [AppStoreEnvironment], bundleIDs: [BundleID],
        appAppleIDs: [Int64], lead: AgentName, at: Instant
    ) {
        (self.isPractice, self.population, self.serves) = (isPractice, population, serves)
        (self.bundleIDs, self.appAppleIDs, self.lead, self.at) = (bundleIDs, appAppleIDs, lead, at)
    }

    /// Refuses what a store cannot serve.
    package func check() throws {
        try SettingRules.checkEnvironments(serves, isPractice: isPractice)
        try AgentRules.checkLogin(lead)
    }

    /// Writes the first entries, the audit log's first among them.
    package func write(_ db: Connection) throws {
        try StoreState.createdAt.set(String(at.milliseconds), in: db)
        try StoreState.practice.set(isPractice ? "1" : "0", in: db)
        if let population { try StoreState.population.set(population, in: db) }
        try ServedEnvironment.table.insert(
            Set(serves).sorted().map { ServedEnvironment(environment: $0) }, in: db)
        try SettingTable.set(.bundleIDs, to: bundleIDs.map(\.rawValue).joined(separator: ","), in: db)
        try SettingTable.set(.appAppleIDs, to: appAppleIDs.map(String.init).joined(separator: ","), in: db)
        try ListedAgent.table.insert(
            ListedAgent(login: lead, role: .lead, since: at, addedBy: lead), in: db)
        try AuditLog.append(
            try AuditDraft(lead.rawValue, about: [.agent(lead)], Details(self)), action: .initialize,
            by: lead,
            at: at, in: db)
    }

    private struct Details: Encodable {
        let practice: Bool
        let population: String?
        let serves: [AppStoreEnvironment]
        let bundleIds: [BundleID]
        let appAppleIds: [Int64]

        init(_ founding: StoreCreation) {
            (practice, serves) = (founding.isPractice, founding.serves)
            population = founding.population
            (bundleIds, appAppleIds) = (founding.bundleIDs, founding.appAppleIDs)
        }
    }
}

extension Store {
    /// What a practice store's population was made of; nil for stores without one.
    package func population() throws(StoreError) -> String? {
        try read { try StoreState.population.read($0) }
    }
}
