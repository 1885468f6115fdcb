/// What the words of a purchase mean: the states of its payment transaction, and the offer that it was made with.
///
/// Source: Apple, `SKPaymentTransactionState`, `offerType`, `offerDiscountType`; `finished` is the app's word for
/// `finishTransaction`. What to do is ours.
enum PurchaseCodes {
    /// The states of a payment transaction, as purchase reports tell them.
    static let paymentStates: [CodeMeaning] = [
        state(
            "purchasing", "the App Store is asked", .notApplicable,
            "The App Store is processing the payment; nobody knows yet how it ends.",
            "Wait: without another word it counts as failed after 24 hours."),
        state(
            "purchased", "paid", .notApplicable, "The customer was charged, and the app may deliver.",
            "Look whether it was delivered: what is paid and not delivered is ours to make good."),
        state(
            "failed", "not paid", .yes, "The payment failed or was cancelled, and nobody was charged.",
            "Explain the error beside it to the customer, who may try again."),
        state(
            "restored", "an earlier purchase brought back", .notApplicable,
            "The app got an earlier purchase back; that is no new charge.",
            "Nothing to do: look at the earlier charge if something is missing."),
        state(
            "deferred", "waits for approval", .notApplicable,
            "Somebody else must approve the purchase first (Ask to Buy); nobody was charged.",
            "Ask the customer to talk to the family organiser."),
        state(
            "finished", "closed by the app", .no,
            "The app closed the payment transaction, so StoreKit will not bring it again.",
            "Look whether it was delivered before: if not, only we can make it good."),
    ]

    /// The kinds of offers 1 to 4, and how an offer is paid.
    static let offers: [CodeMeaning] = [
        type(1, "introductory offer", "The price for those who are new to the subscription group."),
        type(2, "promotional offer", "A price that the app offered to present or former subscribers."),
        type(3, "offer code", "A price for which the customer redeemed a code."),
        type(4, "win-back offer", "A price to win a former subscriber back."),
        offer("FREE_TRIAL", "free trial", "Nothing is paid for the first period or periods."),
        offer(
            "PAY_AS_YOU_GO", "reduced price each period",
            "A lower price is paid for each period of the offer."),
        offer("PAY_UP_FRONT", "reduced price at once", "One price is paid at once for the whole offer."),
        offer(
            "ONE_TIME", "reduced price once", "A lower price is paid once for a purchase without renewals."),
    ]

    private static func state(
        _ code: String, _ name: String, _ retry: RetryAdvice, _ happened: String, _ advice: String
    ) -> CodeMeaning {
        CodeMeaning(code, .paymentState, name, .nobody, retry, happened, advice)
    }

    private static func type(_ number: Int, _ name: String, _ happened: String) -> CodeMeaning {
        offer("offer_type_\(number)", name, happened)
    }

    private static func offer(_ code: String, _ name: String, _ happened: String) -> CodeMeaning {
        CodeMeaning(
            code, .offer, name, .nobody, .notApplicable, happened,
            "Nothing to do: after the offer the subscription renews at its own price.")
    }
}
