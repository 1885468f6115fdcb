/// What the notifications of version 2 mean: type alone, and type with subtype. ``Codes`` lists every table.
///
/// Source: Apple, `notificationType` and `subtype`.
enum NotificationV2Codes {
    /// The 23 types and their pairs with the 19 subtypes.
    static let table: [CodeMeaning] = life + NotificationV2MoneyCodes.table

    /// The access that a customer has bought is to be checked, and nothing else.
    static let seen = "Nothing to do: check only that the customer has the access that was bought."
    /// The way out of a payment that failed.
    static let payment =
        "Ask the customer to update the payment method with Apple; a grant can bridge the time."

    static func row(
        _ code: String, _ name: String, happened: String, advice: String, fault: Fault = .nobody,
        retry: RetryAdvice = .notApplicable
    ) -> CodeMeaning {
        CodeMeaning(
            code, family: .notificationV2, name, fault: fault, retry: retry, happened: happened,
            advice: advice)
    }

    private static let life = beginning + ending + changing

    private static let beginning: [CodeMeaning] = [
        row(
            "SUBSCRIBED", "subscribed",
            happened: "The customer subscribed; the subtype says whether for the first time.", advice: seen),
        row(
            "SUBSCRIBED/INITIAL_BUY", "first subscription",
            happened:
                "The customer subscribed for the first time in this group, personally or through the family.",
            advice: seen),
        row(
            "SUBSCRIBED/RESUBSCRIBE", "subscribed again",
            happened: "The customer subscribed again in this group, personally or through the family.",
            advice: seen),
        row(
            "DID_RENEW", "renewed", happened: "The subscription renewed by itself and was charged.",
            advice: seen),
        row(
            "DID_RENEW/BILLING_RECOVERY", "recovered",
            happened: "A renewal that could not be charged before was charged after all.", advice: seen),
        row(
            "OFFER_REDEEMED", "offer redeemed",
            happened: "A customer with a running subscription took an offer for it.",
            advice: seen),
        row(
            "OFFER_REDEEMED/UPGRADE", "offer for a higher plan",
            happened:
                "A customer with a running subscription took an offer for a higher plan, which holds at once.",
            advice: seen),
        row(
            "OFFER_REDEEMED/DOWNGRADE", "offer for a lower plan",
            happened:
                "A customer with a running subscription took an offer for a lower plan, from the next renewal on.",
            advice: "Nothing to do: the present plan runs until then."),
    ]

    private static let ending: [CodeMeaning] = [
        row(
            "DID_FAIL_TO_RENEW", "renewal not charged",
            happened: "The renewal could not be charged; the App Store keeps trying, without a grace period.",
            advice: payment,
            fault: .customer, retry: .afterFix),
        row(
            "DID_FAIL_TO_RENEW/GRACE_PERIOD", "renewal not charged, grace period",
            happened:
                "The renewal could not be charged; access goes on through the grace period while the App Store tries.",
            advice:
                "Ask the customer to update the payment method before the grace period ends; access holds until then.",
            fault: .customer, retry: .afterFix),
        row(
            "GRACE_PERIOD_EXPIRED", "grace period over",
            happened:
                "The grace period is over without a charge; the App Store keeps trying for up to 60 days.",
            advice: payment,
            fault: .customer, retry: .afterFix),
        row(
            "EXPIRED", "expired",
            happened: "The subscription expired; without a subtype, for a reason that is not named.",
            advice: "Look at the renewal information of the chain before you answer the customer.",
            fault: .unknown),
        row(
            "EXPIRED/VOLUNTARY", "expired: turned off",
            happened: "The subscription expired after the customer had turned renewal off.",
            advice: "Nothing to do: the customer may subscribe again at any time.", fault: .customer),
        row(
            "EXPIRED/BILLING_RETRY", "expired: never charged",
            happened: "The subscription expired because billing retry ended without a charge.",
            advice: "Ask the customer to update the payment method and to subscribe again.", fault: .customer,
            retry: .afterFix),
        row(
            "EXPIRED/PRICE_INCREASE", "expired: higher price",
            happened: "The subscription expired because the customer did not agree to a higher price.",
            advice: "Nothing to do: the customer may subscribe again at the new price.", fault: .customer),
        row(
            "EXPIRED/PRODUCT_NOT_FOR_SALE", "expired: not for sale",
            happened:
                "The subscription expired because the product was not for sale when the renewal came due.",
            advice: "Tell the operator: check whether the product was meant to leave the store.", fault: .app),
        row(
            "REVOKE", "family access ended",
            happened: "Family Sharing no longer gives this person what a family member bought.",
            advice: "Ask the customer to talk to the family organiser, or to buy personally."),
    ]

