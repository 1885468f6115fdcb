/// What the words of a purchase mean: the states of its payment transaction, and the offer that it was made with. The
/// tables of this file are the words of documents that are no errors; ``Codes`` lists every table.
///
/// Source: Apple, `SKPaymentTransactionState`, `offerType`, `offerDiscountType`; `finished` is the app's word for
/// `finishTransaction`. What to do is ours.
enum PurchaseCodes {
    /// The states of a payment transaction, as purchase reports tell them.
    static let paymentStates: [CodeMeaning] = [
        state(
            "purchasing", "the App Store is asked", retry: .notApplicable,
            happened: "The App Store is processing the payment; nobody knows yet how it ends.",
            advice: "Wait: without another word it counts as failed after 24 hours."),
        state(
            "purchased", "paid", retry: .notApplicable,
            happened: "The customer was charged, and the app may deliver.",
            advice: "Look whether it was delivered: what is paid and not delivered is ours to make good."),
        state(
            "failed", "not paid", retry: .notApplicable,
            happened:
                "The app was told that the payment failed or was cancelled; a charge may still turn up.",
            advice: "Explain the error beside it to the customer; a charge that turns up moves the ticket."),
        state(
            "restored", "an earlier purchase brought back", retry: .notApplicable,
            happened: "The app got an earlier purchase back; that is no new charge.",
            advice: "Nothing to do: look at the earlier charge if something is missing."),
        state(
            "deferred", "waits for approval", retry: .notApplicable,
            happened: "Somebody else must approve the purchase first (Ask to Buy), which can take days.",
            advice: "Ask the customer to talk to the family organiser."),
        state(
            "finished", "closed by the app", retry: .no,
            happened: "The app closed the payment transaction, so StoreKit will not bring it again.",
            advice: "Look whether it was delivered before: if not, only we can make it good."),
    ]

    /// The kinds of offers 1 to 4, and how an offer is paid.
    static let offers: [CodeMeaning] = [
        type(1, "introductory offer", happened: "The price for those who are new to the subscription group."),
        type(
            2, "promotional offer", happened: "A price that the app offered to present or former subscribers."
        ),
        type(3, "offer code", happened: "A price for which the customer redeemed a code."),
        type(4, "win-back offer", happened: "A price to win a former subscriber back."),
        offer("FREE_TRIAL", "free trial", happened: "Nothing is paid for the first period or periods."),
        offer(
            "PAY_AS_YOU_GO", "reduced price each period",
            happened: "A lower price is paid for each period of the offer."),
        offer(
            "PAY_UP_FRONT", "reduced price at once",
            happened: "One price is paid at once for the whole offer."),
        offer(
            "ONE_TIME", "reduced price once",
            happened: "A lower price is paid once for a purchase without renewals."),
    ]

    private static func state(
        _ code: String, _ name: String, retry: RetryAdvice, happened: String, advice: String
    ) -> CodeMeaning {
        CodeMeaning(
            code, family: .paymentState, name, fault: .nobody, retry: retry, happened: happened,
            advice: advice)
    }

    private static func type(_ number: Int, _ name: String, happened: String) -> CodeMeaning {
        offer("offer_type_\(number)", name, happened: happened)
    }

    private static func offer(_ code: String, _ name: String, happened: String) -> CodeMeaning {
        CodeMeaning(
            code, family: .offer, name, fault: .nobody, retry: .notApplicable, happened: happened,
            advice: "Nothing to do: after the offer the subscription renews at its own price.")
    }
}

/// What the words of signed transactions and the numbers of subscription statuses mean.
///
/// Source: Apple, JWSTransactionDecodedPayload: `type`, `inAppOwnershipType`, `transactionReason`, `billingPlanType`;
/// Get All Subscription Statuses: `status`. What to do is ours.
enum TransactionCodes {
    /// The product's type, whose the purchase is, and why it came about.
    static let words: [CodeMeaning] = [
        word(
            "Auto-Renewable Subscription", "renews by itself",
            happened: "The product renews by itself until somebody turns that off."),
        word(
            "Non-Renewing Subscription", "ends by itself",
            happened: "The product lasts for a time that only our catalogue knows, and does not renew."),
        word("Non-Consumable", "bought once", happened: "The product is bought once and stays for good."),
        word("Consumable", "used up", happened: "The product is used up, and can be bought again and again."),
        word(
            "PURCHASED", "bought by the customer", happened: "The customer's own Apple account bought it."),
        word(
            "FAMILY_SHARED", "shared in the family",
            happened: "A family member bought it, and Family Sharing gives it to the customer.",
            advice:
                "Nothing to do: the customer was not charged, and only the family member can get money back."),
        word(
            "ASSIGNED", "given by an organisation or a group",
            happened: "An organisation or a group bought it and gave it to the customer.",
            advice: "Nothing to do: the customer was not charged, and only the buyer can get money back."),
        word("PURCHASE", "bought by hand", happened: "The customer bought it, rather than a renewal."),
        word("RENEWAL", "renewed by itself", happened: "The App Store renewed the subscription by itself."),
    ]

