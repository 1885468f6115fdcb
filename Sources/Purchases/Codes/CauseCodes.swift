/// What the causes of tickets mean that are words of this product.
///
/// Source: the rules of failed purchases; the 24 and 48 hours are the product's own waiting times.
enum CauseCodes {
    /// The causes.
    static let table: [CodeMeaning] = [
        row(
            "not_verified", "never verified", .unknown, .yes,
            "The customer was charged, and no try to verify the purchase has been reported.",
            "Ask the customer to open the app with a connection: that starts the verification."),
        row(
            "not_delivered", "verified, never delivered", .app, .afterFix,
            "The app found the purchase valid, and nothing tells that it was delivered.",
            "Make it good by hand, and tell the operator if other tickets show it too."),
        row(
            "late", "learned too late", .unknown, .no,
            "The store learned of the charge, or whose it is, only after its period: the customer got nothing.",
            "Make good the lost period, and tell the operator if the notifications were late for others too."),
        row(
            "purchasing", "no answer within 24 hours", .unknown, .notApplicable,
            "The purchase was begun, and for 24 hours nothing told how it ended.",
            "Nothing to do: no charge is known; should one turn up, the ticket moves to group 2 by itself."),
        row(
            "deferred", "no approval within 48 hours", .customer, .notApplicable,
            "The purchase waits for a family organiser (Ask to Buy), who has not answered for 48 hours.",
            "Ask the customer to talk to the family organiser; nobody was charged so far."),
        row(
            "deliver_failed", "delivery failed", .app, .afterFix,
            "The purchase was verified, and the app reported that it could not hand over what was bought.",
            "Make it good by hand, and tell the operator: the fault is in our delivery."),
    ]

    /// What to say about a cause that nobody knows.
    static func unknown(_ cause: String) -> CodeMeaning {
        cause.isEmpty
            ? row(
                cause, "no cause", .unknown, .notApplicable, "Nothing tells why the purchase failed.",
                "Read the events of the purchase report.")
            : row(
                cause, "unknown cause", .unknown, .no,
                "The purchase failed for a cause that this table does not know.",
                "Read the events of the purchase report, and tell the operator which code it was.")
    }

    private static func row(
        _ code: String, _ name: String, _ fault: Fault, _ retry: RetryAdvice, _ happened: String,
        _ advice: String
    ) -> CodeMeaning {
        CodeMeaning(code, .cause, name, fault, retry, happened, advice)
    }
}
