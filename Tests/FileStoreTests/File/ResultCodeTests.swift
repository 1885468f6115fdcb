import Foundation
import GRDB
import Purchases
import Testing
import Wording

@testable import FileStore
@testable import Persistence

/// What SQLite's result codes mean for a person, and with which exit code a command ends.
struct ResultCodeTests {
    @Test(
        arguments: [
            (.SQLITE_BUSY, .busy(holder: nil), 69), (.SQLITE_BUSY_RECOVERY, .busy(holder: nil), 69),
            (.SQLITE_LOCKED, .busy(holder: nil), 69), (.SQLITE_FULL, .diskFull, 69),
            (.SQLITE_IOERR_SHMSIZE, .inputOutput("s"), 69),
            (.SQLITE_IOERR_READ, .readFailed("s"), 69), (.SQLITE_IOERR_SHORT_READ, .readFailed("s"), 69),
            (.SQLITE_IOERR_CORRUPTFS, .readFailed("s"), 69), (.SQLITE_IOERR_FSTAT, .readFailed("s"), 69),
            (.SQLITE_IOERR_WRITE, .inputOutput("s"), 69), (.SQLITE_IOERR, .inputOutput("s"), 69),
            (.SQLITE_IOERR_TRUNCATE, .inputOutput("s"), 69),
            (.SQLITE_IOERR_FSYNC, .unconfirmed("s"), 69), (.SQLITE_IOERR_DIR_FSYNC, .unconfirmed("s"), 69),
            (.SQLITE_PROTOCOL, .locksRefused("s"), 69), (.SQLITE_IOERR_LOCK, .locksRefused("s"), 69),
            (.SQLITE_IOERR_RDLOCK, .locksRefused("s"), 69), (.SQLITE_IOERR_SHMLOCK, .locksRefused("s"), 69),
            (.SQLITE_NOMEM, .memoryFull, 69), (.SQLITE_IOERR_NOMEM, .memoryFull, 69),
            (.SQLITE_READONLY, .unwritable("s"), 69), (.SQLITE_CANTOPEN, .unwritable("s"), 69),
            (.SQLITE_PERM, .unwritable("s"), 69), (.SQLITE_AUTH, .unwritable("s"), 69),
            (.SQLITE_CORRUPT, .damaged("s", .brokenPages), 78),
            (.SQLITE_NOTADB, .foreign("s", .noSQLite), 78), (.SQLITE_CONSTRAINT, .guarded("why"), 78),
            (.SQLITE_MISUSE, .failed(code: 21), 78),
        ] as [(ResultCode, StoreError, Int32)])
    func eachCodeHasItsWords(_ code: ResultCode, _ error: StoreError, _ status: Int32) {
        let told = StoreError(code: code, message: "why", path: "s")
        #expect(told == error && told.code.exitCode == status)
        #expect(status != 1, "for some commands that is an answer")
    }

    /// That the -shm cannot grow has one code, whether there is no room or the disk fails.
    @Test func whatTheFileOfTheIndexLacksIsAskedOfTheDisk() {
        // A file system of the kernel's own never has room.
        let full = StoreError(code: .SQLITE_IOERR_SHMSIZE, message: nil, path: "/proc/self")
        #expect(full == .diskFull)
        let path = FileManager.default.temporaryDirectory.path
        #expect(StoreError(code: .SQLITE_IOERR_SHMSIZE, message: nil, path: path) == .inputOutput(path))
    }

    @Test func theFateOfAnUnconfirmedChangeIsLeftOpen() {
        let line = ErrorText.commandLine(.unconfirmed("s")).line
        #expect(line.contains("may be there or not") && line.contains("before you repeat it"))
    }

    @Test func anImportThatStoppedSaysWhatIsIn() {
        let error = StoreError.stopped(.diskFull, documents: 192)
        let line = ErrorText.commandLine(error).line
        #expect(
            line.hasPrefix("the disk is full, and the import stopped: 192 documents are in, the rest is not"))
        #expect(error.code.exitCode == 69)
    }
}
