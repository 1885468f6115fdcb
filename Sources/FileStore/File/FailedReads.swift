internal import CStore
internal import Foundation
internal import GRDB
internal import Persistence

extension Database {
    /// Does some work; a disk that could not be read is said to be that, and not a damaged file.
    ///
    /// SQLite takes EIO, ENXIO and ERANGE for a corrupt file system, and ends with SQLITE_CORRUPT. Source: os_unix.c,
    /// `unixRead`, and SQLITE_IOERR_CORRUPTFS in vdbe.c.
    func tellingFailedReads<Value>(of path: String, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            let number = cstore_last_error(UnsafeMutableRawPointer(sqliteConnection))
            if [EIO, ENXIO].contains(number) { throw StoreError.disk(path, .readFailed) }
            throw error
        }
    }
}
