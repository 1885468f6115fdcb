import Foundation
import Persistence
import Purchases

/// A folder of its own for a store and its copies, gone when the test is.
final class WatchedFolder {
    /// The folder.
    let folder: String
    /// The store's file.
    var path: String { file("store.sqlite") }

    init() throws {
        folder = NSTemporaryDirectory() + "makegood-care-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// A path in the folder.
    func file(_ name: String) -> String { folder + "/" + name }

    /// A store with everybody in it.
    func create() throws -> Store {
        let store = try Store.create(at: path, practice: true, by: People.lead, at: People.now)
        try People.settle(store)
        return store
    }
}
