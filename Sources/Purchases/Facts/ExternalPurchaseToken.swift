/// A token of purchases outside the App Store: an app gets it before it sends people to a website to buy, and reports
/// to Apple what they bought with it, or that they bought nothing.
///
/// Source: Apple, `externalPurchaseToken` of responseBodyV2DecodedPayload.
package struct ExternalPurchaseToken: Hashable, Codable, Sendable {
    /// Apple's `externalPurchaseId`, which a report to Apple names.
    package let id: String
    /// Apple's `tokenType`, such as `ACQUISITION`; nil where Apple names none.
    package let type: String?
    package let createdAt: Instant?
    /// Until when it holds; nil where Apple does not say.
    package let expiresAt: Instant?

    package init(id: String, type: String? = nil, createdAt: Instant? = nil, expiresAt: Instant? = nil) {
        (self.id, self.type) = (id, type)
        (self.createdAt, self.expiresAt) = (createdAt, expiresAt)
    }
}
