import Foundation
import GRDB
internal import Persistence
import Purchases

/// Takes what was erased out of where no table shows it: old parts of the search index, free pages, and the -wal.
/// `Erasure.swift` in `Persistence/Privacy` asks for it through the engine.
///
/// SQLite overwrites with zeros what it deletes, but pages that were split or moved before may keep a copy. So the file is
/// read through for what was erased, and written anew when anything is found. When a process was killed between the
/// erasure and its sweep, nobody knows any more what to look for: the next one writes the file anew.
struct Sweep {
    /// How often the -wal is tried to be emptied, while readers keep some of it.
    private static let tries = 40

    private let store: FileEngine
    private let texts: Set<String>

    /// A sweep after the erasure of texts.
    init(_ store: FileEngine, of texts: Set<String>) { (self.store, self.texts) = (store, texts) }

    /// Sweeps; answers whether nothing is left.
    func run() throws -> Bool {
        try mergeIndex()
        var isEmpty = try emptyWAL()
        if try texts.isEmpty || isFound(texts) {
            try store.outsideTransaction { try $0.execute(sql: "VACUUM") }
            isEmpty = try emptyWAL()
        }
        guard isEmpty else { return false }
        try store.outsideTransaction { try StoreState.unswept.clear(in: $0.connection) }
        return true
    }

    /// Trigrams that were taken out of the search index are gone once its parts are merged; each step lets others write.
    ///
    /// A negative number merges all parts, so many pages a step; less than two changes mean that nothing is left to
    /// merge.
    /// Source: SQLite, FTS5, "The 'merge' Command".
    private func mergeIndex() throws {
        var isMerging = true
        while isMerging {
            store.lock?.letOthersFirst()
            isMerging = try store.outsideTransaction { db in
                let before = db.totalChangesCount
                try db.execute(
                    sql: "INSERT INTO customers_search (customers_search, rank) VALUES ('merge', -500)")
                return db.totalChangesCount - before >= 2
            }
        }
    }

    private func emptyWAL() throws -> Bool {
        guard let path = store.path else { return true }
        for _ in 0..<Sweep.tries {
            try store.emptyWAL()
            let size = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
            if (size ?? 0) == 0 { return true }
            store.lock?.letOthersFirst()
        }
        return false
    }

    /// Whether the file holds any of the texts, wherever.
    private func isFound(_ texts: Set<String>) throws -> Bool {
        guard let path = store.path, let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        let needles = texts.flatMap { [Data($0.utf8), Data(SearchKey.of($0).utf8)] }.filter { $0.count > 3 }
        let overlap = needles.map(\.count).max() ?? 0
        var tail = Data()
        while let part = try file.read(upToCount: 4 << 20), !part.isEmpty {
            let bytes = tail + part
            if needles.contains(where: { bytes.range(of: $0) != nil }) { return true }
            tail = Data(bytes.suffix(overlap))
        }
        return false
    }
}
