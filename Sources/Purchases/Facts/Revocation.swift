/// The App Store took a transaction back.
///
/// Source: Apple, `cancellation_date`, `revocationDate`, `revocationType`, `revocationPercentage`.
public struct Revocation: Hashable, Codable, Sendable {
    /// Why it was taken back.
    public enum Kind: String, Hashable, Codable, Sendable {
        /// The customer got money back.
        case refund
        /// The family member no longer shares it.
        case familyRevoke = "family_revoke"
    }

    /// When access ends for it.
    public let at: Instant
    /// What `revocationType` said; nil when the document has no such field.
    public let toldKind: Kind?
    /// Apple's reason: "1" an issue in the app, "0" another.
    public let reason: String?
    /// How much was refunded, in thousandths of a per cent, when prorated.
    public let percentage: Int?

    /// A revocation as a document tells it.
    public init(at: Instant, toldKind: Kind? = nil, reason: String? = nil, percentage: Int? = nil) {
        (self.at, self.toldKind, self.reason, self.percentage) = (at, toldKind, reason, percentage)
    }

    /// This revocation, with the details that it leaves out taken from another telling of it.
    func merging(_ other: Revocation) -> Revocation {
        Revocation(
            at: at, toldKind: toldKind ?? other.toldKind, reason: reason ?? other.reason,
            percentage: percentage ?? other.percentage)
    }
}
