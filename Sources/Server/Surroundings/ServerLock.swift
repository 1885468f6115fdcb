import Foundation

/// The lock that one server of a store holds: two would verify everything twice.
///
/// The kernel lets it go with the process, however that ends.
public final class ServerLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock of the store at a path.
    ///
    /// - Throws: `ServerLockError`, with who holds it.
    public init(store: String) throws(ServerLockError) {
        let path = store + ".server"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .notOpened(path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = ServerLock.holder(descriptor)
            close(descriptor)
            throw .held(by: holder)
        }
        let text = Array("\(getpid())\n".utf8)
        if pwrite(descriptor, text, text.count, 0) == text.count {
            _ = ftruncate(descriptor, off_t(text.count))
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    private static func holder(_ descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int32(
            String(decoding: bytes[..<count], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }
}

/// Why the lock is not had.
public enum ServerLockError: Error, Hashable, Sendable {
    /// Another server serves the store; its process, where it is known.
    case held(by: Int32?)
    /// The lock's file cannot be opened.
    case notOpened(String)

    /// What is wrong, and what to do about it.
    public var words: String {
        switch self {
        case .held(let process?): "process \(process) serves this store already: stop it first"
        case .held(nil): "another process serves this store already: stop it first"
        case .notOpened(let path): "the lock file \(path) cannot be opened: check who may write there"
        }
    }
}