    private static let changing: [CodeMeaning] = [
        row(
            "DID_CHANGE_RENEWAL_PREF", "downgrade undone",
            happened: "The customer took back a change of plan, so the present plan renews.",
            advice: "Nothing to do: nothing changes."),
        row(
            "DID_CHANGE_RENEWAL_PREF/UPGRADE", "other plan at once",
            happened:
                "The customer moved to a higher plan, or an equal one of the same length, which holds at once.",
            advice: seen),
        row(
            "DID_CHANGE_RENEWAL_PREF/DOWNGRADE", "other plan at next renewal",
            happened:
                "The customer chose a lower plan, or an equal one of another length, from the next renewal on.",
            advice: "Nothing to do: the present plan runs until then."),
        row(
            "DID_CHANGE_RENEWAL_STATUS", "renewal turned on or off",
            happened: "Renewal was turned on or off; the subtype says which.",
            advice: "Look at the renewal information of the chain: access holds until the paid time is over."),
        row(
            "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED", "renewal turned on",
            happened: "The customer turned renewal on again.",
            advice: "Nothing to do: the subscription renews by itself."),
        row(
            "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "renewal turned off",
            happened:
                "Renewal was turned off, by the customer or by the App Store after a refund was asked for.",
            advice: "Nothing to do: access holds until the paid time is over."),
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
            "PRICE_INCREASE", "higher price",
            happened: "The price goes up; the subtype says where the consent stands.",
            advice:
                "Nothing to do: a consent that is needed and not given ends the subscription with the paid time."
        ),
        row(
            "PRICE_INCREASE/PENDING", "consent asked for",
            happened: "The customer was asked to agree to a higher price and has not answered yet.",
            advice: "Nothing to do: without consent the subscription ends with the paid time."),
        row(
            "PRICE_INCREASE/ACCEPTED", "consent given or not needed",
            happened: "The customer agreed to a higher price, or was told of one that needs no consent.",
            advice: "Nothing to do: the subscription renews at the new price."),
        row(
            "ONE_TIME_CHARGE", "bought once",
            happened: "A consumable, a non-consumable or a non-renewing subscription was bought.",
            advice: "Nothing to do: check that it was delivered; production sends this since May 2025."),
    ]

    private static let refunds: [CodeMeaning] = [
        row(
            "REFUND", "refunded", happened: "Apple refunded the purchase, whatever kind of product it was.",
            advice: "Check that an open ticket of this charge is resolved as refunded."),
        row(
            "REFUND_DECLINED", "refund declined",
            happened: "Apple declined a refund that the customer had asked for in the app.",
            advice: "Nothing to do: the purchase stands; what was not delivered is still ours to make good."),
        row(
            "REFUND_REVERSED", "refund undone",
            happened: "A refund was undone after a dispute, so the purchase counts as paid again.",
            advice: "Check that the customer has the access back, and give it by a grant if not."),
        row(
            "CONSUMPTION_REQUEST", "refund asked for",
            happened: "A customer asked Apple for a refund, and Apple asks us how the purchase was used.",
            advice:
                "Tell the operator: Apple wants the answer within 12 hours, given only if the customer consented."
        ),
    ]

    private static let extensions: [CodeMeaning] = [
        row(
            "RENEWAL_EXTENDED", "renewal date extended",
            happened:
                "The App Store moved the next renewal of one subscription to a later date, as we had asked.",
            advice: "Nothing to do: the paid time is longer now, and Apple tells the customer by e-mail."),
        row(
            "RENEWAL_EXTENSION", "extension for many",
            happened: "A request to extend many renewal dates made progress; the subtype says which.",
            advice: counts),
        row(
            "RENEWAL_EXTENSION/SUMMARY", "extension for many finished",
            happened: "A request to extend many renewal dates has been carried out.", advice: counts),
        row(
            "RENEWAL_EXTENSION/FAILURE", "one extension failed",
            happened: "One subscription of a request to extend many could not be extended.",
            advice: "Make it good by a grant if the customer is owed the time.", fault: .unknown, retry: .no),
    ]

    private static let service: [CodeMeaning] = [
        row(
            "TEST", "test notification",
            happened: "Somebody on our side asked the App Store for a test notification.",
            advice: "Nothing to do: it shows that notifications arrive."),
        row(
            "EXTERNAL_PURCHASE_TOKEN", "external purchase token",
            happened: "The App Store reports on the token of a purchase outside the store.", advice: report),
        row(
            "EXTERNAL_PURCHASE_TOKEN/UNREPORTED", "external purchase not reported",
            happened: "Apple made a token for a purchase outside the store, and we have not reported on it.",
            advice: report,
            fault: .app,
            retry: .afterFix),
        row(
            "EXTERNAL_PURCHASE_TOKEN/CREATED", "external purchase token made",
            happened: "Apple made a token when a customer went to buy outside the store.",
            advice:
                "Tell the operator: what is bought with the token, or nothing, has to be reported to Apple."),
        row(
            "EXTERNAL_PURCHASE_TOKEN/ACTIVE_TOKEN_REMINDER", "external purchase token still holds",
            happened: "Apple reminds us of a token for purchases outside the store that has not run out yet.",
            advice: "Tell the operator: each period of a token that holds has to be reported to Apple."),
        row(
            "RESCIND_CONSENT", "a parent's consent withdrawn",
            happened:
                "A parent or guardian withdrew the consent to a child's use of the app (age assurance).",
            advice: "Tell the operator: the child may not use the app any more; no purchase changes by it."),
        row(
            "METADATA_UPDATE", "metadata changed, by its name",
            happened:
                "The metadata of a subscription changed, as the name suggests; only Advanced Commerce sends it.",
            advice: other),
        row(
            "MIGRATION", "moved, by its name",
            happened:
                "A subscription was moved to Advanced Commerce, as the name suggests; only that interface sends it.",
            advice: other),
        row(
            "PRICE_CHANGE", "price changed, by its name",
            happened:
                "The price of a subscription changed, as the name suggests; only Advanced Commerce sends it.",
            advice: other),
    ]

    private static let counts = "Nothing to do: the operator compares how many succeeded and how many failed."
    private static let report = "Tell the operator: the token has to be reported to Apple."
    private static let other = "Tell the operator if we do not use the Advanced Commerce API."

    private static func row(
        _ code: String, _ name: String, happened: String, advice: String, fault: Fault = .nobody,
        retry: RetryAdvice = .notApplicable
    ) -> CodeMeaning {
        NotificationV2Codes.row(code, name, happened: happened, advice: advice, fault: fault, retry: retry)
    }
}

