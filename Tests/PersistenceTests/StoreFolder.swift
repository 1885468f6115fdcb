import Foundation
import Purchases

@testable import Persistence

/// A folder of its own for a store's files, gone when the test is.
final class StoreFolder {
    let folder: String
    let path: String

    init() throws {
        folder = NSTemporaryDirectory() + "makegood-" + UUID().uuidString
        path = folder + "/store.sqlite"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// A store with a lead, an agent, a viewer and a customer.
    func create() throws -> Store {
        let store = try Store.create(at: path, practice: true, by: People.lead, at: People.now)
        try People.settle(store)
        return store
    }

    func write(_ text: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}
