/// A token of purchases outside the App Store: an app gets it before it sends people to a website to buy, and reports
/// to Apple what they bought with it, or that they bought nothing.
///
/// Source: Apple, `externalPurchaseToken` of responseBodyV2DecodedPayload.
public struct ExternalPurchaseToken: Hashable, Codable, Sendable {
    /// Apple's `externalPurchaseId`, which a report to Apple names.
    public let id: String
    /// Apple's `tokenType`, such as `ACQUISITION`; nil where Apple names none.
    public let type: String?
    /// When it was made.
    public let createdAt: Instant?
    /// Until when it holds; nil where Apple does not say.
    public let expiresAt: Instant?

    /// A token.
    public init(id: String, type: String? = nil, createdAt: Instant? = nil, expiresAt: Instant? = nil) {
        (self.id, self.type) = (id, type)
        (self.createdAt, self.expiresAt) = (createdAt, expiresAt)
    }
}
