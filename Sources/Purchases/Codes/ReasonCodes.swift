/// What the reasons mean that go with an extended renewal date and with a purchase that was taken back.
///
/// Source: Apple, `extendReasonCode`, `revocationReason`, `cancellation_reason` and `revocationType`. What to do is ours.
enum ReasonCodes {
    /// The reasons 0 to 3 that we give when we extend a renewal date.
    static let extensions: [CodeMeaning] = [
        extended(0, "undeclared", "We extended the renewal date and gave no reason.", .unknown),
        extended(1, "customer satisfaction", "We extended the renewal date to please the customer.", .nobody),
        extended(2, "other reason", "We extended the renewal date for another reason.", .unknown),
        extended(
            3, "service issue or outage", "We extended the renewal date because our service did not work.",
            .app),
    ]

    /// The reasons 0 and 1 that Apple gives when it takes a purchase back, and its words for how.
    static let revocations: [CodeMeaning] = [
        CodeMeaning(
            "revocation_reason_0", .revocationReason, "other reason", .unknown, .notApplicable,
            "Apple took the purchase back for a reason other than a fault of the app, such as a mistaken purchase.",
            "Nothing to do: only a new purchase or a grant gives access again."),
        CodeMeaning(
            "revocation_reason_1", .revocationReason, "issue in the app", .app, .notApplicable,
            "Apple took the purchase back because the customer had a real or supposed problem with the app.",
            "Ask the customer what did not work, and tell the operator if others say the same."),
        CodeMeaning(
            "REFUND_FULL", .revocationReason, "refunded in full", .unknown, .notApplicable,
            "Apple gave the customer all of the money back and took the purchase back.",
            "Nothing to do: only a new purchase or a grant gives access again."),
        CodeMeaning(
            "REFUND_PRORATED", .revocationReason, "refunded in part", .unknown, .notApplicable,
            "Apple gave the customer the money for the rest of the period back; revocationPercentage says how much.",
            "Nothing to do: access ended on the day of the refund, what was used before it stays paid."),
        CodeMeaning(
            "FAMILY_REVOKE", .revocationReason, "family sharing ended", .customer, .notApplicable,
            "The customer had the purchase by family sharing, which no longer provides it; no money went back.",
            "Explain that the family's purchaser stopped sharing; an own purchase gives access again."),
    ]

    private static func extended(_ number: Int, _ name: String, _ happened: String, _ fault: Fault)
        -> CodeMeaning
    {
        CodeMeaning(
            "extend_reason_\(number)", .extensionReason, name, fault, .notApplicable, happened,
            "Nothing to do: the extension cannot be undone, and Apple tells the customer by e-mail.")
    }
}
