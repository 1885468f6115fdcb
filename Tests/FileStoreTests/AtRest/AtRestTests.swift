import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// A store at rest is one file, and what is missing from it or does not belong to it is said at the next opening.
struct AtRestTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
        try folder.create().close()
    }

    /// Writes notes and leaves their -wal, as a process does that is killed.
    private func note(_ texts: String..., thenKilled: Bool) throws {
        try Durability.$current.withValue(thenKilled ? .onlyWAL : .everyCommit) {
            let store = try Store.open(at: folder.path)
            for text in texts {
                try store.act(.note(text), on: People.customer, by: People.agent, at: People.now)
            }
            try store.close()
        }
    }

    private func notes(_ path: String? = nil, readOnly: Bool = false) throws -> [String] {
        let store = try Store.open(at: path ?? folder.path, readOnly: readOnly)
        let page = try store.customerPage(People.customer, at: People.now)
        try store.close()
        return try #require(page).notes.map(\.text.whole).sorted()
    }

    private func size(_ suffix: String) -> Int { FileKind(at: folder.path + suffix)?.size ?? -1 }

    private func content() throws -> [Data?] {
        (SideFiles.suffixes + [""]).filter { $0 != "-shm" }.map {
            FileManager.default.contents(atPath: folder.path + $0)
        }
    }

    private func backUp(_ name: String) throws -> String {
        let store = try Store.open(at: folder.path)
        try store.backup(to: folder.file(name), by: People.lead, at: People.now)
        try store.close()
        return folder.file(name)
    }

    private func copy(_ path: String) throws { try folder.overwrite(with: path) }

    @Test func theLastToCloseLeavesOneWholeFile() throws {
        let (first, second) = (try Store.open(at: folder.path), try Store.open(at: folder.path))
        try first.act(.note("kept"), on: People.customer, by: People.agent, at: People.now)
        try first.close()
        try second.close()
        #expect(size("-wal") == 0)
        let copy = folder.file("copy.sqlite")
        try FileManager.default.copyItem(atPath: folder.path, toPath: copy)
        #expect(try notes(copy) == ["kept"])
    }

    /// A copy comes without a -wal, and is in no mode that knows one before it is opened.
    @Test func aCopyIsInWALModeOnceItWasOpened() throws {
        let copy = try backUp("backup.sqlite")
        for _ in 0..<2 {
            let store = try Store.open(at: copy)
            #expect(try Raw.texts(store, "PRAGMA journal_mode") == [["wal"]])
            #expect(try Raw.writerNumber(store, "PRAGMA synchronous") == 2)
            try store.close()
        }
    }

    @Test func whoOnlyReadWritesNothing() throws {
        let before = try content()
        for readOnly in [true, false] { #expect(try notes(readOnly: readOnly) == []) }
        #expect(try content() == before)
    }

    @Test func aKilledProcesssWALIsPlayedSilently() throws {
        try note("kept", thenKilled: true)
        #expect(size("-wal") > 0)
        let store = try Store.open(at: folder.path)
        #expect(store.notice == nil)
        try store.close()
        #expect(try notes() == ["kept"])
        #expect(size("-wal") == 0)
    }

    @Test(arguments: [2, 3])
    func aMissingWALIsSaidAndStopsWriting(_ entries: Int) throws {
        let texts = (0..<entries).map { "note \($0)" }
        try Durability.$current.withValue(.onlyWAL) {
            let store = try Store.open(at: folder.path)
            for text in texts {
                try store.act(.note(text), on: People.customer, by: People.agent, at: People.now)
            }
            try store.close()
        }
        for suffix in ["-wal", "-shm"] { unlink(folder.path + suffix) }
        let error = failure { _ = try Store.open(at: folder.path) }
        guard case .file(folder.path, .breach(.missing(let missing))) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(missing.entries == Int64(entries) && error?.code.exitCode == 78)
        #expect(try notes(readOnly: true) == [])
        let store = try Store.open(at: folder.path, readOnly: true)
        #expect(store.notice == .breach(.missing(missing)))
    }

    @Test func aCutWALIsSaid() throws {
        try note("first", "second", thenKilled: true)
        truncate(folder.path + "-wal", off_t(size("-wal") - 4096 - 24))
        #expect(failure { _ = try Store.open(at: folder.path) }?.code == .damaged)
    }

    /// What everybody does to restore a backup, beside the -wal of a process that was killed.
    @Test func aWALIsNotPlayedIntoAnotherFile() throws {
        try note("old", thenKilled: false)
        let backup = try backUp("backup.sqlite")
        try note("new", thenKilled: true)
        try copy(backup)
        let before = try content()
        for readOnly in [false, true] {
            let error = failure { _ = try Store.open(at: folder.path, readOnly: readOnly) }
            #expect(error == .file(folder.path + "-wal", .foreignWAL) && error?.code.exitCode == 78)
        }
        #expect(try content() == before)
    }

    /// The same at rest: another whole file is there, and that is said until it is taken.
    @Test func anotherWholeFileIsTakenByItsFirstWrite() throws {
        try note("old", thenKilled: false)
        let backup = try backUp("backup.sqlite")
        try note("new", thenKilled: false)
        try copy(backup)
        for _ in 0..<2 {
            let store = try Store.open(at: folder.path)
            guard case .replaced(let head, let found) = store.notice else {
                Issue.record("\(String(describing: store.notice))")
                return
            }
            #expect(head.entries > found.entries)
            try store.close()
        }
        try note("newest", thenKilled: true)
        let store = try Store.open(at: folder.path)
        #expect(store.notice == nil)
        #expect(try store.number("SELECT count(*) FROM audit WHERE action = 'store.adopt'") == 1)
        #expect(try store.verifyAudit().isOK)
        try store.close()
        #expect(try notes() == ["newest", "old"])
    }

    @Test func aStoreWhoseHeadWasRemovedIsNotWritten() throws {
        unlink(folder.path + ".head")
        #expect(failure { _ = try Store.open(at: folder.path) } == .file(folder.path, .breach(.removed)))
        #expect(try notes(readOnly: true) == [])
        #expect(FileKind(at: folder.path + ".head") == nil)
    }

    /// A cold copy says that its home is here, and a file system may give it the removed store's inode.
    @Test func aColdCopyInTheStoresPlaceIsACopy() throws {
        let cold = folder.file("cold.sqlite")
        try FileManager.default.copyItem(atPath: folder.path, toPath: cold)
        try note("lost with the store", thenKilled: false)
        for suffix in SideFiles.suffixes + [""] { unlink(folder.path + suffix) }
        try FileManager.default.copyItem(atPath: cold, toPath: folder.path)
        let store = try Store.open(at: folder.path)
        #expect(store.notice == nil)
        try store.act(.note("here"), on: People.customer, by: People.agent, at: People.now)
        try store.close()
        #expect(try notes() == ["here"])
        unlink(folder.path + ".head")
        #expect(failure { _ = try Store.open(at: folder.path) } == .file(folder.path, .breach(.removed)))
    }

    /// The same inode, another birth: another file. Stores of before say no birth, and are at home by their inode.
    @Test func theHomeOfAFileSaysWhenItWasMade() throws {
        let home = try #require(StoreHome(of: folder.path))
        let words = home.formerText.split(separator: " ", maxSplits: 2)
        for (text, isHome) in [
            (home.text, true), (home.formerText, true), ("\(words[0]) \(words[1]) 1 \(words[2])", false),
        ] {
            #expect(home.isSaid(by: text) == isHome, "\(text)")
        }
        #expect(!home.isSaid(by: nil))
        let kept = "SELECT count(*) FROM store_state WHERE key = 'home' AND value = '\(home.text)'"
        let store = try Store.open(at: folder.path)
        try Raw.write(store, "UPDATE store_state SET value = '\(home.formerText)' WHERE key = 'home'")
        try store.act(.note("kept"), on: People.customer, by: People.agent, at: People.now)
        #expect(try store.number(kept) == 1, "the next write says the birth, too")
        try store.close()
    }

    @Test func aHeadThatIsNoneStopsWriting() throws {
        try "anything".write(toFile: folder.path + ".head", atomically: true, encoding: .utf8)
        #expect(failure { _ = try Store.open(at: folder.path) } == .file(folder.path, .breach(.broken)))
    }

    @Test func aCopyElsewhereMakesAHeadOfItsOwn() throws {
        let copy = folder.file("copy.sqlite")
        try FileManager.default.copyItem(atPath: folder.path, toPath: copy)
        let store = try Store.open(at: copy)
        #expect(store.notice == nil && FileKind(at: copy + ".head") == nil)
        try store.act(.note("here"), on: People.customer, by: People.agent, at: People.now)
        try store.close()
        guard case .whole(let head) = try HeadFile(of: copy).read(),
            case .whole(let other) = try HeadFile(of: folder.path).read()
        else {
            Issue.record("no head")
            return
        }
        #expect(head.fileID != other.fileID && head.standing.entries == other.standing.entries + 1)
        #expect(try notes(copy) == ["here"])
        #expect(try notes() == [])
    }

    /// A head that is behind is no harm: a process was killed between its commit and its note.
    @Test func aHeadThatIsBehindFits() throws {
        let before = try Data(contentsOf: URL(filePath: folder.path + ".head"))
        try note("kept", thenKilled: true)
        try before.write(to: URL(filePath: folder.path + ".head"))
        #expect(try notes() == ["kept"])
    }

    @Test func aStoreThatWasStoppedIsOnlyRead() throws {
        guard case .whole(var head) = try HeadFile(of: folder.path).read() else {
            Issue.record("no head")
            return
        }
        head.stop = .brokenPages
        try HeadFile(of: folder.path).write(head)
        let error = failure { _ = try Store.open(at: folder.path) }
        #expect(error == .file(folder.path, .breach(.stopped(.brokenPages))))
        #expect(try notes(readOnly: true) == [])
    }

    @Test func damageThatTheDoctorSeesStopsWriting() throws {
        try note("kept", thenKilled: false)
        let store = try Store.open(at: folder.path)
        try Raw.write(
            store, "DROP TRIGGER audit_no_update; UPDATE audit SET agent = 'mal' WHERE sequence = 2")
        #expect(
            try store.doctor(at: People.now, by: People.viewer).contains {
                $0.code == "audit" && $0.level == .error
            })
        try store.close()
        try Store.open(at: folder.path).close()
        let again = try Store.open(at: folder.path)
        _ = try again.doctor(at: People.now, by: People.lead)
        let refused = failure {
            try again.act(.note("more"), on: People.customer, by: People.agent, at: People.now)
        }
        #expect(refused == .file(folder.path, .breach(.stopped(.audit))))
        try again.close()
        #expect(
            failure { _ = try Store.open(at: folder.path) } == .file(folder.path, .breach(.stopped(.audit))))
        #expect(try notes(readOnly: true) == ["kept"])
    }

    /// The head names the file's former id only until its own pages have the present one: later another file of the former
    /// id would find a -wal that seems to be its own.
    @Test func theFormerIDIsForgottenWithTheFirstCheckpoint() throws {
        let backup = try backUp("monday.sqlite")
        try copy(backup)
        let store = try Store.open(at: folder.path)
        try store.act(.note("first"), on: People.customer, by: People.agent, at: People.now)
        guard case .whole(let head) = try HeadFile(of: folder.path).read() else {
            Issue.record("no head")
            return
        }
        #expect(head.was != nil && head.former == nil)
        try store.emptyWAL()
        guard case .whole(let later) = try HeadFile(of: folder.path).read() else {
            Issue.record("no head")
            return
        }
        #expect(later.was == nil && later.fileID == head.fileID)
        try store.close()
    }

    /// A write that takes another file as the store is killed after the head was made: the next one still says so.
    @Test func anAdoptionIsNotForgotten() throws {
        let backup = try backUp("monday.sqlite")
        try note("acknowledged", thenKilled: false)
        guard case .whole(let former) = try HeadFile(of: folder.path).read() else {
            Issue.record("no head")
            return
        }
        try copy(backup)
        let found = try #require(RawStore(path: folder.path).fileID())
        let standing = StoreProgress(
            change: 0, entries: try #require(RawStore(path: folder.path).entries),
            hash: try #require(RawStore(path: folder.path).value(of: .auditHash)))
        try HeadFile(of: folder.path).make(
            StoreHead(fileID: StoreHead.newID(), was: found, standing: standing, former: former.standing))
        let store = try Store.open(at: folder.path)
        guard case .replaced(let head, _)? = store.notice else {
            Issue.record("\(String(describing: store.notice))")
            return
        }
        #expect(head == former.standing)
        try store.act(.note("taken"), on: People.customer, by: People.agent, at: People.now)
        #expect(try store.audit(action: "store.adopt", limit: 2).entries.count == 1)
        try store.close()
    }
}
