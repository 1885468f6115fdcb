import Foundation

/// Where a writer writes down each deed once it was answered, to be read after the writer was killed too.
final class DeedLog {
    private let descriptor: Int32

    /// Goes on with a log, or begins it.
    init(_ path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchError("\(path) cannot be written: errno \(errno)") }
    }

    deinit { close(descriptor) }

    /// Writes a deed down, whole or not at all.
    func append(_ deed: StressDeed) throws {
        let line = Array(deed.line.utf8)
        guard write(descriptor, line, line.count) == line.count else {
            throw BenchError("a deed cannot be written down: errno \(errno)")
        }
    }

    /// The deeds of a log; none when there is no log.
    static func deeds(at path: String) -> [StressDeed] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { StressDeed(line: $0) }
    }
}
