/// What the notifications of version 1 mean, which Apple has deprecated.
///
/// Source: Apple, `notification_type`.
enum NotificationV1Codes {
    /// The 13 types.
    static let table: [CodeMeaning] = [
        row(
            "INITIAL_BUY", "first purchase", "The customer bought the subscription for the first time.", seen),
        row("DID_RENEW", "renewed", "The subscription renewed by itself and was charged.", seen),
        row(
            "DID_RECOVER", "recovered",
            "A subscription that had expired was charged after all, through billing retry.", seen),
        row(
            "RENEWAL", "recovered, old name",
            "This is the old name of DID_RECOVER, which the App Store has not sent since March 2021.",
            "Read it as DID_RECOVER: a charge succeeded after the subscription had expired."),
        row(
            "INTERACTIVE_RENEWAL", "renewed by hand",
            "The customer renewed or changed the subscription in the app or in Settings.", seen),
        row(
            "DID_CHANGE_RENEWAL_PREF", "other plan at next renewal",
            "The customer chose another plan, which begins with the next renewal.",
            "Nothing to do: the present plan runs until then."),
        row(
            "DID_CHANGE_RENEWAL_STATUS", "renewal turned on or off",
            "Renewal was turned on or off; a refund, an upgrade or the end of billing retry sends it too.",
            "Look at the renewal information of the chain: access holds until the paid time is over."),
        row(
            "DID_FAIL_TO_RENEW", "renewal not charged",
            "The renewal could not be charged; the retry flag and the grace date say what holds meanwhile.",
            "Ask the customer to update the payment method with Apple; a grant can bridge the time.",
            .customer, .afterFix),
        row(
            "PRICE_INCREASE_CONSENT", "asked about a higher price",
            "The App Store began to ask the customer to agree to a higher price.",
            "Nothing to do: without consent the subscription ends with the paid time."),
        row(
            "CANCEL", "cancelled and refunded by Apple",
            "Apple Support cancelled the subscription and gave the money back.",
            "Check that an open ticket of this charge is resolved as refunded; it is no turned-off renewal."),
        row(
            "REFUND", "refunded",
            "Apple refunded a purchase that is no auto-renewable subscription.",
            "Check that an open ticket of this charge is resolved as refunded."),
        row(
            "REVOKE", "family access ended",
            "Family Sharing no longer gives this person what a family member bought.",
            "Ask the customer to talk to the family organiser, or to buy personally."),
        row(
            "CONSUMPTION_REQUEST", "refund of a consumable asked for",
            "A customer asked Apple for a refund of a consumable, and Apple asks us how it was used.",
            "Tell the operator: Apple wants the answer within 12 hours, given only if the customer consented."
        ),
    ]

    private static let seen = "Nothing to do: check only that the customer has the access that was bought."

    private static func row(
        _ type: String, _ name: String, _ happened: String, _ advice: String, _ fault: Fault = .nobody,
        _ retry: RetryAdvice = .notApplicable
    ) -> CodeMeaning {
        CodeMeaning(type, .notificationV1, name, fault, retry, happened, advice)
    }
}
