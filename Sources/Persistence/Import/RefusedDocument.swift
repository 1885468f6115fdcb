public import Foundation
public import Purchases

/// A document that could not be taken in, and why; it is kept in quarantine.
public struct RefusedDocument: Hashable, Sendable {
    /// Where it came from, such as `file:line` or `file#index`.
    public let source: String
    /// What kind it seems to be; nil when nothing tells.
    public let kind: String?
    /// Why, for machines.
    public let reason: String
    /// Why, for people: what, where, what to do.
    public let detail: String
    /// Its bytes with secrets masked.
    public let body: Data
    /// How many bytes it had.
    public let byteCount: Int
    /// The customer whom whoever brought it named.
    public let customer: AppUserID?
    /// The kind that whoever brought it forced.
    public let forcedKind: String?

    /// A document that could not be taken in.
    public init(
        source: String, kind: String?, reason: String, detail: String, body: Data, byteCount: Int,
        customer: AppUserID? = nil, forcedKind: String? = nil
    ) {
        self.source = source
        self.kind = kind
        self.reason = reason
        self.detail = detail
        self.body = body
        self.byteCount = byteCount
        self.customer = customer
        self.forcedKind = forcedKind
    }
}
