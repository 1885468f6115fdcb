/// What the notifications of version 2 mean: type alone, and type with subtype.
///
/// Source: Apple, `notificationType` and `subtype`.
enum NotificationV2Codes {
    /// The 23 types and their pairs with the 17 subtypes.
    static let table: [CodeMeaning] = life + NotificationV2MoneyCodes.table

    /// The access that a customer has bought is to be checked, and nothing else.
    static let seen = "Nothing to do: check only that the customer has the access that was bought."
    /// The way out of a payment that failed.
    static let payment =
        "Ask the customer to update the payment method with Apple; a grant can bridge the time."

    /// One notification.
    static func row(
        _ code: String, _ name: String, _ happened: String, _ advice: String, _ fault: Fault = .nobody,
        _ retry: RetryAdvice = .notApplicable
    ) -> CodeMeaning {
        CodeMeaning(code, .notificationV2, name, fault, retry, happened, advice)
    }

    private static let life = beginning + ending + changing

    private static let beginning: [CodeMeaning] = [
        row(
            "SUBSCRIBED", "subscribed",
            "The customer subscribed; the subtype says whether for the first time.", seen),
        row(
            "SUBSCRIBED/INITIAL_BUY", "first subscription",
            "The customer subscribed for the first time in this group, personally or through the family.",
            seen),
        row(
            "SUBSCRIBED/RESUBSCRIBE", "subscribed again",
            "The customer subscribed again in this group, personally or through the family.", seen),
        row("DID_RENEW", "renewed", "The subscription renewed by itself and was charged.", seen),
        row(
            "DID_RENEW/BILLING_RECOVERY", "recovered",
            "A renewal that could not be charged before was charged after all.", seen),
        row(
            "OFFER_REDEEMED", "offer redeemed",
            "A customer with a running subscription took an offer for it.",
            seen),
        row(
            "OFFER_REDEEMED/UPGRADE", "offer for a higher plan",
            "A customer with a running subscription took an offer for a higher plan, which holds at once.",
            seen),
        row(
            "OFFER_REDEEMED/DOWNGRADE", "offer for a lower plan",
            "A customer with a running subscription took an offer for a lower plan, from the next renewal on.",
            "Nothing to do: the present plan runs until then."),
    ]

    private static let ending: [CodeMeaning] = [
        row(
            "DID_FAIL_TO_RENEW", "renewal not charged",
            "The renewal could not be charged; the App Store keeps trying, without a grace period.", payment,
            .customer, .afterFix),
        row(
            "DID_FAIL_TO_RENEW/GRACE_PERIOD", "renewal not charged, grace period",
            "The renewal could not be charged; access goes on through the grace period while the App Store tries.",
            "Ask the customer to update the payment method before the grace period ends; access holds until then.",
            .customer, .afterFix),
        row(
            "GRACE_PERIOD_EXPIRED", "grace period over",
            "The grace period is over without a charge; the App Store keeps trying for up to 60 days.",
            payment,
            .customer, .afterFix),
        row(
            "EXPIRED", "expired",
            "The subscription expired; without a subtype, for a reason that is not named.",
            "Look at the renewal information of the chain before you answer the customer.", .unknown),
        row(
            "EXPIRED/VOLUNTARY", "expired: turned off",
            "The subscription expired after the customer had turned renewal off.",
            "Nothing to do: the customer may subscribe again at any time.", .customer),
        row(
            "EXPIRED/BILLING_RETRY", "expired: never charged",
            "The subscription expired because billing retry ended without a charge.",
            "Ask the customer to update the payment method and to subscribe again.", .customer, .afterFix),
        row(
            "EXPIRED/PRICE_INCREASE", "expired: higher price",
            "The subscription expired because the customer did not agree to a higher price.",
            "Nothing to do: the customer may subscribe again at the new price.", .customer),
        row(
            "EXPIRED/PRODUCT_NOT_FOR_SALE", "expired: not for sale",
            "The subscription expired because the product was not for sale when the renewal came due.",
            "Tell the operator: check whether the product was meant to leave the store.", .app),
        row(
            "REVOKE", "family access ended",
            "Family Sharing no longer gives this person what a family member bought.",
            "Ask the customer to talk to the family organiser, or to buy personally."),
    ]

    private static let changing: [CodeMeaning] = [
        row(
            "DID_CHANGE_RENEWAL_PREF", "downgrade undone",
            "The customer took back a change of plan, so the present plan renews.",
            "Nothing to do: nothing changes."),
        row(
            "DID_CHANGE_RENEWAL_PREF/UPGRADE", "other plan at once",
            "The customer moved to a higher plan, or an equal one of the same length, which holds at once.",
            seen),
        row(
            "DID_CHANGE_RENEWAL_PREF/DOWNGRADE", "other plan at next renewal",
            "The customer chose a lower plan, or an equal one of another length, from the next renewal on.",
            "Nothing to do: the present plan runs until then."),
        row(
            "DID_CHANGE_RENEWAL_STATUS", "renewal turned on or off",
            "Renewal was turned on or off; the subtype says which.",
            "Look at the renewal information of the chain: access holds until the paid time is over."),
        row(
            "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED", "renewal turned on",
            "The customer turned renewal on again.", "Nothing to do: the subscription renews by itself."),
        row(
            "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "renewal turned off",
            "Renewal was turned off, by the customer or by the App Store after a refund was asked for.",
            "Nothing to do: access holds until the paid time is over."),
    ]
}
