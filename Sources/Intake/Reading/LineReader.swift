import AppStore
import Foundation
import Persistence

/// Cuts a source into lines, holding no more of it than the line at hand.
struct LineReader {
    /// The most bytes that one line can have.
    static let limit = 64 << 20
    /// The most bytes that a document over many lines, or a list of documents, can have.
    static let wholeLimit = 256 << 20

    /// One line of a source.
    struct Line {
        /// Its number, from 1.
        let number: Int
        /// Its bytes without its end.
        let bytes: Data
        /// Its bytes as they came.
        let raw: Data
        /// Whether it was longer than `limit` and only its beginning is here.
        var isCut = false

        /// Whether only spaces are in it.
        var isBlank: Bool { bytes.allSatisfy { $0 <= 0x20 } }
    }

    private let source: ByteSource
    private var unread: ArraySlice<Line> = []
    private var buffer = Data()
    private var number = 0

    /// Reads a source from its present place.
    init(_ source: ByteSource) { self.source = source }

    /// The next line in which there is something; nil at the end; throws `unreadable`.
    mutating func nextFilled() throws(DocumentProblem) -> Line? {
        while let line = try next() { if !line.isBlank { return line } }
        return nil
    }

    /// The next line; nil at the end; throws `unreadable`.
    mutating func next() throws(DocumentProblem) -> Line? {
        if let line = unread.popFirst() { return line }
        var searched = 0
        while true {
            if let length = lengthOfLine(after: searched) { return line(upTo: buffer.startIndex + length) }
            guard buffer.count <= LineReader.limit else { return try cutLine() }
            searched = buffer.count
            guard let more = try source.next() else { break }
            // Grown in place: a line of many pieces is not copied once for each.
            if buffer.isEmpty {
                buffer = more
            } else {
                if buffer.startIndex > 0 { buffer = Data(buffer) }
                buffer.append(more)
            }
        }
        return buffer.isEmpty ? nil : line(upTo: buffer.endIndex)
    }

    /// Gives lines back, to be read again.
    mutating func giveBack(_ lines: [Line]) { unread = lines + unread }

    /// Everything that is left, as it came; nil when that is more than `wholeLimit`; throws `unreadable`.
    mutating func rest() throws(DocumentProblem) -> Data? {
        var rest = Data()
        for line in unread { rest.append(line.raw) }
        rest.append(buffer)
        (unread, buffer) = ([], Data())
        while rest.count <= LineReader.wholeLimit {
            guard let more = try source.next() else { return rest }
            rest.append(more)
        }
        return nil
    }

    /// How long the line at the head of the buffer is, its end included; nil when it does not end there.
    private func lengthOfLine(after searched: Int) -> Int? {
        buffer.withUnsafeBytes { $0[searched...].firstIndex(of: 0x0A).map { $0 + 1 } }
    }

    private mutating func line(upTo end: Data.Index) -> Line {
        number += 1
        let raw = buffer[buffer.startIndex..<end]
        var bytes = raw
        if bytes.last == 0x0A { bytes = bytes.dropLast() }
        if bytes.last == 0x0D { bytes = bytes.dropLast() }
        if number == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        buffer = buffer[end...]
        return Line(number: number, bytes: Data(bytes), raw: Data(raw))
    }

    /// Keeps the beginning of a line that is too long and steps over the rest of it.
    private mutating func cutLine() throws(DocumentProblem) -> Line {
        number += 1
        let head = Data(buffer.prefix(Rejection.byteLimit))
        buffer = Data()
        while let more = try source.next() {
            guard let end = more.firstIndex(of: 0x0A) else { continue }
            buffer = more[(end + 1)...]
            break
        }
        return Line(number: number, bytes: head, raw: head, isCut: true)
    }
}

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
