internal import Foundation
internal import Persistence

/// The folder beside a store in which every console has a file.
///
/// Whoever made a file holds its `flock`; the kernel lets go of it however the process ends. So a file whose lock can be
/// had is a dead console's, and whoever notices removes it. A file gets its name when it is whole and locked: nobody
/// takes a console that just starts for dead.
struct PresenceFolder: Sendable {
    let path: String
    private let store: String

    /// How the file of a console is called, before its process and a number.
    static let prefix = "console-"
    /// So many files are looked at; more consoles than that no host has.
    private static let reach = 512

    /// The folder of the store at a path.
    init(store: String) { (path, self.store) = (store + ".presence", store) }

    /// Every console that lives, by file name; removes what dead ones left.
    func consoles() -> [PresentConsole] {
        guard let folder = open() else { return [] }
        defer { close(folder) }
        return names(in: folder).sorted().compactMap { console($0, in: folder) }
    }

    /// Makes a console's file and answers its descriptor, which holds the lock.
    ///
    /// - Throws: `StoreError`: unavailable when the folder cannot be made or written to.
    func enter(_ name: String, saying text: String) throws -> Int32 {
        let mode = storeMode
        // Whoever may read the store may look in, and whoever may write it may enter.
        if mkdir(path, 0o700) == 0 {
            var made = stat()
            // The bit that keeps what is in it the group's comes from the store's folder.
            let kept = lstat(path, &made) == 0 ? made.st_mode & S_ISGID : 0
            _ = chmod(path, mode | (mode & 0o444) >> 2 | kept)
        }
        guard let folder = open() else { throw StoreError.disk(path, .folderNotMade) }
        defer { close(folder) }
        let draft = "new-\(name)"
        let descriptor = openat(folder, draft, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError.disk(path, .folderNotMade) }
        _ = fchmod(descriptor, mode)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, write(text, to: descriptor),
            renameat(folder, draft, folder, name) == 0
        else {
            unlinkat(folder, draft, 0)
            close(descriptor)
            throw StoreError.disk(path, .folderNotMade)
        }
        return descriptor
    }

    /// Writes what a console says; false when its file is not there any more or the disk takes nothing.
    ///
    /// Readers compare two looks, so that they never take half of one text and half of the next for a third.
    func write(_ text: String, to descriptor: Int32) -> Bool {
        let bytes = Array(text.utf8)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else { return false }
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            _ = ftruncate(descriptor, 0)
            return false
        }
        return ftruncate(descriptor, off_t(bytes.count)) == 0
    }

    /// Takes a console's file away.
    func remove(_ name: String) { unlink("\(path)/\(name)") }

    private func open() -> Int32? {
        let folder = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return folder < 0 ? nil : folder
    }

    private var storeMode: mode_t {
        var status = stat()
        return stat(store, &status) == 0 ? status.st_mode & 0o777 : 0o600
    }

    private func names(in folder: Int32) -> [String] {
        let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let entries = fdopendir(copy) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while names.count < PresenceFolder.reach, let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(PresenceFolder.prefix) { names.append(name) }
        }
        return names
    }

    /// The console of a file; nil for a dead one's and for what no console wrote.
    private func console(_ name: String, in folder: Int32) -> PresentConsole? {
        let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        guard flock(file, LOCK_SH | LOCK_NB) != 0 else {
            sweep(name, file, status, in: folder)
            return nil
        }
        guard errno == EWOULDBLOCK, status.st_size <= PresenceRecord.limit else { return nil }
        return text(of: file).flatMap { PresenceRecord.console(name, saying: $0) }
    }

    /// Removes a dead console's file, unless the name means another file by now.
    private func sweep(_ name: String, _ file: Int32, _ status: stat, in folder: Int32) {
        var named = stat()
        guard flock(file, LOCK_EX | LOCK_NB) == 0,
            fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0,
            named.st_ino == status.st_ino, named.st_dev == status.st_dev
        else { return }
        unlinkat(folder, name, 0)
    }

    /// What a file says, once two looks agree; nil while its console keeps writing.
    private func text(of file: Int32) -> [UInt8]? {
        var before: [UInt8]?
        for _ in 0..<4 {
            let now = bytes(of: file)
            if now == before { return now }
            before = now
        }
        return nil
    }

    private func bytes(of file: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: PresenceRecord.limit) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, buffer.count, 0))
        }
    }
}
