package import AppStore
package import Foundation
package import Persistence

/// Opens what documents are read from: files, standard input, bytes in memory. A ``DocumentIterator`` cuts them.
package struct SourceReader: Sendable {
    /// The word for standard input in place of a path.
    package static let standardInput = "-"

    private let context: DocumentContext

    /// Reads sources with what the caller says of them.
    package init(_ context: DocumentContext = DocumentContext()) { self.context = context }

    /// The documents in a file, or in standard input for `-`.
    ///
    /// A directory and a file that cannot be read are each one rejected document.
    package func documents(at path: String) -> DocumentIterator {
        if path == SourceReader.standardInput { return documents(in: .standardInput, source: path) }
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        if isDirectory.boolValue {
            return refused(path, .directory, "\(path) is a directory: name the files in it")
        }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            let what = exists ? "cannot be opened: check who may read it" : "does not exist: check the path"
            return refused(path, .unreadable, "\(path) \(what)")
        }
        return documents(in: handle, source: path)
    }

    /// The documents in an open file, which is closed with the iterator when nothing else holds it.
    package func documents(in handle: FileHandle, source: String) -> DocumentIterator {
        DocumentIterator(ByteSource(handle), SourceCutter(source: source, context: context))
    }

    package func documents(in bytes: Data, source: String) -> DocumentIterator {
        DocumentIterator(ByteSource(bytes), SourceCutter(source: source, context: context))
    }

    private func refused(_ path: String, _ reason: RejectionReason, _ detail: String) -> DocumentIterator {
        DocumentIterator(
            refused: DocumentProblem(reason, detail), SourceCutter(source: path, context: context))
    }
}

/// Cuts the documents out of one source one after the other; JSON Lines and CSV are never in memory as a whole.
package final class DocumentIterator: IteratorProtocol, Sequence {
    /// What is still to be read.
    private enum Remainder {
        case unopened
        case refused(DocumentProblem)
        case lines
        case rows(CustomerTable)
        case nothing
    }

    private let bytes: ByteSource
    private let cutter: SourceCutter
    private var lines: LineReader
    private var remainder: Remainder
    private var rows = CSVReader()
    private var cut = DocumentCuts()

    /// Reads the documents of a source.
    init(_ bytes: ByteSource, _ cutter: SourceCutter) {
        (self.bytes, self.cutter) = (bytes, cutter)
        lines = LineReader(bytes)
        remainder = .unopened
    }

    /// Yields one rejected document, for a source that cannot be opened.
    init(refused problem: DocumentProblem, _ cutter: SourceCutter) {
        (bytes, self.cutter) = (ByteSource(Data()), cutter)
        lines = LineReader(bytes)
        remainder = .refused(problem)
    }

    /// How many bytes of the source were read so far, for progress.
    package var bytesRead: Int { bytes.count }

    /// The lower-case hexadecimal SHA-256 of the bytes read so far: of the whole source once it is exhausted.
    package var sourceDigest: String { bytes.digest }

    /// The next document, or why there is none where one should stand; nil when there is none left.
    package func next() -> Result<SourceDocument, Rejection>? {
        while true {
            if let next = cut.next() { return next }
            if case .nothing = remainder { return nil }
            do {
                cut = try refill()
            } catch {
                remainder = .nothing
                cut = DocumentCuts([cutter.refused(error)])
            }
        }
    }

    private func refill() throws(DocumentProblem) -> DocumentCuts {
        switch remainder {
        case .unopened: return try open()
        case .refused(let problem): throw problem
        case .lines:
            if let line = try lines.nextFilled() { return cutter.cut(line) }
        case .rows(let table):
            if let row = try rows.next(&lines) { return DocumentCuts([cutter.cut(row, table)]) }
        case .nothing: break
        }
        remainder = .nothing
        return DocumentCuts()
    }

    /// Looks at the beginning: a table, one document on its line, JSON Lines, else one document of many lines.
    private func open() throws(DocumentProblem) -> DocumentCuts {
        guard let first = try lines.nextFilled() else {
            throw DocumentProblem(.empty, "\(cutter.source) is empty: nothing to take in")
        }
        if cutter.isTable(first.bytes) {
            lines.giveBack([first])
            rows = CSVReader(separator: CustomerTable.separator(of: first.bytes) ?? .comma)
            return try openTable()
        }
        if first.isCut { return try openLines(first, alone: cutter.cut(first)) }
        if !cutter.isPart(first.bytes), let whole = cutter.whole(first.bytes) {
            return try openLines(first, alone: cutter.cut(whole, of: first.bytes))
        }
        lines.giveBack([first])
        return try openWhole()
    }

    private func openWhole() throws(DocumentProblem) -> DocumentCuts {
        remainder = .nothing
        guard let whole = try lines.rest() else {
            throw DocumentProblem(
                .tooLarge, "it is larger than \(LineReader.wholeLimit >> 20) MB: send one document a line")
        }
        return cutWhole(whole)
    }

    private func openTable() throws(DocumentProblem) -> DocumentCuts {
        guard let header = try rows.next(&lines) else { return DocumentCuts() }
        remainder = .rows(try CustomerTable(header))
        return DocumentCuts()
    }

    /// A first line that is a document is the whole source when nothing follows it.
    private func openLines(
        _ first: LineReader.Line, alone: DocumentCuts
    ) throws(DocumentProblem) -> DocumentCuts {
        guard let second = try lines.nextFilled() else {
            remainder = .nothing
            return alone
        }
        lines.giveBack([first, second])
        guard !cutter.isWrapped(first.bytes, second.bytes) else { return try openWhole() }
        remainder = .lines
        return DocumentCuts()
    }

    /// What is no document as a whole may still be JSON Lines that begin with a bad one.
    private func cutWhole(_ whole: Data) -> DocumentCuts {
        let known = cutter.whole(whole)
        switch known {
        case .document(_), .list(_): break
        case .refused(_), nil:
            var each = LineReader(ByteSource(whole))
            while let line = try? each.nextFilled() {
                guard cutter.isLine(line.bytes) else { continue }
                lines = LineReader(ByteSource(whole))
                remainder = .lines
                return DocumentCuts()
            }
        }
        return known.map { cutter.cut($0, of: whole) } ?? cutter.cut(whole: whole)
    }
}
