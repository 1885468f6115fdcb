import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// A new store begins with nothing of what lies around.
struct LeftoverTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private func put(_ text: String, _ suffix: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path + suffix))
    }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.folder).sorted() }
    }

    /// The reproduction: a store is removed, its -wal stays, and `init` makes another.
    @Test func aStoreThatWasRemovedDoesNotComeBack() throws {
        let old = try folder.create()
        let deeds = try Data(contentsOf: URL(filePath: folder.path + "-wal"))
        try old.close()
        for file in try files { unlink(folder.file(file)) }
        try deeds.write(to: URL(filePath: folder.path + "-wal"))
        #expect(deeds.count > 0)
        let refused = StoreError.replacing(folder.path + "-wal", .leftBehind(bytes: Int64(deeds.count)))
        #expect(failure { _ = try Store.create(at: folder.path, by: People.lead, at: People.now) } == refused)
        #expect(
            failure {
                try Store.makePractice(
                    at: folder.path, population: "p", bundleIDs: [], by: People.lead, at: People.now
                ) { _ in }
            } == refused)
        #expect(try files == ["store.sqlite-wal"] && refused.code.exitCode == 5)
    }

    @Test(arguments: ["-wal", "-journal"]) func aBackupDoesNotTakeDeedsFromBesideIt(_ suffix: String) throws {
        let store = try folder.create()
        try Data("deeds".utf8).write(to: URL(filePath: folder.file("copy") + suffix))
        #expect(
            failure { try store.backup(to: folder.file("copy"), by: People.lead, at: People.now) }
                == .replacing(folder.file("copy") + suffix, .leftBehind(bytes: 5)))
    }

    @Test func whatSaysNothingIsRemovedAndNoLinkIsFollowed() throws {
        try put("", "-wal")
        try put("stale", "-shm")
        try put("a head", ".head")
        let mine = folder.file("mine")
        try Data("mine".utf8).write(to: URL(filePath: mine))
        symlink(mine, folder.path + ".lock")
        let store = try Store.create(at: folder.path, by: People.lead, at: People.now)
        #expect(try store.verifyAudit().entries == 1)
        #expect(try String(contentsOfFile: mine, encoding: .utf8) == "mine")
        #expect(
            try FileManager.default.attributesOfItem(atPath: folder.path + ".lock")[.type]
                as? FileAttributeType
                == .typeRegular)
    }

    @Test func aLinkToDeedsIsNoEmptyFile() throws {
        symlink("/dev/null", folder.path + "-wal")
        #expect(
            failure { _ = try Store.create(at: folder.path, by: People.lead, at: People.now) }?.code
                == .conflict)
    }

    /// Two make a store at one place, and the other is first: what lies beside it is not taken away from it.
    @Test func whoeverComesSecondLeavesTheFirstWhole() throws {
        #expect(
            failure {
                try Store.makePractice(
                    at: folder.path, population: "p", bundleIDs: [], by: People.lead, at: People.now
                ) { _ in
                    let first = try Store.create(at: folder.path, by: People.lead, at: People.now)
                    try first.addAgent(People.agent, role: .agent, by: People.lead, at: People.now)
                    try first.close()
                }
            } == .taken(.path(folder.path)))
        let store = try Store.open(at: folder.path)
        #expect(try store.wholePage(of: OwnRoleQuery(), by: People.agent) == .agent && store.notice == nil)
    }
}
