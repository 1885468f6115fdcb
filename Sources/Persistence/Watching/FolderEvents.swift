internal import Foundation

/// The kernel's word that a store's files were written.
///
/// The folder is watched and not the -wal, because the -wal may not exist yet, or be another one later.
struct FolderEvents: Sendable {
    /// The inotify descriptor, readable when there are events.
    let descriptor: Int32
    private let names: Set<String>

    /// Watches the folder of a store; nil when the kernel grants no watch.
    init?(ofStore path: String) {
        let folder = (path as NSString).deletingLastPathComponent
        let name = (path as NSString).lastPathComponent
        names = [name, name + "-wal"]
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let events = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)
        guard inotify_add_watch(descriptor, folder.isEmpty ? "." : folder, events) >= 0 else {
            close()
            return nil
        }
    }

    /// Takes all events that wait; answers whether one was about the store.
    func drain() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
            var isOfStore = false
            while true {
                let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return isOfStore }
                if speaksOfStore(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { isOfStore = true }
            }
        }
    }

    /// Lets go of the watch.
    func close() { Foundation.close(descriptor) }

    /// Source: inotify(7), a header of 16 bytes whose last four are the length of the name that follows.
    private func speaksOfStore(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while offset + 16 <= bytes.count {
            let mask = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
            let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
            let end = min(offset + 16 + length, bytes.count)
            let name = bytes[(offset + 16)..<end].prefix { $0 != 0 }
            // After a lost event it may have been any file.
            let isLost = mask & UInt32(IN_Q_OVERFLOW) != 0
            if isLost || names.contains(String(decoding: name, as: UTF8.self)) { return true }
            offset = end
        }
        return false
    }
}