/// What the notifications of version 1 mean, which Apple has deprecated.
///
/// Source: Apple, `notification_type`.
enum NotificationV1Codes {
    /// The 13 types.
    static let table: [CodeMeaning] = [
        row(
            "INITIAL_BUY", "first purchase",
            happened: "The customer bought the subscription for the first time.", advice: seen),
        row(
            "DID_RENEW", "renewed", happened: "The subscription renewed by itself and was charged.",
            advice: seen),
        row(
            "DID_RECOVER", "recovered",
            happened: "A subscription that had expired was charged after all, through billing retry.",
            advice: seen),
        row(
            "RENEWAL", "recovered, old name",
            happened:
                "This is the old name of DID_RECOVER, which the App Store has not sent since March 2021.",
            advice: "Read it as DID_RECOVER: a charge succeeded after the subscription had expired."),
        row(
            "INTERACTIVE_RENEWAL", "renewed by hand",
            happened: "The customer renewed or changed the subscription in the app or in Settings.",
            advice: seen),
        row(
            "DID_CHANGE_RENEWAL_PREF", "other plan at next renewal",
            happened: "The customer chose another plan, which begins with the next renewal.",
            advice: "Nothing to do: the present plan runs until then."),
        row(
            "DID_CHANGE_RENEWAL_STATUS", "renewal turned on or off",
            happened:
                "Renewal was turned on or off; a refund, an upgrade or the end of billing retry sends it too.",
            advice: "Look at the renewal information of the chain: access holds until the paid time is over."),
        row(
            "DID_FAIL_TO_RENEW", "renewal not charged",
            happened:
                "The renewal could not be charged; the retry flag and the grace date say what holds meanwhile.",
            advice: "Ask the customer to update the payment method with Apple; a grant can bridge the time.",
            fault: .customer, retry: .afterFix),
        row(
            "PRICE_INCREASE_CONSENT", "asked about a higher price",
            happened: "The App Store began to ask the customer to agree to a higher price.",
            advice: "Nothing to do: without consent the subscription ends with the paid time."),
        row(
            "CANCEL", "cancelled and refunded by Apple",
            happened: "Apple Support cancelled the subscription and gave the money back.",
            advice:
                "Check that an open ticket of this charge is resolved as refunded; it is no turned-off renewal."
        ),
        row(
            "REFUND", "refunded",
            happened: "Apple refunded a purchase that is no auto-renewable subscription.",
            advice: "Check that an open ticket of this charge is resolved as refunded."),
        row(
            "REVOKE", "family access ended",
            happened: "Family Sharing no longer gives this person what a family member bought.",
            advice: "Ask the customer to talk to the family organiser, or to buy personally."),
        row(
            "CONSUMPTION_REQUEST", "refund of a consumable asked for",
            happened:
                "A customer asked Apple for a refund of a consumable, and Apple asks us how it was used.",
            advice:
                "Tell the operator: Apple wants the answer within 12 hours, given only if the customer consented."
        ),
    ]

    private static let seen = "Nothing to do: check only that the customer has the access that was bought."

    private static func row(
        _ type: String, _ name: String, happened: String, advice: String, fault: Fault = .nobody,
        retry: RetryAdvice = .notApplicable
    ) -> CodeMeaning {
        CodeMeaning(
            type, family: .notificationV1, name, fault: fault, retry: retry, happened: happened,
            advice: advice)
    }
}
