import AppStore
import Foundation

/// Good bytes that are damaged, and how a document is made of them afterwards.
public struct FuzzSeed: Sendable {
    /// The good bytes.
    let bytes: [UInt8]
    /// Signs what became of the bytes, and puts it into a document; nil when the bytes are the document.
    let signed: (@Sendable ([UInt8]) throws -> [UInt8])?
    /// The value, when the bytes are JSON that can be damaged as such.
    private let value: JSONValue?

    /// Bytes that are signed after they are damaged, so that reading goes on behind the signature.
    init(_ bytes: [UInt8], signed: (@Sendable ([UInt8]) throws -> [UInt8])? = nil) {
        (self.bytes, self.signed) = (bytes, signed)
        value = try? JSONValue(parsing: Data(bytes))
    }

    /// A text; see `init(_:signed:)`.
    public init(_ text: String, signed: (@Sendable ([UInt8]) throws -> [UInt8])? = nil) {
        self.init(Array(text.utf8), signed: signed)
    }

    /// The document without damage.
    func document() throws -> FuzzDocument { try document(of: bytes) }

    /// A damaged document.
    func damaged(
        by mutator: inout ByteMutator, with others: [[UInt8]], tokens: [[UInt8]]
    ) throws -> FuzzDocument {
        if let value, Bool.random(using: &mutator) {
            return try document(of: Array(mutator.damaged(value).canonicalText.utf8))
        }
        return try document(of: mutator.damaged(bytes, with: others, tokens: tokens))
    }

    private func document(of bytes: [UInt8]) throws -> FuzzDocument {
        guard let signed else { return FuzzDocument(bytes: bytes) }
        return FuzzDocument(bytes: try signed(bytes), signedContent: bytes)
    }
}
