import Foundation
import Purchases

@testable import Persistence

/// A folder of its own for a store's files, gone when the test is.
final class ShopFolder {
    let folder: String
    let path: String

    init() throws {
        folder = NSTemporaryDirectory() + "makegood-import-" + UUID().uuidString
        path = folder + "/store.sqlite"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// A practice store with the small catalogue.
    func create() throws -> Store {
        let store = try Store.create(at: path, practice: true, by: Shop.lead, at: Shop.now)
        try store.replaceCatalog(with: Shop.catalog, by: Shop.lead, at: Shop.now)
        return store
    }

    /// Writes a file; answers its path.
    func write(_ bytes: Data, _ name: String) throws -> String {
        try bytes.write(to: URL(fileURLWithPath: folder + "/" + name))
        return folder + "/" + name
    }

    /// The store again, with places where it fails.
    func open(_ faults: FaultPlan = .none) throws -> Store {
        try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: faults)
    }
}
