internal import GRDB

extension StoreError {
    /// What SQLite's own failure means for a person; never its SQL.
    init(_ error: DatabaseError, path: String) {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(holder: nil)
        case .SQLITE_CORRUPT: self = .damaged(path, "SQLite cannot follow its pages")
        case .SQLITE_NOTADB: self = .foreign(path, "it is not an SQLite file")
        case .SQLITE_FULL:
            self = StoreError(
                .unavailable, "the disk is full",
                remedy: "make room and try again; the last change was not made")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN, .SQLITE_AUTH:
            self = StoreError(
                .unavailable, "\(path) or its folder cannot be written",
                remedy: "check their permissions, readers need to write too")
        case .SQLITE_IOERR:
            self = StoreError(
                .unavailable, "reading or writing \(path) failed",
                remedy: "check the disk, and whether a change is there before you repeat it")
        case .SQLITE_CONSTRAINT:
            self = StoreError(
                .damaged, "the store's guards refused the change (\(error.message ?? "constraint"))",
                remedy: "run `makegood doctor`")
        default:
            self = StoreError(
                .damaged, "the store failed (\(error.resultCode))", remedy: "run `makegood doctor`")
        }
    }

    /// Runs work on a store at a path and says its failures in words.
    static func translating<Value>(_ path: String, _ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let error as DatabaseError { throw StoreError(error, path: path) }
    }
}
