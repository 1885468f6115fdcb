internal import GRDB
internal import Purchases

/// How a store begins: what it serves and who leads.
struct StoreCreation: Sendable {
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

    /// Refuses what a store cannot serve.
    func check() throws {
        try SettingRules.checkEnvironments(serves, isPractice: isPractice)
        try AgentRules.checkLogin(lead)
    }

    /// Writes the first entries, the audit log's first among them.
    func write(_ db: Database) throws {
        try StoreState.createdAt.set(String(at.milliseconds), db)
        try StoreState.practice.set(isPractice ? "1" : "0", db)
        if let population { try StoreState.population.set(population, db) }
        for environment in Set(serves).sorted() {
            try db.run("INSERT INTO served_environments (environment) VALUES (?)", [environment.rawValue])
        }
        try SettingTable.set(.bundleIDs, bundleIDs.map(\.rawValue).joined(separator: ","), db)
        try SettingTable.set(.appAppleIDs, appAppleIDs.map(String.init).joined(separator: ","), db)
        try db.run(
            "INSERT INTO agents (login, role, since_ms, added_by) VALUES (?, 'lead', ?, ?)",
            [lead.rawValue, at.milliseconds, lead.rawValue])
        try AuditLog.append(
            try AuditDraft(lead.rawValue, about: [.agent(lead)], Details(self)), action: .initialize,
            by: lead,
            at: at, db)
    }

    private struct Details: Encodable {
        let practice: Bool
        let population: String?
        let serves: [AppStoreEnvironment]
        let bundleIds: [BundleID]

        init(_ founding: StoreCreation) {
            (practice, serves) = (founding.isPractice, founding.serves)
            population = founding.population
            bundleIds = founding.bundleIDs
        }
    }
}
