/// A document that a target reads.
public struct FuzzDocument: Sendable {
    /// Its bytes.
    public let bytes: [UInt8]
    /// What was signed of it after the damage, so that it may be taken for genuine; nil when nothing was.
    public let signedContent: [UInt8]?

    /// A document of those bytes.
    public init(bytes: [UInt8], signedContent: [UInt8]? = nil) {
        (self.bytes, self.signedContent) = (bytes, signedContent)
    }

    /// The damaged bytes, before anything was signed.
    var source: [UInt8] { signedContent ?? bytes }
}
