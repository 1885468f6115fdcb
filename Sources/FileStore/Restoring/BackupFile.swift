internal import Crypto
internal import Foundation
internal import Persistence

/// A file that is to become a store: looked at from outside, copied, and examined as a copy, so that nothing is made
/// beside it, nothing in it changes, and nobody changes it behind the examination.
struct BackupFile {
    /// Where it is, links followed.
    let path: String
    private let status: stat

    /// The file at a path.
    ///
    /// - Throws: `StoreError`: there is none, it is no store of this version, or half made.
    init(at link: String) throws {
        try StoreFile(path: link).checkName()
        path = StoreFile.target(of: link)
        let (found, header) = try BackupFile.look(at: path)
        status = found
        try BackupFile.check(header, of: path)
        let name = URL(filePath: path).lastPathComponent
        guard !DraftFolder(of: path).drafts().contains(where: { $0.name == name }) else {
            throw StoreError.replacing(path, .unfit(.halfMade))
        }
    }

    /// Whether it is the file at another path.
    func isFile(at other: String) -> Bool { FileIdentity(ofFileAt: path) == FileIdentity(ofFileAt: other) }

    /// Copies it into a draft, byte for byte; answers its SHA-256.
    ///
    /// A -wal with content comes along where it is the file's own. Of a store that is taken as it stands one that is not
    /// stays where it is.
    ///
    /// - Throws: `StoreError`: somebody has it open or changes it, its -wal may be another's, the disk is full.
    func copy(to draft: String, isStore: Bool, progress: (RestoreStep) -> Void) throws -> String {
        if !isStore, let process = StoreUsers.one(of: path) {
            throw StoreError.replacing(path, .openElsewhere(process: process))
        }
        let hasDeeds = try hasOwnWAL(isStore: isStore)
        let digest = try FileCopy(from: path, to: draft).run { done in
            progress(.copying(share: Double(done) / Double(max(1, status.st_size))))
        }
        if hasDeeds { _ = try FileCopy(from: path + "-wal", to: draft + "-wal").run { _ in } }
        guard try isUnchanged() else { throw StoreError.replacing(path, .unfit(.changedMeanwhile)) }
        return digest
    }

    /// Whether it is, byte for byte, as it was when it was first looked at, as far as the system tells.
    func isUnchanged() throws -> Bool {
        let now = try BackupFile.look(at: path).status
        return now.st_ino == status.st_ino && now.st_dev == status.st_dev && now.st_size == status.st_size
            && now.st_mtim.tv_sec == status.st_mtim.tv_sec && now.st_mtim.tv_nsec == status.st_mtim.tv_nsec
    }

    /// Refuses what is not whole: pages, rows that others name, guards, audit log and grants.
    func examine(_ db: Connection) throws {
        for check in [
            FileExamination.integrity, FileExamination.foreignKeys, Doctor.guards, Doctor.audit,
        ] {
            let finding = Doctor.guarded { try StoreError.translating(path) { try check(db) } }
            guard finding.level != .error else {
                throw StoreError.replacing(path, .unfit(.finding(finding.code, finding.text)))
            }
        }
    }

    /// Whether a -wal with content lies beside it that belongs to it.
    private func hasOwnWAL(isStore: Bool) throws -> Bool {
        for suffix in ["-journal", "-wal"] {
            var found = stat()
            guard lstat(path + suffix, &found) == 0, found.st_size > 0 || found.st_mode & S_IFMT != S_IFREG
            else { continue }
            if suffix == "-wal", found.st_mode & S_IFMT == S_IFREG,
                try RestoredHead.ownsWAL(path, isStore: isStore)
            {
                return true
            }
            guard isStore else { throw StoreError.replacing(path, .unfit(.sideFile(path + suffix))) }
        }
        return false
    }

    private static func look(at path: String) throws -> (status: stat, header: [UInt8]) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard file >= 0 else {
            throw errno == ENOENT ? StoreError.file(path, .missing) : StoreError.disk(path, .unreadable)
        }
        defer { close(file) }
        var found = stat()
        guard fstat(file, &found) == 0 else { throw StoreError.disk(path, .readFailed) }
        if found.st_mode & S_IFMT == S_IFDIR { throw StoreError.file(path, .foreign(.folder)) }
        guard found.st_mode & S_IFMT == S_IFREG else { throw StoreError.file(path, .foreign(.noSQLite)) }
        var header = [UInt8](repeating: 0, count: 100)
        let count = pread(file, &header, header.count, 0)
        guard count >= 0 else { throw StoreError.disk(path, .readFailed) }
        return (found, Array(header.prefix(count)))
    }

    /// Source: SQLite file format, 1.3: the user version at 60, the application id at 68, both big-endian.
    private static func check(_ header: [UInt8], of path: String) throws {
        if header.isEmpty { throw StoreError.file(path, .foreign(.empty)) }
        guard header.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw StoreError.file(path, .foreign(.noSQLite))
        }
        guard header.count == 100 else { throw StoreError.file(path, .damaged(.cutOff)) }
        func number(at offset: Int) -> Int32 {
            Int32(bitPattern: header[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) })
        }
        guard number(at: 68) == StoreFormat.applicationID else {
            throw StoreError.file(path, .foreign(.otherProgram))
        }
        guard number(at: 60) <= StoreFormat.version else {
            throw StoreError.store(.newer(version: number(at: 60)))
        }
    }
}

/// A copy of a file's bytes.
private struct FileCopy {
    private static let step = 1 << 20
    let from: String
    let to: String

    /// Copies; answers the SHA-256 of what was copied.
    func run(progress: (_ done: Int) -> Void) throws -> String {
        let source = open(from, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard source >= 0 else { throw StoreError.disk(from, .unreadable) }
        defer { close(source) }
        let target = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard target >= 0 else { throw StoreError.disk(to, .draftNotMade) }
        defer { close(target) }
        var (hash, done) = (SHA256(), 0)
        var buffer = [UInt8](repeating: 0, count: FileCopy.step)
        while true {
            let count = read(source, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw StoreError.disk(from, .readFailed) }
            if count == 0 { return ColumnText.hexadecimal(hash.finalize()) }
            hash.update(data: buffer[..<count])
            try write(buffer[..<count], to: target)
            done += count
            progress(done)
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>, to target: Int32) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(target, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw [ENOSPC, EDQUOT, EFBIG].contains(errno)
                    ? StoreError.store(.diskFull) : StoreError.disk(to, .notWrittenOut)
            }
            rest = rest.dropFirst(count)
        }
    }
}
