import CBench
import Foundation

/// The disk under a store: how long it takes until a page is on it.
struct DiskProbe {
    private let path: String

    /// The disk that holds a path.
    init(beside path: String) { self.path = path + ".sync" }

    /// Appends pages to a file and waits for each, in seconds.
    func samples(_ count: Int) throws -> [Double] {
        let descriptor = open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchError("no file can be made beside \(path): errno \(errno)") }
        defer {
            close(descriptor)
            unlink(path)
        }
        return try (0..<count).map { _ in
            let nanoseconds = cbench_sync(descriptor)
            guard nanoseconds >= 0 else { throw BenchError("fdatasync failed: errno \(-nanoseconds)") }
            return Double(nanoseconds) / 1e9
        }
    }
}
