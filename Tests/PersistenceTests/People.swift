import Purchases

@testable import Persistence

/// The people and the present of these tests.
enum People {
    static let lead = AgentName("lena")
    static let agent = AgentName("ada")
    static let viewer = AgentName("vic")
    static let service = AgentName("intake")
    static let customer = AppUserID("u_1042")
    static let now = Instant(milliseconds: 1_700_000_000_000)

    /// Adds everybody to a fresh store.
    static func settle(_ store: Store) throws {
        try store.addAgent(agent, role: .agent, by: lead, at: now)
        try store.addAgent(viewer, role: .viewer, by: lead, at: now)
        try store.addAgent(service, role: .service, by: lead, at: now)
        try store.addCustomer(
            customer, CustomerValues(email: "Taro@Example.com", name: "山田 太郎"), by: agent, at: now)
        try Raw.write(store, "INSERT INTO products (product_id, kind) VALUES ('basic', 'auto_renewable')")
        try Raw.write(
            store, "INSERT INTO product_entitlements (product_id, entitlement) VALUES ('basic', 'premium')")
    }

    static func inMemory() throws -> Store {
        let store = try Store.inMemory(by: lead, at: now)
        try settle(store)
        return store
    }

    /// What an ordinary make-good asks for.
    static func request(days: Int = 7) throws -> GrantRequest {
        guard let period = CalendarPeriod(days: days) else {
            throw StoreError.readOnly
        }
        return GrantRequest(
            customer: customer, entitlement: EntitlementID("premium"), term: .period(period),
            reason: "goodwill")
    }
}
