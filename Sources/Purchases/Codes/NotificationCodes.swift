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

/// What the notifications of version 2 mean that are about prices, refunds, extensions and the service itself.
///
/// Source: Apple, `notificationType` and `subtype`. Where Apple's text does not explain a type, the words say so.
enum NotificationV2MoneyCodes {
    /// These types and pairs.
    static let table: [CodeMeaning] = prices + refunds + extensions + service

    private static let prices: [CodeMeaning] = [
        row(
            "PRICE_INCREASE", "higher price", "The price goes up; the subtype says where the consent stands.",
            "Nothing to do: a consent that is needed and not given ends the subscription with the paid time."),
        row(
            "PRICE_INCREASE/PENDING", "consent asked for",
            "The customer was asked to agree to a higher price and has not answered yet.",
            "Nothing to do: without consent the subscription ends with the paid time."),
        row(
            "PRICE_INCREASE/ACCEPTED", "consent given or not needed",
            "The customer agreed to a higher price, or was told of one that needs no consent.",
            "Nothing to do: the subscription renews at the new price."),
        row(
            "ONE_TIME_CHARGE", "bought once",
            "A consumable, a non-consumable or a non-renewing subscription was bought.",
            "Nothing to do: check that it was delivered; in 2025 Apple sent this in the sandbox only."),
    ]

    private static let refunds: [CodeMeaning] = [
        row(
            "REFUND", "refunded", "Apple refunded the purchase, whatever kind of product it was.",
            "Check that an open ticket of this charge is resolved as refunded."),
        row(
            "REFUND_DECLINED", "refund declined",
            "Apple declined a refund that the customer had asked for in the app.",
            "Nothing to do: the purchase stands; what was not delivered is still ours to make good."),
        row(
            "REFUND_REVERSED", "refund undone",
            "A refund was undone after a dispute, so the purchase counts as paid again.",
            "Check that the customer has the access back, and give it by a grant if not."),
        row(
            "CONSUMPTION_REQUEST", "refund asked for",
            "A customer asked Apple for a refund, and Apple asks us how the purchase was used.",
            "Tell the operator: Apple wants the answer within 12 hours, given only if the customer consented."
        ),
    ]

    private static let extensions: [CodeMeaning] = [
        row(
            "RENEWAL_EXTENDED", "renewal date extended",
            "The App Store moved the next renewal of one subscription to a later date, as we had asked.",
            "Nothing to do: the paid time is longer now, and Apple tells the customer by e-mail."),
        row(
            "RENEWAL_EXTENSION", "extension for many",
            "A request to extend many renewal dates made progress; the subtype says which.", counts),
        row(
            "RENEWAL_EXTENSION/SUMMARY", "extension for many finished",
            "A request to extend many renewal dates has been carried out.", counts),
        row(
            "RENEWAL_EXTENSION/FAILURE", "one extension failed",
            "One subscription of a request to extend many could not be extended.",
            "Make it good by a grant if the customer is owed the time.", .unknown, .no),
    ]

    private static let service: [CodeMeaning] = [
        row(
            "TEST", "test notification", "Somebody on our side asked the App Store for a test notification.",
            "Nothing to do: it shows that notifications arrive."),
        row(
            "EXTERNAL_PURCHASE_TOKEN", "external purchase token",
            "The App Store reports on the token of a purchase outside the store.", report),
        row(
            "EXTERNAL_PURCHASE_TOKEN/UNREPORTED", "external purchase not reported",
            "Apple made a token for a purchase outside the store, and we have not reported on it.", report,
            .app,
            .afterFix),
        row(
            "RESCIND_CONSENT", "consent withdrawn, by its name",
            "A consent was withdrawn, as the name suggests; Apple's text that we know does not explain it.",
            "Tell the operator: read the app transaction that comes with it."),
        row(
            "METADATA_UPDATE", "metadata changed, by its name",
            "The metadata of a subscription changed, as the name suggests; only Advanced Commerce sends it.",
            other),
        row(
            "MIGRATION", "moved, by its name",
            "A subscription was moved to Advanced Commerce, as the name suggests; only that interface sends it.",
            other),
        row(
            "PRICE_CHANGE", "price changed, by its name",
            "The price of a subscription changed, as the name suggests; only Advanced Commerce sends it.",
            other),
    ]

    private static let counts = "Nothing to do: the operator compares how many succeeded and how many failed."
    private static let report = "Tell the operator: the token has to be reported to Apple."
    private static let other = "Tell the operator if we do not use the Advanced Commerce API."

    private static func row(
        _ code: String, _ name: String, _ happened: String, _ advice: String, _ fault: Fault = .nobody,
        _ retry: RetryAdvice = .notApplicable
    ) -> CodeMeaning {
        NotificationV2Codes.row(code, name, happened, advice, fault, retry)
    }
}

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
