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
