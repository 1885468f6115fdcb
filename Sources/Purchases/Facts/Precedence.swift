/// Says which of two documents wins where they disagree.
///
/// The newer document time wins; then signed over unsigned; then the greater digest, so that every order of
/// arrival ends in the same facts.
public struct Precedence: Hashable, Comparable, Codable, Sendable {
    /// When the document says it was made.
    public let documentTime: Instant
    /// Whether Apple's signature on it was checked.
    public let isSigned: Bool
    /// The lower-case hexadecimal SHA-256 of its canonical JSON.
    public let digest: String

    /// The standing of one document.
    public init(documentTime: Instant, isSigned: Bool, digest: String) {
        (self.documentTime, self.isSigned, self.digest) = (documentTime, isSigned, digest)
    }

    /// Orders documents, the one that wins last.
    public static func < (left: Precedence, right: Precedence) -> Bool {
        if left.documentTime != right.documentTime { return left.documentTime < right.documentTime }
        if left.isSigned != right.isSigned { return right.isSigned }
        return left.digest < right.digest
    }
}
