import Persistence
import Purchases

/// A question that the audit log notes before it is answered; `StoreGateway` sees to that.
protocol NotedQuery: HiddenQuery {
    func note(in store: Store, by agent: AgentName, at now: Instant) throws(StoreError)
}

/// A document, ready to be read; nil when there is none of that number.
struct DocumentTextQuery: NotedQuery {
    private let id: Int64

    /// The document of a number.
    init(_ id: Int64) { self.id = id }

    func note(in store: Store, by agent: AgentName, at now: Instant) throws(StoreError) {
        // Asked anew, because a role may have been taken away meanwhile; to look is no deed that is refused.
        guard try store.role(of: agent).may(.reveal) else { throw StoreError.documents(.hidden) }
        try store.noteLook(atDocument: id, by: agent, at: now)
    }

    func page(in reading: StoreReading) throws -> DocumentText? {
        try DocumentQuery(id).page(in: reading).map { DocumentText($0) }
    }
}

/// A document with what it says made readable, and cut where nobody would read on.
struct DocumentText: Equatable, Sendable {
    /// A text of a document.
    struct Part: Equatable, Sendable {
        /// The text, indented, line by line.
        let lines: [String]
        /// How many bytes of it are not shown.
        let hiddenBytes: Int

        /// Makes a text readable; takes long for large ones, so not on the main actor.
        init(_ text: String) {
            let bytes = Array(text.utf8)
            hiddenBytes = max(0, bytes.count - DocumentText.maximumBytes)
            lines = IndentedJSON(bytes.prefix(DocumentText.maximumBytes)).lines
        }
    }

    /// The largest text that is shown whole, in bytes.
    static let maximumBytes = 1_000_000

    /// What is known of it.
    let record: DocumentRecord
    /// What its signed parts say; nil when the body can be read as it is.
    let decoded: Part?
    /// Its body as it is kept.
    let body: Part

    /// Makes a document readable.
    init(_ record: DocumentRecord) {
        self.record = record
        decoded = record.payload.map { Part($0) }
        body = Part(record.body ?? "")
    }
}

/// JSON text with a line for each value; only blanks between values change, so numbers and texts stay as stored. The
/// documents of `makegood` are shown by it, too.
package struct IndentedJSON {
    /// The lines; text that is no JSON is one line.
    package private(set) var lines: [String] = []
    private var line: [UInt8] = []
    private var depth = 0
    private var isInText = false
    private var isEscaped = false

    /// Indents compact JSON, also when its end is missing.
    package init(_ bytes: some Sequence<UInt8>) {
        var previous: UInt8 = 0
        for byte in bytes {
            append(byte, after: previous)
            previous = byte
        }
        breakLine()
    }

    private mutating func append(_ byte: UInt8, after previous: UInt8) {
        if isInText { return appendToText(byte) }
        switch byte {
        case UInt8(ascii: "\""):
            isInText = true
            line.append(byte)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            line.append(byte)
            depth += 1
            breakLine()
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            close(byte, isEmpty: previous == byte - 2)
        case UInt8(ascii: ","):
            line.append(byte)
            breakLine()
        case UInt8(ascii: ":"): line += [byte, UInt8(ascii: " ")]
        default: line.append(byte)
        }
    }

    private mutating func appendToText(_ byte: UInt8) {
        line.append(byte)
        isInText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }

    /// Brackets with nothing between them stay on one line; in ASCII the closing one follows two later.
    private mutating func close(_ byte: UInt8, isEmpty: Bool) {
        if isEmpty, let opened = lines.popLast() {
            line = Array(opened.utf8.drop { $0 == UInt8(ascii: " ") })
        } else {
            breakLine()
        }
        depth = max(0, depth - 1)
        line.append(byte)
    }

    private mutating func breakLine() {
        guard !line.isEmpty else { return }
        let opens = line.last == UInt8(ascii: "{") || line.last == UInt8(ascii: "[")
        let indent = String(repeating: "  ", count: max(0, min(depth, 40) - (opens && !isInText ? 1 : 0)))
        lines.append(indent + String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
    }
}
