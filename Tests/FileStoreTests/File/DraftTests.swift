import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// What killed makers of stores and backups leave is named and removed; what anybody still makes, or ever made
/// otherwise, is left alone.
struct DraftTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
        try folder.create().close()
    }

    /// A draft of the file at a path whose maker was killed.
    private func leave(beside place: String, sideFile suffix: String = "") async throws -> String {
        let before = Set(try names())
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [place = place as String, suffix = suffix as String] in
            let draft = try StoreDraft(of: place)
            try Data("SQLite format 3\0 and more".utf8).write(to: URL(filePath: draft.path + suffix))
            kill(getpid(), SIGKILL)
        }
        let left = Set(try names()).subtracting(before)
        return try #require(left.min { $0.count < $1.count })
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.folder)
    }

    private func path(_ name: String) -> String { folder.folder + "/" + name }

    @Test func whoeverOpensTheStoreRemovesItsOwn() async throws {
        let draft = try await leave(beside: folder.path, sideFile: "-journal")
        #expect(try names().contains(draft + "-journal"))
        try Store.open(at: folder.path, readOnly: true).close()
        #expect(try names().contains(draft), "a run that writes nothing removes nothing")
        try Store.open(at: folder.path).close()
        #expect(try !names().contains { $0.hasPrefix(draft) })
    }

    @Test func theDoctorNamesTheOthersAndTheNextBackupRemovesThem() async throws {
        let draft = try await leave(beside: path("copy.sqlite"))
        let store = try Store.open(at: folder.path)
        let finding = try #require(try store.doctor(at: People.now).first { $0.code == "drafts" })
        #expect(finding.level == .warning)
        #expect(finding.text.contains(draft) && finding.text.contains("1 KB"), "\(finding.text)")
        try store.backup(to: path("other.sqlite"), by: People.lead, at: People.now)
        #expect(try !names().contains(draft))
        #expect(try store.doctor(at: People.now).first { $0.code == "drafts" }?.level == .ok)
    }

    @Test func whatSomebodyStillMakesIsLeftAlone() throws {
        let place = path("copy.sqlite")
        let draft = try StoreDraft(of: place)
        DraftFolder(of: place).sweep()
        #expect(FileManager.default.fileExists(atPath: draft.path))
        #expect(DraftFolder(of: place).abandoned().isEmpty)
        draft.discard()
        #expect(!FileManager.default.fileExists(atPath: draft.path))
    }

    @Test func whatIsLockedIsLeftAloneThoughItsMakerIsUnknownHere() async throws {
        let draft = path(try await leave(beside: path("copy.sqlite")))
        let holder = open(draft, O_RDONLY)
        defer { close(holder) }
        try #require(flock(holder, LOCK_EX | LOCK_NB) == 0)
        DraftFolder(of: draft).sweep()
        #expect(FileManager.default.fileExists(atPath: draft))
        flock(holder, LOCK_UN)
        DraftFolder(of: draft).sweep()
        #expect(!FileManager.default.fileExists(atPath: draft))
    }

    @Test func theFirstNameOfAStoreGoesAndItsLocksStay() async throws {
        let place = path("copy.sqlite")
        let draft = path(try await leave(beside: place))
        try #require(link(draft, place) == 0)
        let user = open(place, O_RDWR)
        defer { close(user) }
        var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 1, l_pid: 0)
        try #require(fcntl(user, F_SETLK, &lock) == 0)
        DraftFolder(of: place).sweep()
        #expect(!FileManager.default.fileExists(atPath: draft))
        await #expect(processExitsWith: .exitCode(3), "who asks from outside finds the lock") {
            [place = place as String] in
            var question = flock(
                l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 1, l_pid: 0)
            guard fcntl(open(place, O_RDWR), F_GETLK, &question) == 0 else { exit(4) }
            exit(question.l_type == Int16(F_WRLCK) ? 3 : 5)
        }
    }

    @Test func whatCannotBeReadIsLeftAlone() async throws {
        let draft = path(try await leave(beside: path("copy.sqlite")))
        try #require(chmod(draft, 0) == 0 && chmod(folder.folder, 0o755) == 0)
        await #expect(processExitsWith: .exitCode(3)) { [draft = draft as String] in
            // Root may read everything, so somebody else looks.
            if geteuid() == 0, seteuid(65534) != 0 { exit(4) }
            guard open(draft, O_RDONLY) < 0, errno == EACCES else { exit(5) }
            exit(DraftFolder(of: draft).abandoned().isEmpty ? 3 : 6)
        }
        try #require(chmod(draft, 0o600) == 0)
        #expect(DraftFolder(of: draft).abandoned().count == 1)
    }

    @Test func whatIsNotOursIsLeftAlone() async throws {
        let draft = try await leave(beside: path("copy.sqlite"))
        let process = try #require(draft.split(separator: "-").dropFirst().first)
        let strangers = [
            "notes.new-\(process)-12", "a.new-\(process)-x", "a.new-\(process)", ".new-\(process)-1",
            "a.new-0-1",
        ]
        for name in strangers { try Data("mine".utf8).write(to: URL(filePath: path(name))) }
        try FileManager.default.createSymbolicLink(
            atPath: path("l.new-\(process)-1"), withDestinationPath: folder.path)
        try FileManager.default.createDirectory(
            atPath: path("d.new-\(process)-1"), withIntermediateDirectories: false)
        DraftFolder(of: folder.path).sweep()
        let left = Set(try names())
        #expect(left.isSuperset(of: strangers + ["l.new-\(process)-1", "d.new-\(process)-1"]))
        #expect(!left.contains(draft))
    }
}
