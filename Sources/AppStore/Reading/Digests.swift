import Crypto
package import Foundation
package import JSONValues

extension JSONValue {
    /// The lower-case hexadecimal SHA-256 of the canonical text; a store keeps each document once by it.
    package var digest: String { JSONValue.digest(ofCanonicalText: canonicalText) }

    /// The lower-case hexadecimal SHA-256 of a canonical text that is at hand.
    package static func digest(ofCanonicalText text: String) -> String {
        SHA256.hash(data: Array(text.utf8)).hexadecimal
    }
}

/// The SHA-256 of bytes that come in pieces.
package struct ByteDigest {
    private var hash = SHA256()

    /// The digest of no bytes yet.
    package init() {}

    /// Adds bytes.
    package mutating func update(_ bytes: Data) { hash.update(data: bytes) }

    /// The digest of the bytes so far, in lower-case hexadecimal digits.
    package var hexadecimal: String { hash.finalize().hexadecimal }
}

extension Sequence<UInt8> {
    /// The bytes in lower-case hexadecimal digits.
    package var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
