internal import CStore
internal import Foundation
internal import GRDB
internal import Persistence

/// The file of a store before anything trusts it.
struct StoreFile {
    let path: String

    /// The path that a symbolic link names, for SQLite names its files, and we the lock, by where the store is.
    static func target(of link: String) -> String {
        guard (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) != nil,
            let resolved = realpath(link, nil)
        else { return link }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Refuses what is no store, without changing a byte of it or making one beside it, by the file alone.
    func check() throws {
        try checkKind()
        try checkFileSystem()
        try checkHeader()
        try checkSize()
    }

    /// Refuses what SQLite does not know for a store, or for a whole one; a run that writes nothing needs the present
    /// version. Whoever is going to work with it holds the lock and has looked at the side files.
    func checkContent(readOnly: Bool, faults: StoreFaults = .none) throws {
        do {
            try StoreError.translating(path) { try checkIdentity(readOnly: readOnly, faults: faults) }
        } catch StoreError.file(path, .damaged(.brokenPages)) where isUnreadable() {
            throw StoreError.disk(path, .readFailed)
        }
    }

    /// Refuses a folder on a file system shared by hosts.
    func checkFileSystem() throws {
        if let name = cstore_network_file_system(folder) {
            throw StoreError.file(path, .network(fileSystem: String(cString: name)))
        }
    }

    /// Refuses a store beside which SQLite would have to make files before it can read.
    ///
    /// Source: SQLite file format, 1.3.3: 2 is WAL.
    func checkSideFiles() throws {
        guard let file = FileHandle(forReadingAtPath: path) else { throw StoreError.file(path, .missing) }
        defer { try? file.close() }
        guard let start = try? file.read(upToCount: 20) ?? Data() else {
            throw StoreError.disk(path, .readFailed)
        }
        let readVersion = start.last
        let isThere = FileManager.default.fileExists(atPath:)
        guard readVersion != 2 || isThere(path + "-wal") && isThere(path + "-shm") else {
            throw StoreError.file(path, .unopenedCopy)
        }
    }

    /// Refuses a path that can name no file.
    func checkName() throws {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard [".", "..", ""].contains(name) else { return }
        throw StoreError.invalid(.fileName(path))
    }

    /// Not by `deletingLastPathComponent`, which some of Foundation's versions cannot do for "." and "..".
    private var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private func checkKind() throws {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw StoreError.file(path, .missing)
        }
        if isDirectory.boolValue { throw StoreError.file(path, .foreign(.folder)) }
        // A pipe would keep whoever opens it waiting, and a device may do anything.
        var found = stat()
        guard stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
            throw StoreError.file(path, .odd(.noFile))
        }
    }

    private func checkHeader() throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw StoreError.disk(path, .unreadable)
        }
        defer { try? file.close() }
        guard let header = try? file.read(upToCount: 100) ?? Data() else {
            throw StoreError.disk(path, .readFailed)
        }
        if header.isEmpty { throw StoreError.file(path, .foreign(.empty)) }
        guard header.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw StoreError.file(path, .foreign(.noSQLite))
        }
        if header.count < 100 { throw StoreError.file(path, .damaged(.cutOff)) }
        // Source: SQLite file format, 1.3.15: the application id.
        let application = header[68..<72].reduce(Int32(0)) { $0 << 8 | Int32($1) }
        guard application == StoreFormat.applicationID else {
            throw StoreError.file(path, .foreign(.otherProgram))
        }
    }

    /// Refuses a file that ends before its header says so, before SQLite makes files beside it.
    ///
    /// Looked at twice: others may just have written a -wal back and emptied it. Source: SQLite file format, 1.3.8: the
    /// number of pages counts where the change counter of 1.3.7 is that of 1.3.17.
    private func checkSize() throws {
        for attempt in 1...2 {
            guard let file = FileHandle(forReadingAtPath: path) else {
                throw StoreError.disk(path, .unreadable)
            }
            defer { try? file.close() }
            guard let header = try? file.read(upToCount: 100), header.count == 100 else { return }
            func number(_ bytes: Range<Int>) -> Int { header[bytes].reduce(0) { $0 << 8 | Int($1) } }
            let pageSize = number(16..<18) == 1 ? 65536 : number(16..<18)
            guard number(24..<28) == number(92..<96), size(of: path + "-wal") ?? 0 == 0,
                size(of: path) ?? 0 < number(28..<32) * pageSize
            else { return }
            if attempt == 2 { throw StoreError.file(path, .damaged(.cutOff)) }
        }
    }

    private func size(of file: String) -> Int? {
        var found = stat()
        return stat(file, &found) == 0 ? Int(found.st_size) : nil
    }

    /// Whether the disk does not give what the file holds, which SQLite takes for damage before it has a connection that
    /// could be asked. Only for a file that could not be opened: closing it gives up SQLite's locks of this process.
    private func isUnreadable() -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return true }
        defer { try? file.close() }
        do {
            while let part = try file.read(upToCount: 1 << 16), !part.isEmpty {}
            return false
        } catch { return true }
    }

    /// Asks SQLite, which also sees what only the -wal holds; read-only, so that a foreign file stays as it is.
    private func checkIdentity(readOnly: Bool, faults: StoreFaults) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            guard cstore_prepare_connection(UnsafeMutableRawPointer(db.sqliteConnection)) == 0 else {
                throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
            }
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        // In one transaction: others open, write and check the same file meanwhile.
        try queue.read { db in
            try db.tellingFailedReads(of: path) {
                let application = try Int32.fetchOne(db, sql: "PRAGMA application_id")
                let version = try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                guard application == StoreFormat.applicationID else {
                    throw StoreError.file(path, .foreign(.otherProgram))
                }
                if try isUnreleased(db) { throw StoreError.file(path, .unreleased(version: version)) }
                if version < 0 { throw StoreError.file(path, .unreleased(version: version)) }
                if version > StoreFormat.version { throw StoreError.store(.newer(version: version)) }
                if readOnly, version < StoreFormat.version {
                    throw StoreError.store(.older(version: version))
                }
                try checkLength(db, faults: faults)
            }
        }
    }

    /// Whether it was made before the first release: its steps had plain numbers, or it has a step of a schema that was
    /// never released.
    private func isUnreleased(_ db: Database) throws -> Bool {
        let names = "SELECT count(*) FROM sqlite_master WHERE name = 'grdb_migrations'"
        guard try Int.fetchOne(db, sql: names) == 1 else { return false }
        let steps = "SELECT count(*) FROM grdb_migrations WHERE identifier IN ('1', 'v1', 'v2', 'v3')"
        return try Int.fetchOne(db, sql: steps) ?? 0 > 0
    }

    /// Compares the pages that this transaction sees with what the file and the -wal hold.
    ///
    /// The order keeps a store that others are just writing from looking cut off. While the transaction lasts, nobody
    /// empties a -wal that it reads from, nor shortens the file: what is neither in the file nor in the -wal *after* the
    /// pages were counted is nowhere.
    private func checkLength(_ db: Database, faults: StoreFaults) throws {
        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        try faults.pass(.pagesCounted)
        let held = (FileKind(at: path)?.size ?? 0) / max(1, pageSize)
        guard held < pages else { return }
        let waiting = WALPages(path + "-wal", pageSize: pageSize).numbers
        // Source: SQLite file format, 1.4: the page of the locks holds nothing.
        let locks = (1 << 30) / max(1, pageSize) + 1
        guard (held + 1...pages).allSatisfy({ waiting.contains($0) || $0 == locks }) else {
            throw StoreError.file(path, .damaged(.cutOff))
        }
    }
}

/// Which file a path names, whatever the file is called.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// The file at a path; nil when there is none.
    init?(ofFileAt path: String) {
        var found = stat()
        guard stat(path, &found) == 0 else { return nil }
        self.init(found)
    }

    /// Both numbers, as text.
    var text: String { "\(device):\(inode)" }

    /// The file of a status.
    init(_ status: stat) { (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino)) }
}
