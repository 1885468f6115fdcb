import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// What somebody put beside a store, in a folder that several people may write, is neither followed nor changed.
struct SideFileTests {
    /// What may lie where a file of the store belongs.
    enum Odd: String, CaseIterable { case link, linkToNothing, folder, pipe, hardLink }

    private let folder: StoreFolder
    private let victim: String

    init() throws {
        folder = try StoreFolder()
        try folder.create().close()
        victim = folder.file("victim")
        try "precious".write(toFile: victim, atomically: true, encoding: .utf8)
        chmod(victim, 0o600)
    }

    private func put(_ odd: Odd, at path: String) throws {
        try? FileManager.default.removeItem(atPath: path)
        let result =
            switch odd {
            case .link: symlink(victim, path)
            case .linkToNothing: symlink(folder.file("nothing"), path)
            case .folder: mkdir(path, 0o700)
            case .pipe: mkfifo(path, 0o600)
            case .hardLink: link(victim, path)
            }
        try #require(result == 0)
    }

    @Test(arguments: SideFiles.suffixes, Odd.allCases)
    func whatIsNoFileOfTheStoresIsRefusedAndLeftAlone(_ suffix: String, _ odd: Odd) throws {
        let path = folder.path + suffix
        try put(odd, at: path)
        chmod(folder.path, 0o666)
        let before = try Data(contentsOf: URL(filePath: folder.path))
        for readOnly in [false, true] {
            let error = failure { _ = try Store.open(at: folder.path, readOnly: readOnly) }
            let oddness: FileTrouble.Oddness =
                switch odd {
                case .link, .linkToNothing: .link
                case .folder, .pipe: .noFile
                case .hardLink: .names(2)
                }
            #expect(error == .file(path, .odd(oddness)) && error?.code.exitCode == 78)
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: victim)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
        #expect(!FileManager.default.fileExists(atPath: folder.file("nothing")))
        #expect(try Data(contentsOf: URL(filePath: folder.path)) == before)
    }

    /// Opening a device does something to it, so it is not even opened.
    @Test(.enabled("only root makes devices", { geteuid() == 0 }))
    func aDeviceInTheLocksPlaceIsRefused() throws {
        let path = folder.path + ".lock"
        try FileManager.default.removeItem(atPath: path)
        // Source: admin-guide/devices.rst: memory devices are major 1, /dev/null is minor 3.
        guard mknod(path, S_IFCHR | 0o666, 1 << 8 | 3) == 0 else {
            // A container without the right to make devices: nothing can lie there that this is about.
            #expect(errno == EPERM)
            return
        }
        #expect(failure { _ = try Store.open(at: folder.path) } == .file(path, .odd(.noFile)))
    }

    @Test func aStoreOfTwoNamesIsRefusedUnderBoth() throws {
        let other = folder.file("other.sqlite")
        try #require(link(folder.path, other) == 0)
        for path in [folder.path, other] {
            let error = failure { _ = try Store.open(at: path) }
            #expect(error == .file(path, .odd(.names(2))) && error?.code.exitCode == 78)
        }
        #expect(!FileManager.default.fileExists(atPath: other + "-wal"))
        unlink(other)
        try Store.open(at: folder.path).close()
    }

    @Test func aJournalOfAnotherKindWithContentIsRefused() throws {
        let journal = folder.path + "-journal"
        try "anything".write(toFile: journal, atomically: true, encoding: .utf8)
        #expect(failure { _ = try Store.open(at: folder.path) } == .file(journal, .foreignJournal))
        #expect(try String(contentsOfFile: journal, encoding: .utf8) == "anything")
        truncate(journal, 0)
        try Store.open(at: folder.path).close()
    }

    /// Before a role was looked up nothing is written: a viewer leaves the lock as it is.
    @Test func onlyWhoWritesSignsTheLock() throws {
        let lock = folder.path + ".lock"
        try FileManager.default.removeItem(atPath: lock)
        let store = try Store.open(at: folder.path)
        #expect(try String(contentsOfFile: lock, encoding: .utf8).isEmpty)
        let refused = failure {
            try store.act(.note("hello"), on: People.customer, by: People.viewer, at: People.now)
        }
        #expect(refused?.code == .refused)
        #expect(try String(contentsOfFile: lock, encoding: .utf8).isEmpty)
        try store.act(.note("hello"), on: People.customer, by: People.agent, at: People.now)
        #expect(try String(contentsOfFile: lock, encoding: .utf8) == "\(getpid())\n")
        try store.close()
    }

    /// Others see a new file under one name only, from its first moment on.
    @Test func aNewFileHasOneNameFromItsFirstMomentOn() throws {
        let place = folder.file("new.sqlite")
        let draft = try StoreDraft(of: place)
        defer { draft.discard() }
        try draft.publish()
        #expect(FileKind(at: place)?.names == 1)
        #expect(FileKind(at: draft.path) == nil)
        let second = try StoreDraft(of: place)
        defer { second.discard() }
        #expect(failure { try second.publish() } == .taken(.path(place)))
    }
}
