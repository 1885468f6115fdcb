internal import Crypto
public import Foundation

/// The SHA-256 of bytes that come in pieces.
public struct ByteDigest {
    private var hash = SHA256()

    /// The digest of no bytes yet.
    public init() {}

    /// Adds bytes.
    public mutating func update(_ bytes: Data) { hash.update(data: bytes) }

    /// The digest of the bytes so far, in lower-case hexadecimal digits.
    public var hexadecimal: String { hash.finalize().hexadecimal }
}
