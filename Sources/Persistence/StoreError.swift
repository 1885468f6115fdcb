internal import GRDB
public import Purchases

/// Why the store did not do what it was asked, and what a person can do about it.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure, by their machine-readable names.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// What was named does not exist.
        case notFound = "not_found"
        /// The role, the policy or the mode forbids it.
        case refused
        /// Someone changed it first, or the key was used for something else.
        case conflict
        /// What was asked makes no sense.
        case usage
        /// Another process holds the store.
        case busy
        /// The disk, the file system or the permissions are in the way.
        case unavailable
        /// There is no store at that place, or none that this program can read.
        case configuration
        /// The store's own content is wrong.
        case damaged

        /// The process's exit code for it.
        public var exitCode: Int32 {
            switch self {
            case .notFound: 3
            case .refused: 4
            case .conflict: 5
            case .usage: 64
            case .busy, .unavailable: 69
            case .configuration, .damaged: 78
            }
        }
    }

    /// What kind of failure it is.
    public let code: Code
    /// What happened, as part of a sentence.
    public let what: String
    /// What to do about it.
    public let remedy: String

    /// A failure and the way out of it.
    public init(_ code: Code, _ what: String, remedy: String) {
        (self.code, self.what, self.remedy) = (code, what, remedy)
    }

    /// What happened and what to do, on one line.
    public var description: String { "\(what): \(remedy)" }
}

extension StoreError {
    /// There is no store at a path.
    public static func missing(_ path: String) -> StoreError {
        StoreError(
            .configuration, "there is no store at \(path)",
            remedy: "`makegood init` makes an empty one, `makegood demo` one to practise on")
    }

    /// A store that is to be made is there already.
    public static func exists(_ path: String) -> StoreError {
        StoreError(.conflict, "\(path) exists already", remedy: "name another path, nothing was overwritten")
    }

    /// Another process kept the store's lock for too long; its process id where the lock file tells it.
    public static func busy(holder: Int32?) -> StoreError {
        let name = holder.map { "process \($0)" } ?? "another process"
        return StoreError(.busy, "the store is busy, \(name) holds its lock", remedy: "try again shortly")
    }

    /// The store was opened for reading only.
    public static let readOnly = StoreError(
        .refused, "this run writes nothing", remedy: "run it again without --read-only")

    /// A file is no store.
    static func foreign(_ path: String, _ why: String) -> StoreError {
        StoreError(.configuration, "\(path) is no Makegood store, \(why)", remedy: "check --store")
    }

    /// A store was made by a newer program.
    static func newer(_ found: Int32) -> StoreError {
        StoreError(
            .configuration,
            "the store has schema version \(found), this program knows version \(StoreFormat.version)",
            remedy: "use a newer makegood")
    }

    /// A store was made by an older program, and a run that writes nothing cannot bring it up to date.
    static func older(_ found: Int32) -> StoreError {
        StoreError(
            .configuration,
            "the store has schema version \(found), this program reads version \(StoreFormat.version)",
            remedy: "open it once without --read-only, which brings it up to date")
    }

    /// A store's content cannot be read.
    static func damaged(_ path: String, _ why: String) -> StoreError {
        StoreError(.damaged, "\(path) is damaged, \(why)", remedy: "keep the file and restore a backup")
    }

    /// A store lies on a file system shared by hosts.
    static func network(_ path: String, _ name: String) -> StoreError {
        StoreError(
            .configuration, "\(path) lies on a network file system (\(name))",
            remedy: "keep the store on a disk of this host")
    }
}

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

extension StoreError {
    /// There is no customer of that name.
    public static func unknownCustomer(_ id: AppUserID) -> StoreError {
        StoreError(
            .notFound, "there is no customer \(id)",
            remedy: "look the customer up with `makegood lookup`, or add one with `makegood customer add`")
    }

    /// There is no chain of that name.
    public static func unknownChain(_ id: OriginalTransactionID) -> StoreError {
        StoreError(
            .notFound, "there is no chain \(id)",
            remedy: "find it by any transaction id with `makegood lookup`, or import the customer's receipt")
    }
}
