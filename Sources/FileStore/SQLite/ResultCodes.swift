internal import GRDB
internal import Persistence

/// SQLite's failures as a `StoreError`, in this one place; `PostgresEngine.swift` in the tests does it for PostgreSQL.
extension StoreError {
    /// What SQLite's own failure means for a person; never its SQL.
    init(_ error: DatabaseError, path: String) {
        self.init(code: error.extendedResultCode, message: error.message, path: path)
    }

    /// What a result code of SQLite means, its extended form before the plain one.
    init(code: ResultCode, message: String?, path: String) {
        switch code {
        // The -wal's last frame may have reached the disk: the next opening may find the change in it.
        case .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC: self = .disk(path, .unconfirmed)
        // A lock that another holds is SQLITE_BUSY; these are locks that the system cannot give.
        case .SQLITE_IOERR_LOCK, .SQLITE_IOERR_RDLOCK, .SQLITE_IOERR_UNLOCK, .SQLITE_IOERR_CHECKRESERVEDLOCK,
            .SQLITE_IOERR_SHMLOCK:
            self = .disk(path, .locksRefused)
        // Its file is made as large as it must be, and filled, when it is first used; why that failed SQLite does not say.
        case .SQLITE_IOERR_SHMSIZE:
            self = DiskRoom.isLeft(at: path) ? .disk(path, .inputOutput) : .store(.diskFull)
        case .SQLITE_IOERR_NOMEM: self = .store(.memoryFull)
        case .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_FSTAT, .SQLITE_IOERR_CORRUPTFS:
            self = .disk(path, .readFailed)
        default: self.init(primary: code.primaryResultCode, message: message, path: path)
        }
    }

    private init(primary code: ResultCode, message: String?, path: String) {
        switch code {
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .store(.busy(holder: nil))
        case .SQLITE_PROTOCOL: self = .disk(path, .locksRefused)
        case .SQLITE_NOMEM: self = .store(.memoryFull)
        case .SQLITE_CORRUPT: self = .file(path, .damaged(.brokenPages))
        case .SQLITE_NOTADB: self = .file(path, .foreign(.noSQLite))
        case .SQLITE_FULL:
            self = .store(.diskFull)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN, .SQLITE_AUTH:
            self = .disk(path, .unwritable)
        case .SQLITE_IOERR:
            self = .disk(path, .inputOutput)
        case .SQLITE_CONSTRAINT:
            self = .store(.guarded(message))
        default:
            self = .store(.failed(code: code.rawValue))
        }
    }

    /// Runs work on a store at a path and says its failures in words.
    ///
    /// What is neither SQLite's failure nor a damaged row goes out as it is.
    static func translating<Value>(_ path: String, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch let row as DamagedRow {
            throw StoreError.file(path, .damaged(.emptyColumn(row.column)))
        }
    }
}
