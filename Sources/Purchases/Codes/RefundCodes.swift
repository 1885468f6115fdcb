/// What the words of a refund request mean: why the customer asked, and what we may answer.
///
/// Source: Apple, `consumptionRequestReason`, `deliveryStatus` and `refundPreference` of consumption information.
enum RefundCodes {
    /// The reasons, then the two parts of our answer.
    static let table: [CodeMeaning] = requestReasons + deliveryStatuses + preferences

    private static let requestReasons: [CodeMeaning] = [
        row(
            "UNINTENDED_PURCHASE", "not meant to buy", .customer, "The customer did not mean to buy.",
            "Nothing to do: Apple decides about the refund."),
        row(
            "FULFILLMENT_ISSUE", "not received", .unknown,
            "The customer did not get what was bought, or could not use it.",
            "Look for a ticket of this charge: what was paid and not delivered is ours to make good."),
        row(
            "UNSATISFIED_WITH_PURCHASE", "not satisfied", .customer,
            "The customer is not satisfied with what was bought.",
            "Ask the customer what was missing; Apple decides about the refund."),
        row(
            "LEGAL", "legal reason", .nobody, "The customer asked for the refund for a legal reason.",
            "Hand it over to a lead; Apple decides about the refund."),
        row(
            "OTHER", "other reason", .unknown, "The customer asked for the refund for another reason.",
            "Nothing to do: Apple decides about the refund."),
    ]

    private static let deliveryStatuses: [CodeMeaning] = [
        row(
            "DELIVERED", "delivered and working", .nobody,
            "We say that the purchase was delivered and works.", ours),
        row(
            "UNDELIVERED_QUALITY_ISSUE", "not delivered: quality", .app,
            "We say that the purchase was not delivered because of its quality.", ours),
        row(
            "UNDELIVERED_WRONG_ITEM", "not delivered: wrong item", .app,
            "We say that the customer got something other than what was bought.", ours),
        row(
            "UNDELIVERED_SERVER_OUTAGE", "not delivered: outage", .app,
            "We say that the purchase was not delivered because our server was down.", ours),
        row(
            "UNDELIVERED_OTHER", "not delivered: other", .app,
            "We say that the purchase was not delivered for another reason.", ours),
    ]

    private static let preferences: [CodeMeaning] = [
        row("DECLINE", "we prefer no refund", .nobody, "We tell Apple that we prefer no refund.", wish),
        row(
            "GRANT_FULL", "we prefer a full refund", .nobody, "We tell Apple that we prefer a full refund.",
            wish),
        row(
            "GRANT_PRORATED", "we prefer a refund in part", .nobody,
            "We tell Apple that we prefer a refund of the part that was not used.", wish),
    ]

    private static let ours = "Check that it agrees with the ticket: Apple weighs our answer when it decides."
    private static let wish = "Nothing to do: it is only our wish, and Apple decides."

    private static func row(
        _ code: String, _ name: String, _ fault: Fault, _ happened: String, _ advice: String
    ) -> CodeMeaning {
        CodeMeaning(code, .refundReason, name, fault, .notApplicable, happened, advice)
    }
}
