public import Foundation
public import Purchases

/// A document in quarantine without its bytes, for whoever works on many.
public struct QuarantineEntry: Hashable, Sendable {
    /// Its number.
    public let id: Int64
    /// Where it came from.
    public let source: String
    /// Why it was not taken in, for machines.
    public let reason: String
    /// How many bytes it had.
    public let byteCount: Int
    /// Whether all of them were kept, and there were any.
    public let isWhole: Bool
    /// The customer whom whoever brought it named.
    public let customer: AppUserID?
    /// The kind that whoever brought it forced.
    public let forcedKind: String?
}

/// A document that could not be taken in, as quarantine keeps it.
public struct QuarantinedDocument: Hashable, Sendable {
    /// Its number.
    public let id: Int64
    /// Where it came from.
    public let source: String
    /// What kind it seems to be.
    public let kind: String?
    /// Why it was not taken in, for machines.
    public let reason: String
    /// Why, for people.
    public let detail: String
    /// When it was brought.
    public let receivedAt: Instant
    /// How many bytes it had.
    public let byteCount: Int
    /// The customer whom whoever brought it named.
    public let customer: AppUserID?
    /// The kind that whoever brought it forced.
    public let forcedKind: String?
    /// Its bytes with secrets masked.
    public let body: Data
}
