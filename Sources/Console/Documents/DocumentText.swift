import Persistence

/// A document with its body made readable, and cut where nobody would read on.
struct DocumentText: Equatable, Sendable {
    /// The largest body that is shown whole, in bytes.
    static let maximumBytes = 1_000_000

    /// What is known of it.
    let record: DocumentRecord
    /// Its body, indented, line by line.
    let lines: [String]
    /// How many bytes of the body are not shown.
    let hiddenBytes: Int

    /// Makes a document readable; takes long for large bodies, so not on the main actor.
    init(_ record: DocumentRecord) {
        self.record = record
        let body = Array((record.body ?? "").utf8)
        hiddenBytes = max(0, body.count - DocumentText.maximumBytes)
        lines = IndentedJSON(body.prefix(DocumentText.maximumBytes)).lines
    }
}