    /// How a subscription with a commitment is paid.
    static let billingPlans: [CodeMeaning] = [
        plan(
            "BILLED_UPFRONT", "paid at once",
            happened: "The whole period of the subscription is paid when it begins."),
        plan(
            "MONTHLY", "paid in twelve months",
            happened:
                "A yearly commitment is paid month by month: who cancels owes the months that are left.",
            advice: "Nothing to do: turning renewal off ends it after the twelfth payment, not before."),
    ]

    /// The statuses 1 to 5.
    static let statuses: [CodeMeaning] = [
        status(
            1, "subscription active", happened: "The subscription runs.",
            advice: "Nothing to do: there is access."),
        status(
            2, "subscription expired", happened: "The subscription is over.",
            advice: "Look at the renewal information of the chain before you answer the customer."),
        status(
            3, "subscription in billing retry",
            happened: "The renewal could not be charged, and the App Store keeps trying without access.",
            advice: NotificationV2Codes.payment),
        status(
            4, "subscription in the grace period",
            happened: "The renewal could not be charged, and access goes on while the App Store tries.",
            advice:
                "Ask the customer to update the payment method before the grace period ends; access holds until then."
        ),
        status(
            5, "subscription revoked",
            happened: "The App Store took the subscription back: a refund, or the family's end.",
            advice: "Nothing to do: only a new purchase or a grant gives access again."),
    ]

    private static func word(
        _ code: String, _ name: String, happened: String,
        advice: String = "Nothing to do: it says what it is."
    ) -> CodeMeaning {
        CodeMeaning(
            code, family: .transactionWord, name, fault: .nobody, retry: .notApplicable, happened: happened,
            advice: advice)
    }

    private static func plan(
        _ code: String, _ name: String, happened: String, advice: String = "Nothing to do: it is paid."
    ) -> CodeMeaning {
        CodeMeaning(
            code, family: .billingPlan, name, fault: .nobody, retry: .notApplicable, happened: happened,
            advice: advice)
    }

    private static func status(_ number: Int, _ name: String, happened: String, advice: String) -> CodeMeaning
    {
        CodeMeaning(
            "subscription_status_\(number)", family: .subscriptionStatus, name, fault: .nobody,
            retry: .notApplicable, happened: happened, advice: advice)
    }
}

/// What the reasons mean for which a subscription expired.
///
/// Source: Apple, `expiration_intent` and `expirationIntent`.
enum ExpirationIntentCodes {
    /// The reasons 1 to 5.
    static let table: [CodeMeaning] = [
        row(
            1, "customer cancelled", fault: .customer, retry: .notApplicable,
            happened: "The customer turned renewal off, and the paid time ran out.",
            advice: "Nothing to do: the customer may subscribe again at any time."),
        row(
            2, "billing error", fault: .customer, retry: .afterFix,
            happened:
                "The renewal could not be charged; the App Store may keep trying for up to 60 days, 90 within a commitment.",
            advice: "Ask the customer to update the payment method with Apple; a grant can bridge the time."),
        row(
            3, "price increase", fault: .customer, retry: .notApplicable,
            happened: "The customer did not agree to a higher price, so the subscription was not renewed.",
            advice: "Nothing to do: the customer may subscribe again at the new price."),
        row(
            4, "product unavailable", fault: .app, retry: .afterFix,
            happened: "The product was not for sale when the renewal came due.",
            advice: "Tell the operator: check whether the product was meant to leave the store."),
        row(
            5, "other reason", fault: .unknown, retry: .notApplicable,
            happened: "The subscription expired for a reason that Apple does not name.",
            advice: "Ask the customer what happened, and look at the notifications of the chain."),
    ]

    private static func row(
        _ number: Int, _ name: String, fault: Fault, retry: RetryAdvice, happened: String,
        advice: String
    ) -> CodeMeaning {
        CodeMeaning(
            "expiration_intent_\(number)", family: .expirationIntent, name, fault: fault, retry: retry,
            happened: happened, advice: advice)
    }
}

/// What the reasons mean that go with an extended renewal date and with a purchase that was taken back.
///
/// Source: Apple, `extendReasonCode`, `revocationReason`, `cancellation_reason` and `revocationType`. What to do is ours.
enum ReasonCodes {
    /// The reasons 0 to 3 that we give when we extend a renewal date.
    static let extensions: [CodeMeaning] = [
        extended(
            0, "undeclared", happened: "We extended the renewal date and gave no reason.", fault: .unknown),
        extended(
            1, "customer satisfaction", happened: "We extended the renewal date to please the customer.",
            fault: .nobody),
        extended(
            2, "other reason", happened: "We extended the renewal date for another reason.", fault: .unknown),
        extended(
            3, "service issue or outage",
            happened: "We extended the renewal date because our service did not work.",
            fault: .app),
    ]

