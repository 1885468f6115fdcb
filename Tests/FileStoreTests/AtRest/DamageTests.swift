import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Damage to the files of a store, at rest and after a kill: either everything that was acknowledged is there, or the next
/// start or the doctor says so, and then nothing is written.
@Suite(.timeLimit(.minutes(30)))
struct DamageTests {
    /// What is done to a file.
    enum Deed: String, CaseIterable { case flip, cut, zero, remove }

    /// A store, with which the trials begin.
    private static func fill(_ folder: StoreFolder, isKilled: Bool) throws {
        try folder.create().close()
        try Durability.$current.withValue(isKilled ? .onlyWAL : .everyCommit) {
            let store = try Store.open(at: folder.path)
            for number in 0..<12 {
                let text = "note \(number) " + String(repeating: "x", count: 900)
                try store.act(.note(text), on: People.customer, by: People.agent, at: People.now)
            }
            _ = try store.give(try People.request(), by: People.agent, at: People.now)
            try store.close()
        }
    }

    /// What the store says when everything is there.
    private static func content(_ store: Store) throws -> [String] {
        let page = try store.customerPage(People.customer, at: People.now)
        return try (page?.notes.map(\.text.whole) ?? []).sorted() + [
            "\(store.number("SELECT count(*) FROM grants"))"
        ]
    }

    private static func damage(_ path: String, _ deed: Deed, _ random: inout SeededRandom) throws {
        let size = FileKind(at: path)?.size ?? 0
        switch deed {
        case .remove: unlink(path)
        case .cut: truncate(path, off_t(Int.random(in: 0..<max(1, size), using: &random)))
        case .flip:
            var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            guard !bytes.isEmpty else { return }
            bytes[Int.random(in: bytes.indices, using: &random)] ^=
                1 << UInt8.random(in: 0..<8, using: &random)
            try Data(bytes).write(to: URL(filePath: path))
        case .zero:
            var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            guard bytes.count >= 8192 else { return }
            let page = Int.random(in: 1..<bytes.count / 4096, using: &random)
            for place in page * 4096..<(page + 1) * 4096 { bytes[place] = 0 }
            try Data(bytes).write(to: URL(filePath: path))
        }
    }

    /// What a trial came to: whether somebody was told, and, if not, whether everything is there.
    private static func isSilentLoss(_ folder: StoreFolder, expecting: [String]) throws -> Bool {
        do {
            let store = try Store.open(at: folder.path)
            defer { try? store.close() }
            let errors = try store.doctor(at: People.now, by: People.lead).contains { $0.level == .error }
            if errors {
                // Seen, so that it must be the end of writing.
                let refused = failure {
                    try store.act(.note("more"), on: People.customer, by: People.agent, at: People.now)
                }
                return refused == nil
            }
            return try content(store) != expecting
        } catch let error as StoreError {
            return ![.damaged, .configuration].contains(error.code)
        }
    }

    /// A -wal carries checksums, so that whatever happens to it after a kill is noticed.
    @Test(arguments: Deed.allCases)
    func whatHappensToAWALIsNeverSilent(_ deed: Deed) throws {
        var random = SeededRandom(seed: 17)
        let model = try StoreFolder()
        try Self.fill(model, isKilled: true)
        let expecting = try Self.expected(model)
        for trial in 0..<15 {
            let folder = try Self.twin(of: model)
            try Self.damage(folder.path + "-wal", deed, &random)
            #expect(try !Self.isSilentLoss(folder, expecting: expecting), "\(deed) trial \(trial)")
        }
    }

    /// In the main file a changed bit within a value is seen by nobody: SQLite has no checksums. Whatever takes whole pages
    /// is.
    @Test(arguments: [Deed.cut, .zero, .remove])
    func whatTakesPagesOfTheMainFileIsNeverSilent(_ deed: Deed) throws {
        var random = SeededRandom(seed: 18)
        let model = try StoreFolder()
        try Self.fill(model, isKilled: false)
        let expecting = try Self.expected(model)
        for trial in 0..<15 {
            let folder = try Self.twin(of: model)
            try Self.damage(folder.path, deed, &random)
            #expect(try !Self.isSilentLoss(folder, expecting: expecting), "\(deed) trial \(trial)")
        }
    }

    /// Copies a store with its files, whose home it takes for its own.
    private static func twin(of model: StoreFolder) throws -> StoreFolder {
        let folder = try StoreFolder()
        for suffix in ["", "-wal", ".head"] {
            try FileManager.default.copyItem(atPath: model.path + suffix, toPath: folder.path + suffix)
        }
        return folder
    }

    private static func expected(_ model: StoreFolder) throws -> [String] {
        let folder = try twin(of: model)
        let store = try Store.open(at: folder.path)
        defer { try? store.close() }
        return try content(store)
    }
}
