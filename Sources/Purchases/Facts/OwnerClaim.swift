/// One reason to take a chain for a customer's.
public struct OwnerClaim: Hashable, Codable, Sendable {
    /// Who says so, the strongest word first.
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        /// An agent attached the chain; the newest counts.
        case attach
        /// The purchase carries the customer's `app_account_token`.
        case appAccountToken = "app_account_token"
        /// Whoever brought the document named the customer.
        case named = "customer"
        /// The app reported the purchase as the customer's.
        case purchaseReport = "purchase_report"
    }

    /// Who says so.
    public let kind: Kind
    /// The customer; nil for a token that no customer carries.
    public let customer: AppUserID?
    /// The token that the claim rests on.
    public let token: String?
    /// The earliest document time that told it; of an attachment, when it was made.
    public let at: Instant
    /// Since when it has named its customer: when it became known, of a token when its customer did if that was later.
    public let knownAt: Instant

    /// A claim on a chain; it became known at its time unless said otherwise.
    public init(
        kind: Kind, customer: AppUserID?, token: String? = nil, at: Instant, knownAt: Instant? = nil
    ) {
        (self.kind, self.customer, self.token) = (kind, customer, token)
        (self.at, self.knownAt) = (at, knownAt ?? at)
    }
}
