import FileStore
package import Foundation
package import Persistence
package import Purchases

/// The people and the present of these tests.
package enum People {
    /// A lead, who made the store.
    package static let lead = AgentName("lena")
    package static let agent = AgentName("ada")
    /// One who only looks.
    package static let viewer = AgentName("vic")
    /// A program that brings documents.
    package static let service = AgentName("intake")
    package static let customer = AppUserID("u_1042")
    /// The present of these tests.
    package static let now = Instant(milliseconds: 1_700_000_000_000)

    /// Adds everybody to a fresh store.
    package static func settle(_ store: Store) throws {
        try store.addAgent(agent, role: .agent, by: lead, at: now)
        try store.addAgent(viewer, role: .viewer, by: lead, at: now)
        try store.addAgent(service, role: .service, by: lead, at: now)
        try store.addCustomer(
            customer, CustomerValues(email: "Taro@Example.com", name: "山田 太郎"), by: agent, at: now)
        try Raw.write(store, "INSERT INTO products (product_id, kind) VALUES ('basic', 'auto_renewable')")
        try Raw.write(
            store, "INSERT INTO product_entitlements (product_id, entitlement) VALUES ('basic', 'premium')")
    }

    /// A store in memory with everybody in it.
    package static func inMemory() throws -> Store {
        let store = try Store.inMemory(by: lead, at: now)
        try settle(store)
        return store
    }

    /// What an ordinary make-good asks for.
    package static func request(days: Int = 7) throws -> GrantRequest {
        guard let period = CalendarPeriod(days: days) else {
            throw Absent("a period of \(days) days")
        }
        return GrantRequest(
            customer: customer, entitlement: EntitlementID("premium"), term: .period(period),
            reason: "goodwill")
    }
}

extension Store {
    /// Attaches a chain where nobody has to be asked.
    ///
    /// - Throws: ``Absent`` where a request was filed instead.
    @discardableResult package func move(
        _ request: AttachRequest, by agent: AgentName, at now: Instant
    ) throws -> Attachment {
        switch try attach(request, by: agent, at: now) {
        case .attached(let attachment): return attachment
        case .filed(let filed, _): throw Absent("attachment: request \(filed.id) was filed")
        }
    }

    /// Gives what is within the giver's limits.
    ///
    /// - Throws: ``Absent`` where a request was filed instead.
    @discardableResult package func give(
        _ request: GrantRequest, key: String? = nil, by agent: AgentName, at now: Instant
    ) throws -> GrantOutcome {
        switch try grant(request, key: key, by: agent, at: now) {
        case .granted(let outcome): return outcome
        case .filed(let filed): throw Absent("grant: request \(filed.id) was filed")
        }
    }
}

/// A folder of its own for a store's files, gone when the test is.
package final class StoreFolder: Sendable {
    package let folder: String
    package let path: String

    /// An empty folder.
    package init() throws {
        folder = NSTemporaryDirectory() + "makegood-" + UUID().uuidString
        path = folder + "/store.sqlite"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// A path in the folder.
    package func file(_ name: String) -> String { folder + "/" + name }

    /// A practice store with a lead, an agent, a viewer and a customer.
    package func create() throws -> Store {
        let store = try Store.create(at: path, practice: true, by: People.lead, at: People.now)
        try People.settle(store)
        return store
    }

    /// A practice store with a lead alone, and the small catalogue.
    package func createShop() throws -> Store {
        let store = try Store.create(at: path, practice: true, by: Shop.lead, at: Shop.now)
        try store.replaceCatalog(with: Shop.catalog, by: Shop.lead, at: Shop.now)
        return store
    }

    /// Writes another file's bytes over the store's own, as `cp` does: the file stays the one that others have open.
    package func overwrite(with other: String) throws {
        let bytes = try Data(contentsOf: URL(filePath: other))
        guard let file = FileHandle(forWritingAtPath: path) else { throw Absent("a store at \(path)") }
        defer { try? file.close() }
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: bytes)
    }

    /// Writes a text in the store's place.
    package func write(_ text: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Writes a file; answers its path.
    package func write(_ bytes: Data, _ name: String) throws -> String {
        try bytes.write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }
}

/// What an example counts on and is not there.
package struct Absent: Error, CustomStringConvertible {
    /// What is not there.
    package let description: String

    init(_ what: String) { description = "there is no \(what)" }
}
