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
            (.SQLITE_BUSY, .store(.busy(holder: nil)), 69),
            (.SQLITE_BUSY_RECOVERY, .store(.busy(holder: nil)), 69),
            (.SQLITE_LOCKED, .store(.busy(holder: nil)), 69), (.SQLITE_FULL, .store(.diskFull), 69),
            (.SQLITE_IOERR_SHMSIZE, .disk("s", .inputOutput), 69),
            (.SQLITE_IOERR_READ, .disk("s", .readFailed), 69),
            (.SQLITE_IOERR_SHORT_READ, .disk("s", .readFailed), 69),
            (.SQLITE_IOERR_CORRUPTFS, .disk("s", .readFailed), 69),
            (.SQLITE_IOERR_FSTAT, .disk("s", .readFailed), 69),
            (.SQLITE_IOERR_WRITE, .disk("s", .inputOutput), 69),
            (.SQLITE_IOERR, .disk("s", .inputOutput), 69),
            (.SQLITE_IOERR_TRUNCATE, .disk("s", .inputOutput), 69),
            (.SQLITE_IOERR_FSYNC, .disk("s", .unconfirmed), 69),
            (.SQLITE_IOERR_DIR_FSYNC, .disk("s", .unconfirmed), 69),
            (.SQLITE_PROTOCOL, .disk("s", .locksRefused), 69),
            (.SQLITE_IOERR_LOCK, .disk("s", .locksRefused), 69),
            (.SQLITE_IOERR_RDLOCK, .disk("s", .locksRefused), 69),
            (.SQLITE_IOERR_SHMLOCK, .disk("s", .locksRefused), 69),
            (.SQLITE_NOMEM, .store(.memoryFull), 69), (.SQLITE_IOERR_NOMEM, .store(.memoryFull), 69),
            (.SQLITE_READONLY, .disk("s", .unwritable), 69), (.SQLITE_CANTOPEN, .disk("s", .unwritable), 69),
            (.SQLITE_PERM, .disk("s", .unwritable), 69), (.SQLITE_AUTH, .disk("s", .unwritable), 69),
            (.SQLITE_CORRUPT, .file("s", .damaged(.brokenPages)), 78),
            (.SQLITE_NOTADB, .file("s", .foreign(.noSQLite)), 78),
            (.SQLITE_CONSTRAINT, .store(.guarded("why")), 78),
            (.SQLITE_MISUSE, .store(.failed(code: 21)), 78),
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
        #expect(full == .store(.diskFull))
        let path = FileManager.default.temporaryDirectory.path
        #expect(
            StoreError(code: .SQLITE_IOERR_SHMSIZE, message: nil, path: path) == .disk(path, .inputOutput))
    }

    @Test func theFateOfAnUnconfirmedChangeIsLeftOpen() {
        let line = ErrorText.commandLine(.disk("s", .unconfirmed)).line
        #expect(line.contains("may be there or not") && line.contains("before you repeat it"))
    }

    @Test func anImportThatStoppedSaysWhatIsIn() {
        let error = StoreError.documents(.stopped(.store(.diskFull), documents: 192))
        let line = ErrorText.commandLine(error).line
        #expect(
            line.hasPrefix("the disk is full, and the import stopped: 192 documents are in, the rest is not"))
        #expect(error.code.exitCode == 69)
    }
}
