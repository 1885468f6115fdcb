import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// What the doctor says of a store that several Unix users work on.
struct SharingTests {
    /// A folder of a mode with a store of another, and what the doctor says of it.
    private func finding(folder mode: mode_t, store: mode_t, then change: (String) -> Void = { _ in }) throws
        -> Finding
    {
        let temporary = try StoreFolder()
        let folder = temporary.folder + "/shared"
        try #require(mkdir(folder, 0o700) == 0 && chmod(folder, mode) == 0)
        let path = folder + "/store.sqlite"
        let made = try Store.create(at: path, by: People.lead, at: People.now)
        try made.close()
        for suffix in ["", "-wal", "-shm", ".lock", ".head"] where access(path + suffix, F_OK) == 0 {
            try #require(chmod(path + suffix, store) == 0)
        }
        change(path)
        return DoctorSharing(path: path).finding()
    }

    @Test func oneUserAloneNeedsNothing() throws {
        #expect(try finding(folder: 0o700, store: 0o600).level == .ok)
    }

    @Test func aFolderOfTheGroupIsRight() throws {
        let found = try finding(folder: 0o2770, store: 0o660)
        #expect(found.level == .ok && found.text.contains("its group"), "\(found.text)")
    }

    @Test(
        arguments: [
            (0o770, 0o660, "chmod 2770"), (0o2750, 0o660, "chmod 2770"), (0o3770, 0o660, "chmod 2770"),
            (0o2770, 0o640, "chmod 0660"), (0o777, 0o600, "chmod o-w"),
        ] as [(mode_t, mode_t, String)])
    func whatLocksOthersOutIsNamedWithItsCommand(_ folder: mode_t, _ store: mode_t, _ fix: String) throws {
        let found = try finding(folder: folder, store: store)
        #expect(found.level == .warning && found.fix?.contains(fix) == true, "\(found)")
    }

    @Test(arguments: ["-wal", "-shm", ".lock"]) func aSideFileOfOneAloneIsNamed(_ suffix: String) throws {
        let found = try finding(folder: 0o2770, store: 0o660) { path in
            close(open(path + suffix, O_CREAT | O_RDWR, 0o600))
            _ = chmod(path + suffix, 0o600)
        }
        #expect(found.level == .warning && found.text.contains(suffix), "\(found)")
        #expect(found.fix?.hasSuffix("chmod 0660 " + (found.text.split(separator: " ").first ?? "")) == true)
    }

    @Test func aFolderAboveThatIsOpenToOthersIsNamed() throws {
        let temporary = try StoreFolder()
        let outer = temporary.folder + "/outer"
        try #require(mkdir(outer, 0o700) == 0 && mkdir(outer + "/inner", 0o700) == 0)
        let path = outer + "/inner/store.sqlite"
        try Store.create(at: path, by: People.lead, at: People.now).close()
        try #require(chmod(outer, 0o777) == 0)
        let found = DoctorSharing(path: path).finding()
        #expect(found.level == .warning && found.fix?.hasPrefix("chmod go-w ") == true, "\(found)")
    }

    @Test func theFolderOfConsolesStaysTheGroups() throws {
        let temporary = try StoreFolder()
        let folder = temporary.folder + "/shared"
        try #require(mkdir(folder, 0o700) == 0 && chmod(folder, 0o2770) == 0)
        let path = folder + "/store.sqlite"
        try Store.create(at: path, by: People.lead, at: People.now).close()
        try #require(chmod(path, 0o660) == 0)
        close(try PresenceFolder(store: path).enter("console-1-1", saying: "{}"))
        var found = stat()
        try #require(stat(path + ".presence", &found) == 0)
        #expect(found.st_mode & 0o7777 == 0o2770)
    }
}