    /// The reasons 0 and 1 that Apple gives when it takes a purchase back, and its words for how.
    static let revocations: [CodeMeaning] = [
        CodeMeaning(
            "revocation_reason_0", family: .revocationReason, "other reason", fault: .unknown,
            retry: .notApplicable,
            happened:
                "Apple took the purchase back for a reason other than a fault of the app, such as a mistaken purchase.",
            advice: "Nothing to do: only a new purchase or a grant gives access again."),
        CodeMeaning(
            "revocation_reason_1", family: .revocationReason, "issue in the app", fault: .app,
            retry: .notApplicable,
            happened:
                "Apple took the purchase back because the customer had a real or supposed problem with the app.",
            advice: "Ask the customer what did not work, and tell the operator if others say the same."),
        CodeMeaning(
            "REFUND_FULL", family: .revocationReason, "refunded in full", fault: .unknown,
            retry: .notApplicable,
            happened: "Apple gave the customer all of the money back and took the purchase back.",
            advice: "Nothing to do: only a new purchase or a grant gives access again."),
        CodeMeaning(
            "REFUND_PRORATED", family: .revocationReason, "refunded in part", fault: .unknown,
            retry: .notApplicable,
            happened:
                "Apple gave the customer the money for the rest of the period back; revocationPercentage says how much.",
            advice:
                "Nothing to do: access ended on the day of the refund, what was used before it stays paid."),
        CodeMeaning(
            "FAMILY_REVOKE", family: .revocationReason, "family sharing ended", fault: .customer,
            retry: .notApplicable,
            happened:
                "The customer had the purchase by family sharing, which no longer provides it; no money went back.",
            advice: "Explain that the family's purchaser stopped sharing; an own purchase gives access again."
        ),
    ]

    private static func extended(_ number: Int, _ name: String, happened: String, fault: Fault)
        -> CodeMeaning
    {
        CodeMeaning(
            "extend_reason_\(number)", family: .extensionReason, name, fault: fault, retry: .notApplicable,
            happened: happened,
            advice: "Nothing to do: the extension cannot be undone, and Apple tells the customer by e-mail.")
    }
}

/// What the words of a refund request mean: why the customer asked, and what we may answer.
///
/// Source: Apple, `consumptionRequestReason`, `deliveryStatus` and `refundPreference` of consumption information.
enum RefundCodes {
    /// The reasons, then the two parts of our answer.
    static let table: [CodeMeaning] = requestReasons + deliveryStatuses + preferences

    private static let requestReasons: [CodeMeaning] = [
        row(
            "UNINTENDED_PURCHASE", "not meant to buy", fault: .customer,
            happened: "The customer did not mean to buy.",
            advice: "Nothing to do: Apple decides about the refund."),
        row(
            "FULFILLMENT_ISSUE", "not received", fault: .unknown,
            happened: "The customer did not get what was bought, or could not use it.",
            advice: "Look for a ticket of this charge: what was paid and not delivered is ours to make good."),
        row(
            "UNSATISFIED_WITH_PURCHASE", "not satisfied", fault: .customer,
            happened: "The customer is not satisfied with what was bought.",
            advice: "Ask the customer what was missing; Apple decides about the refund."),
        row(
            "LEGAL", "legal reason", fault: .nobody,
            happened: "The customer asked for the refund for a legal reason.",
            advice: "Hand it over to a lead; Apple decides about the refund."),
        row(
            "OTHER", "other reason", fault: .unknown,
            happened: "The customer asked for the refund for another reason.",
            advice: "Nothing to do: Apple decides about the refund."),
    ]

    private static let deliveryStatuses: [CodeMeaning] = [
        row(
            "DELIVERED", "delivered and working", fault: .nobody,
            happened: "We say that the purchase was delivered and works.", advice: ours),
        row(
            "UNDELIVERED_QUALITY_ISSUE", "not delivered: quality", fault: .app,
            happened: "We say that the purchase was not delivered because of its quality.", advice: ours),
        row(
            "UNDELIVERED_WRONG_ITEM", "not delivered: wrong item", fault: .app,
            happened: "We say that the customer got something other than what was bought.", advice: ours),
        row(
            "UNDELIVERED_SERVER_OUTAGE", "not delivered: outage", fault: .app,
            happened: "We say that the purchase was not delivered because our server was down.", advice: ours),
        row(
            "UNDELIVERED_OTHER", "not delivered: other", fault: .app,
            happened: "We say that the purchase was not delivered for another reason.", advice: ours),
    ]

    private static let preferences: [CodeMeaning] = [
        row(
            "DECLINE", "we prefer no refund", fault: .nobody,
            happened: "We tell Apple that we prefer no refund.", advice: wish),
        row(
            "GRANT_FULL", "we prefer a full refund", fault: .nobody,
            happened: "We tell Apple that we prefer a full refund.",
            advice: wish),
        row(
            "GRANT_PRORATED", "we prefer a refund in part", fault: .nobody,
            happened: "We tell Apple that we prefer a refund of the part that was not used.", advice: wish),
    ]

    private static let ours = "Check that it agrees with the ticket: Apple weighs our answer when it decides."
    private static let wish = "Nothing to do: it is only our wish, and Apple decides."

    private static func row(
        _ code: String, _ name: String, fault: Fault, happened: String, advice: String
    ) -> CodeMeaning {
        CodeMeaning(
            code, family: .refundReason, name, fault: fault, retry: .notApplicable, happened: happened,
            advice: advice)
    }
}
