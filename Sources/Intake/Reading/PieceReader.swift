public import AppStore
import Foundation
public import Purchases

/// Cuts JSON into documents and makes of each what it tells.
struct PieceReader {
    private let decoder: DocumentDecoder

    /// Reads with a decoder.
    init(_ decoder: DocumentDecoder) { self.decoder = decoder }

    /// The documents in a value: itself, the elements of a list, the body of an envelope, in any nesting.
    func pieces(of value: JSONValue, source: String, options: ReadingOptions) -> [Result<
        SourceDocument, Rejection
    >] {
        cut(SourceDocument(source: source, value: value, options: options))
    }

    /// A rejected document on its way out.
    struct Rejection: Error {
        /// The document.
        let document: RejectedDocument
    }

    /// What a piece tells.
    func read(_ piece: SourceDocument) -> ReadDocument {
        guard let kind = kind(of: piece) else {
            return .rejected(piece.rejected(unknown(piece.value), kind: nil))
        }
        do {
            return .document(try document(piece, kind: kind))
        } catch {
            return .rejected(piece.rejected(error, kind: kind))
        }
    }

    /// Everything is decoded from the masked document, so that nothing that is kept can hold a secret.
    private func document(_ piece: SourceDocument, kind: DocumentKind) throws(DocumentProblem)
        -> IncomingDocument
    {
        var masked = piece
        let text: String
        if kind == .receipt { masked.value = piece.value.withoutSpaces }
        (masked.value, text) = masked.value.maskedWithText
        let frame = DocumentContext(
            digest: JSONValue.digest(ofCanonicalText: text), receivedAt: piece.envelope.receivedAt,
            owner: piece.customer, orderID: piece.envelope.orderID)
        let contents = try decoder.contents(of: masked.value, kind: kind, in: frame)
        let secret = kind == .notificationV1 ? SharedSecret.value(in: piece.value) : nil
        return IncomingDocument(
            masked, text: text, payload: decoder.payload(of: masked.value, kind: kind), contents: contents,
            sharedSecret: secret)
    }

    private func kind(of piece: SourceDocument) -> DocumentKind? {
        piece.options.kind ?? piece.envelope.kind ?? KindRecognizer.kind(of: piece.value)
    }

    private func cut(_ piece: SourceDocument) -> [Result<SourceDocument, Rejection>] {
        if let elements = piece.value.array { return cut(elements, of: piece) }
        guard let body = Envelope.body(of: piece.value) else { return [.success(piece)] }
        do {
            let envelope = try piece.envelope.opened(piece.value)
            let inner = unwrapped(body)
            return cut(
                SourceDocument(source: piece.source, value: inner, envelope: envelope, options: piece.options)
            )
        } catch {
            let kind = piece.options.kind ?? piece.envelope.kind
            return [.failure(Rejection(document: piece.rejected(error, kind: kind)))]
        }
    }

    private func cut(_ elements: [JSONValue], of piece: SourceDocument) -> [Result<SourceDocument, Rejection>]
    {
        guard !elements.isEmpty else {
            let problem = DocumentProblem(.empty, "the list is empty: nothing to take in")
            return [.failure(Rejection(document: piece.rejected(problem, kind: nil)))]
        }
        return elements.enumerated().flatMap { index, element in
            cut(
                SourceDocument(
                    source: "\(piece.source)#\(index)", value: element, envelope: piece.envelope,
                    options: piece.options))
        }
    }

    /// The body of an envelope that logged it as a text is that text's JSON.
    private func unwrapped(_ body: JSONValue) -> JSONValue {
        guard let text = body.string, let first = text.utf8.first(where: { $0 > 0x20 }),
            first == 0x7B || first == 0x5B, let value = try? JSONValue(parsing: Data(text.utf8))
        else { return body }
        return value
    }

    private func unknown(_ value: JSONValue) -> DocumentProblem {
        let what =
            value.object == nil
            ? "\(value.typeName) is no document" : "none of the known kinds has these fields"
        return DocumentProblem(.unknownKind, "\(what): say what it is with --as KIND")
    }
}

extension JSONValue {
    /// A text without spaces and line breaks: base64 is the same document however it is wrapped.
    fileprivate var withoutSpaces: JSONValue {
        guard case .string(let text) = self, text.utf8.contains(where: { $0 <= 0x20 }) else { return self }
        return .string(String(decoding: text.utf8.filter { $0 > 0x20 }, as: UTF8.self))
    }
}

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

/// What became of one document that was read.
public enum ReadDocument: Hashable, Sendable {
    /// It was understood.
    case document(IncomingDocument)
    /// It was not, and goes to quarantine.
    case rejected(RejectedDocument)
}
