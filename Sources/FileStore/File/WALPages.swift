internal import Foundation

/// Which pages of a store wait in its -wal. `StoreFile` asks it whether pages that the file lacks are there.
///
/// Source: SQLite, WAL-mode file format, 2.1 and 2.2.
struct WALPages {
    /// How many bytes stand before the first frame.
    private static let header = 32
    /// How many bytes of a frame stand before its page.
    private static let frameHeader = 24

    /// The numbers of the pages; those of frames that a commit never closed may be among them.
    let numbers: Set<Int>

    /// Reads the headers of the frames of a -wal, as far as they have the salts of its header: others are left from
    /// before SQLite began it anew.
    init(_ path: String, pageSize: Int) { numbers = WALPages.numbers(path, pageSize: pageSize) }

    private static func numbers(_ path: String, pageSize: Int) -> Set<Int> {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        guard let salts = bytes(descriptor, at: 16, count: 8) else { return [] }
        var (place, numbers): (Int, Set<Int>) = (header, [])
        while let frame = bytes(descriptor, at: place, count: 16), Array(frame[8...]) == salts {
            numbers.insert(frame[..<4].reduce(0) { $0 << 8 | Int($1) })
            place += frameHeader + pageSize
        }
        return numbers
    }

    private static func bytes(_ descriptor: Int32, at place: Int, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return pread(descriptor, &bytes, count, off_t(place)) == count ? bytes : nil
    }
}
