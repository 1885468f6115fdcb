/// What the `status` of a verifyReceipt answer means.
///
/// Source: Apple, verifyReceipt `status` and `is_retryable`. What it says about the money is ours.
enum ReceiptStatusCodes {
    /// The statuses that stand for any fault inside the App Store; `is_retryable` applies only to them.
    static let internalErrors = 21100...21199

    /// What such a fault means.
    static let internalError = row(
        "21100-21199", "internal data access error", .appStore, .yes,
        "The App Store could not reach its own data; its field is_retryable says whether that will pass.",
        "Retry while is_retryable is 1 and keep the ticket in group 2; at 0 no retry helps.")

    /// The statuses in the order of their numbers.
    static let table: [CodeMeaning] = [
        row(
            "0", "valid receipt", .nobody, .notApplicable,
            "The receipt is genuine, which it also is when the subscription in it has expired.",
            "Look at the transactions in the receipt: the status alone does not say what the customer holds."),
        row(
            "21000", "request was no POST", .app, .afterFix,
            "The receipt server was asked with something other than an HTTP POST.",
            "Tell the operator: our request is wrong, and no retry helps before that is fixed."),
        row(
            "21001", "no longer sent", .unknown, .no,
            "The App Store sent this status in the past and does so no more.",
            "Tell the operator where it came from: today's App Store does not answer like this."),
        row(
            "21002", "malformed receipt or passing fault", .unknown, .yes,
            "Either the receipt data was malformed or the receipt server had a passing fault; nothing tells which.",
            "Keep the ticket in group 2 and retry a few times; if it stays, ask for Restore Purchases."),
        row(
            "21003", "receipt not authenticated", .unknown, .no,
            "The App Store could not confirm that the receipt is genuine.",
            "Treat the receipt as suspicious: ask the customer for the order id before you make anything good."
        ),
        row(
            "21004", "shared secret does not match", .app, .afterFix,
            "The shared secret that we sent is not the one that the App Store has for the app.",
            "Tell the operator at once: our configuration is wrong for everyone, an outage and not a ticket."),
        row(
            "21005", "receipt server unavailable", .appStore, .yes,
            "The receipt server could not answer for the moment.",
            "Nothing to do at first: the ticket stays in group 2 and verification is retried a few times."),
        row(
            "21006", "subscription expired", .nobody, .no,
            "The receipt is genuine, its subscription has expired; only receipts of the iOS 6 style say so.",
            "Ask for Restore Purchases to get a newer receipt: this one shows no renewal."),
        row(
            "21007", "sandbox receipt sent to production", .app, .afterFix,
            "A receipt from the sandbox was sent to the production server; no real money was taken.",
            "Tell the operator: such a receipt has to be sent again to the sandbox server."),
        row(
            "21008", "production receipt sent to sandbox", .app, .afterFix,
            "A receipt from production was sent to the sandbox server, so nothing is known about it yet.",
            "Tell the operator: such a receipt has to be sent again to the production server."),
        row(
            "21009", "internal data access error", .appStore, .yes,
            "The App Store could not reach its own data for the moment.",
            "Nothing to do at first: the ticket stays in group 2 and verification is retried a few times."),
        row(
            "21010", "account not found", .unknown, .no,
            "The App Store account behind the receipt was not found, or it has been deleted.",
            "Ask the customer which Apple account made the purchase, and for the order id."),
        internalError,
    ]

    /// What to say about a status that Apple does not document.
    static func unknown(_ status: Int) -> CodeMeaning {
        row(
            String(status), "undocumented status", .unknown, .no,
            "The receipt check ended in a status that Apple does not document.",
            "Tell the operator: read the whole answer of the receipt server before anything is retried.")
    }

    private static func row(
        _ code: String, _ name: String, _ fault: Fault, _ retry: RetryAdvice, _ happened: String,
        _ advice: String
    ) -> CodeMeaning {
        CodeMeaning(code, .receiptStatus, name, fault, retry, happened, advice)
    }
}
