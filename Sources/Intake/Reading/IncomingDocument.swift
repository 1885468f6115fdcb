public import AppStore
import Foundation
public import Purchases

/// A document that was understood, with everything the store needs to take it in.
public struct IncomingDocument: Hashable, Sendable {
    /// Where it was read: `file`, `file:line` or `file#index`.
    public let source: String
    /// What it tells; its kind, standing, owner and environment among it.
    public let contents: DocumentContents
    /// The shared secret that it carries, for comparison only: never kept, shown or logged.
    public let sharedSecret: String?
    /// What its envelope says about where it comes from.
    public let origin: String?
    /// What its signed parts say; nil when it can be read as it is.
    public let payload: JSONValue?
    private let piece: SourceDocument
    private let text: String

    /// What was made of a masked piece of a source, whose canonical text is at hand.
    init(
        _ piece: SourceDocument, text: String, payload: JSONValue?, contents: DocumentContents,
        sharedSecret: String?
    ) {
        source = piece.source
        self.contents = contents
        self.payload = payload
        self.sharedSecret = sharedSecret
        origin = piece.envelope.origin
        (self.piece, self.text) = (piece, text)
    }

    /// The document's kind.
    public var kind: DocumentKind { contents.kind }

    /// The document as it is kept: canonical JSON, secrets masked, without receipts in base64.
    public var body: String {
        piece.value.hasReceiptData ? piece.value.withoutReceiptData.canonicalText : text
    }

    /// The lower-case hexadecimal SHA-256 of its canonical JSON, secrets masked, without its envelope.
    public var digest: String { contents.precedence.digest }

    /// The document as it goes to quarantine when the store must refuse it after all.
    public func rejected(_ reason: RejectionReason, detail: String) -> RejectedDocument {
        piece.rejected(DocumentProblem(reason, detail), kind: kind)
    }
}
