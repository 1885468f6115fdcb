/// Why a subscription expired.
///
/// Source: Apple, `expiration_intent`.
public enum ExpirationReason: Int, Hashable, Sendable, CaseIterable {
    /// The customer turned renewal off.
    case customerCancelled = 1
    /// The renewal could not be charged.
    case billingError = 2
    /// The customer did not agree to a higher price.
    case priceIncrease = 3
    /// The product was not for sale at the renewal.
    case productUnavailable = 4
    /// Something else.
    case other = 5

    /// The reason as a code for machines.
    public var code: String {
        switch self {
        case .customerCancelled: "customer_cancelled"
        case .billingError: "billing_error"
        case .priceIncrease: "price_increase"
        case .productUnavailable: "product_unavailable"
        case .other: "other"
        }
    }

    /// The reason in words, to stand after "because".
    public var words: String {
        switch self {
        case .customerCancelled: "the customer turned renewal off"
        case .billingError: "the renewal could not be charged"
        case .priceIncrease: "the customer did not agree to a price increase"
        case .productUnavailable: "the product was not for sale at the renewal"
        case .other: "of an unknown reason"
        }
    }
}
