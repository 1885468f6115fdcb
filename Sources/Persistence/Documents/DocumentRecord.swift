public import Purchases

/// A document that came in, as it is kept.
public struct DocumentRecord: Hashable, Sendable {
    /// Its number.
    public let id: Int64
    /// What kind it is.
    public let kind: String
    /// Where it came from.
    public let source: String
    /// The lower-case hexadecimal SHA-256 of its canonical JSON.
    public let sha256: String
    /// Its document time.
    public let documentTime: Instant
    /// When it was received, where an envelope says so.
    public let receivedAt: Instant?
    /// When it was taken in.
    public let importedAt: Instant
    /// How far it was checked.
    public let check: String
    /// Where its purchases were made.
    public let environment: String?
    /// The chains that it speaks of.
    public let chains: [OriginalTransactionID]
    /// Its canonical JSON, secrets masked; only read for one document.
    public let body: String?
}
