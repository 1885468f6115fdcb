/// What the errors of the App Store Server API mean that are about what was asked for, not how.
///
/// Source: Apple, error codes of the App Store Server API. Only the five that Apple calls retryable are retried.
enum ServerErrorCodes {
    /// All errors in the order of their numbers.
    static let table: [CodeMeaning] = ServerBadRequestCodes.table + refused + missing + passing

    private static let refused: [CodeMeaning] = [
        row(
            4_030_004, "SubscriptionExtensionIneligible", .nobody, .no,
            "The subscription cannot be extended in the state that it is in.", grant),
        row(
            4_030_005, "SubscriptionMaxExtension", .nobody, .no,
            "The customer already had the two extensions that Apple allows within 365 days.", grant),
        row(
            4_030_007, "FamilySharedSubscriptionExtensionIneligible", .nobody, .no,
            "A subscription that comes through the family cannot be extended.",
            "Make it good by a grant, or extend the subscription of the family member who paid."),
    ]

    private static let missing: [CodeMeaning] = [
        row(
            4_040_001, "AccountNotFound", .unknown, .no, "The App Store found no such account.",
            "Ask the customer which Apple account made the purchase, and for the order id."),
        row(
            4_040_002, "AccountNotFoundRetryable", .appStore, .yes,
            "The App Store did not find the account for the moment.", wait),
        row(
            4_040_003, "AppNotFound", .app, .no, "The App Store found no such app.",
            "Tell the operator: compare the app in our settings with App Store Connect."),
        row(
            4_040_004, "AppNotFoundRetryable", .appStore, .yes,
            "The App Store did not find the app for the moment.", wait),
        row(
            4_040_005, "OriginalTransactionIdNotFound", .unknown, .no,
            "The App Store found no chain with this original transaction id.", compare),
        row(
            4_040_006, "OriginalTransactionIdNotFoundRetryable", .appStore, .yes,
            "The App Store did not find the chain for the moment.", wait),
        row(
            4_040_007, "ServerNotificationUrlNotFound", .app, .afterFix,
            "App Store Connect has no address to which notifications are sent.",
            "Tell the operator at once: no notification arrives until the address is entered."),
        row(
            4_040_008, "TestNotificationNotFound", .unknown, .no,
            "The test notification has run out, or its result is not there yet.",
            "Tell the operator: ask for another test notification."),
        row(
            4_040_009, "StatusRequestNotFound", .app, .no,
            "The App Store knows no extension for many with this identifier and product.",
            "Tell the operator: compare the identifier with the request that was made."),
        row(
            4_040_010, "TransactionIdNotFound", .unknown, .no,
            "The App Store found no purchase with this transaction id.", compare),
        row(
            4_040_019, "AppTransactionDoesNotExist", .unknown, .no,
            "The App Store knows no download of the app by this customer.", compare),
    ]

    private static let passing: [CodeMeaning] = [
        row(
            4_290_000, "RateLimitExceeded", .app, .yes, "We asked more often than the App Store allows.",
            "Wait before you retry, and tell the operator if it happens often."),
        row(
            5_000_000, "GeneralInternal", .appStore, .no,
            "The App Store failed inside, and does not ask for a retry.",
            "Tell the operator if others meet it too: the fault is Apple's."),
        row(
            5_000_001, "GeneralInternalRetryable", .appStore, .yes,
            "The App Store failed inside for the moment.", wait),
    ]

    private static let grant = "Make it good by a grant, which runs beside the subscription."
    private static let wait = "Nothing to do at first: the question is asked again a few times."
    private static let compare = "Check the id with the customer, and whether it comes from the sandbox."

    private static func row(
        _ number: Int, _ name: String, _ fault: Fault, _ retry: RetryAdvice, _ happened: String,
        _ advice: String
    ) -> CodeMeaning {
        CodeMeaning(String(number), .serverAPIError, name, fault, retry, happened, advice)
    }
}
