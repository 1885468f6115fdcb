/// What the reasons mean for which a subscription expired.
///
/// Source: Apple, `expiration_intent` and `expirationIntent`.
enum ExpirationIntentCodes {
    /// The reasons 1 to 5.
    static let table: [CodeMeaning] = [
        row(
            1, "customer cancelled", .customer, .notApplicable,
            "The customer turned renewal off, and the paid time ran out.",
            "Nothing to do: the customer may subscribe again at any time."),
        row(
            2, "billing error", .customer, .afterFix,
            "The renewal could not be charged; the App Store may keep trying for up to 60 days.",
            "Ask the customer to update the payment method with Apple; a grant can bridge the time."),
        row(
            3, "price increase", .customer, .notApplicable,
            "The customer did not agree to a higher price, so the subscription was not renewed.",
            "Nothing to do: the customer may subscribe again at the new price."),
        row(
            4, "product unavailable", .app, .afterFix,
            "The product was not for sale when the renewal came due.",
            "Tell the operator: check whether the product was meant to leave the store."),
        row(
            5, "other reason", .unknown, .notApplicable,
            "The subscription expired for a reason that Apple does not name.",
            "Ask the customer what happened, and look at the notifications of the chain."),
    ]

    private static func row(
        _ number: Int, _ name: String, _ fault: Fault, _ retry: RetryAdvice, _ happened: String,
        _ advice: String
    ) -> CodeMeaning {
        CodeMeaning(
            "expiration_intent_\(number)", .expirationIntent, name, fault, retry, happened, advice)
    }
}
