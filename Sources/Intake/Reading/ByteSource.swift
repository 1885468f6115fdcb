import AppStore
import Foundation

/// Bytes that are read in pieces, from a file, standard input or memory, and counted and hashed on the way.
final class ByteSource {
    private static let pieceSize = 1 << 18

    private let handle: FileHandle?
    private var memory: Data
    private var hash = ByteDigest()
    /// How many bytes were read so far.
    private(set) var count = 0

    /// Reads a file or standard input.
    init(_ handle: FileHandle) { (self.handle, memory) = (handle, Data()) }

    /// Reads bytes in memory.
    init(_ bytes: Data) { (handle, memory) = (nil, bytes) }

    /// The lower-case hexadecimal SHA-256 of the bytes read so far.
    var digest: String { hash.hexadecimal }

    /// The next bytes; nil at the end; throws `unreadable`.
    func next() throws(DocumentProblem) -> Data? {
        guard let piece = try read(), !piece.isEmpty else { return nil }
        hash.update(piece)
        count += piece.count
        return piece
    }

    private func read() throws(DocumentProblem) -> Data? {
        guard let handle else {
            defer { memory = Data() }
            return memory
        }
        do {
            return try handle.read(upToCount: ByteSource.pieceSize)
        } catch {
            throw DocumentProblem(.unreadable, "reading stopped halfway: check the disk and bring it again")
        }
    }
}
