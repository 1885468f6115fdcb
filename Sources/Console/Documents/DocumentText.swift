import Persistence

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
