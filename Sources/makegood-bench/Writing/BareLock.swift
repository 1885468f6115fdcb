import CBench
import Foundation

/// The lock of a store, held by whoever replays what the product did under it.
final class BareLock {
    private let descriptor: Int32

    /// The lock of the store at a path.
    init(store: String) throws {
        descriptor = open(store + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchError("the bare lock cannot be opened: errno \(errno)") }
    }

    deinit { close(descriptor) }

    /// Holds it for some work, waiting for it.
    func hold<Value>(_ work: () throws -> Value) throws -> Value {
        guard cbench_lock(descriptor, 1) == 0 else { throw BenchError("the bare lock failed") }
        defer { cbench_unlock(descriptor) }
        return try work()
    }

    /// Holds it for some work, unless somebody else does.
    func holdIfFree(_ work: () -> Void) {
        guard cbench_lock(descriptor, 0) == 0 else { return }
        work()
        cbench_unlock(descriptor)
    }
}
