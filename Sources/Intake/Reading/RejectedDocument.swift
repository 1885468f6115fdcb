public import AppStore
public import Foundation
public import Purchases

/// A document that was not understood, as it goes to quarantine.
public struct RejectedDocument: Hashable, Sendable {
    /// The most bytes that quarantine keeps of one document.
    public static let byteLimit = 1 << 20

    /// Where it was read: `file`, `file:line` or `file#index`.
    public let source: String
    /// What kind of document it is, as far as that could be told.
    public let kind: DocumentKind?
    /// The machine-readable reason.
    public let reason: RejectionReason
    /// What is wrong, where, and what to do, in words for people; names a cut of the bytes.
    public let detail: String
    /// The customer whom `--customer` named, so that it can be read again later.
    public let customer: AppUserID?
    /// When its envelope says it was received.
    public let receivedAt: Instant?
    /// The document with its envelope, secrets masked, cut at `byteLimit`; empty when nothing could be read.
    public let bytes: Data
    /// How many bytes it had before the cut.
    public let byteCount: Int

    /// A document that was not understood; its bytes must be masked already and are cut here.
    init(
        source: String, kind: DocumentKind? = nil, problem: DocumentProblem, customer: AppUserID? = nil,
        receivedAt: Instant? = nil, masked: Data = Data()
    ) {
        self.source = source
        self.kind = kind
        reason = problem.reason
        self.customer = customer
        self.receivedAt = receivedAt
        byteCount = masked.count
        bytes = Data(masked.prefix(RejectedDocument.byteLimit))
        let isCut = masked.count > RejectedDocument.byteLimit
        detail =
            problem.detail + (isCut ? " (only the first \(RejectedDocument.byteLimit) bytes are kept)" : "")
    }
}
