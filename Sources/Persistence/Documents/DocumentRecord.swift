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
    /// Its document time; nil when nothing in it or around it says one.
    public let documentTime: Instant?
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
    /// The names of the notifications that it carries, each once: `DID_FAIL_TO_RENEW/GRACE_PERIOD`.
    public let notifications: [String]
    /// Its canonical JSON, secrets masked; only read for one document.
    public let body: String?
    /// What its signed parts say, decoded; nil when the body can be read as it is, and in lists.
    public let payload: String?
    /// The status or the error code that it answers with; nil when it has none, and in lists.
    public let answerCode: Int?

    /// What the status or error code means that it answers with; nil when it has none that is known.
    public var meaning: CodeMeaning? {
        guard let answerCode else { return nil }
        return switch DocumentKind(rawValue: kind) {
        case .verifyReceipt: Codes.receiptStatus(answerCode)
        case .serverAPI:
            Codes.meanings(of: String(answerCode)).first { $0.family == .serverAPIError }
        default: nil
        }
    }
}
