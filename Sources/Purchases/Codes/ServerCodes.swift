/// What the errors of the App Store Server API mean; those of a faulty request stand in ``ServerBadRequestCodes``.
/// ``Codes`` lists every table.
///
/// Source: Apple, error codes of the App Store Server API. Only the five that Apple calls retryable are retried.
enum ServerErrorCodes {
    /// All errors in the order of their numbers.
    static let table: [CodeMeaning] = ServerBadRequestCodes.table + refused + missing + passing

    private static let refused: [CodeMeaning] = [
        row(
            4_030_004, "SubscriptionExtensionIneligible", fault: .nobody, retry: .no,
            happened: "The subscription cannot be extended in the state that it is in.", advice: grant),
        row(
            4_030_005, "SubscriptionMaxExtension", fault: .nobody, retry: .no,
            happened: "The customer already had the two extensions that Apple allows within 365 days.",
            advice: grant),
        row(
            4_030_007, "FamilySharedSubscriptionExtensionIneligible", fault: .nobody, retry: .no,
            happened: "A subscription that comes through the family cannot be extended.",
            advice: "Make it good by a grant, or extend the subscription of the family member who paid."),
        row(
            4_030_028, "AssignedSubscriptionExtensionIneligible", fault: .nobody, retry: .no,
            happened: "A subscription that an organisation or a group gave the customer cannot be extended.",
            advice: grant),
    ]

    private static let missing: [CodeMeaning] = [
        row(
            4_040_001, "AccountNotFound", fault: .unknown, retry: .no,
            happened: "The App Store found no such account.",
            advice: "Ask the customer which Apple account made the purchase, and for the order id."),
        row(
            4_040_002, "AccountNotFoundRetryable", fault: .appStore, retry: .yes,
            happened: "The App Store did not find the account for the moment.", advice: wait),
        row(
            4_040_003, "AppNotFound", fault: .app, retry: .no, happened: "The App Store found no such app.",
            advice: "Tell the operator: compare the app in our settings with App Store Connect."),
        row(
            4_040_004, "AppNotFoundRetryable", fault: .appStore, retry: .yes,
            happened: "The App Store did not find the app for the moment.", advice: wait),
        row(
            4_040_005, "OriginalTransactionIdNotFound", fault: .unknown, retry: .no,
            happened: "The App Store found no chain with this original transaction id.", advice: compare),
        row(
            4_040_006, "OriginalTransactionIdNotFoundRetryable", fault: .appStore, retry: .yes,
            happened: "The App Store did not find the chain for the moment.", advice: wait),
        row(
            4_040_007, "ServerNotificationUrlNotFound", fault: .app, retry: .afterFix,
            happened: "App Store Connect has no address to which notifications are sent.",
            advice: "Tell the operator at once: no notification arrives until the address is entered."),
        row(
            4_040_008, "TestNotificationNotFound", fault: .unknown, retry: .no,
            happened: "The test notification has run out, or its result is not there yet.",
            advice: "Tell the operator: ask for another test notification."),
        row(
            4_040_009, "StatusRequestNotFound", fault: .app, retry: .no,
            happened: "The App Store knows no extension for many with this identifier and product.",
            advice: "Tell the operator: compare the identifier with the request that was made."),
        row(
            4_040_010, "TransactionIdNotFound", fault: .unknown, retry: .no,
            happened: "The App Store found no purchase with this transaction id.", advice: compare),
        row(
            4_040_019, "AppTransactionDoesNotExist", fault: .unknown, retry: .no,
            happened: "The App Store knows no download of the app by this customer.", advice: compare),
        row(
            4_040_022, "GroupNotFound", fault: .unknown, retry: .no,
            happened:
                "The App Store found no such group of customers in the app; its subscription may be over.",
            advice: "Tell the operator: ask for the customer's groups again."),
    ]

    private static let passing: [CodeMeaning] = [
        row(
            4_290_000, "RateLimitExceeded", fault: .app, retry: .yes,
            happened: "We asked more often than the App Store allows.",
            advice: "Wait before you retry, and tell the operator if it happens often."),
        row(
            5_000_000, "GeneralInternal", fault: .appStore, retry: .no,
            happened: "The App Store failed inside, and does not ask for a retry.",
            advice: "Tell the operator if others meet it too: the fault is Apple's."),
        row(
            5_000_001, "GeneralInternalRetryable", fault: .appStore, retry: .yes,
            happened: "The App Store failed inside for the moment.", advice: wait),
    ]

    private static let grant = "Make it good by a grant, which runs beside the subscription."
    private static let wait = "Nothing to do at first: the question is asked again a few times."
    private static let compare = "Check the id with the customer, and whether it comes from the sandbox."

    private static func row(
        _ number: Int, _ name: String, fault: Fault, retry: RetryAdvice, happened: String,
        advice: String
    ) -> CodeMeaning {
        CodeMeaning(
            String(number), family: .serverAPIError, name, fault: fault, retry: retry, happened: happened,
            advice: advice)
    }
}

/// What the errors 4000000 and up of the App Store Server API mean: something in our request was wrong.
///
/// Source: Apple, error codes of the App Store Server API. Those of retention messaging are left out.
enum ServerBadRequestCodes {
    /// The errors in the order of their numbers.
    static let table: [CodeMeaning] = general + history + consumption + transactions + percentages + groups

    private static let general: [CodeMeaning] = [
        row(
            4_000_000, "GeneralBadRequest",
            happened: "The App Store found fault with our request and does not say where."),
        row(
            4_000_002, "InvalidAppIdentifier",
            happened: "We named an app in a form that the App Store does not accept."
        ),
        row(
            4_000_004, "InvalidLimit",
            happened: "We asked for more on one page than the App Store gives, or for less than one."),
        row(
            4_000_005, "InvalidRequestRevision",
            happened: "We asked to go on from a revision that is not valid."),
        row(
            4_000_006, "InvalidTransactionId",
            happened: "We asked about a transaction id that is not well-formed.",
            advice: check),
        row(
            4_000_008, "InvalidOriginalTransactionId",
            happened: "We asked about an original transaction id that is not well-formed.", advice: check),
        row(
            4_000_009, "InvalidExtendByDays",
            happened: "We asked for an extension of too few or too many days."),
        row(
            4_000_010, "InvalidExtendReasonCode",
            happened: "We gave a reason for an extension that is none of 0 to 3."),
        row(
            4_000_011, "InvalidRequestIdentifier", happened: "We gave a request identifier that is not valid."
        ),
    ]

    private static let history: [CodeMeaning] = [
        row(4_000_012, "StartDateTooFarInPast", happened: "We asked for a time that begins too long ago."),
        row(4_000_013, "StartDateAfterEndDate", happened: "We asked for a time that begins after it ends."),
        row(
            4_000_014, "InvalidPaginationToken",
            happened: "We asked for a next page with a token that is not valid."),
        row(4_000_015, "InvalidStartDate", happened: "We gave a start date that is not valid."),
        row(4_000_016, "InvalidEndDate", happened: "We gave an end date that is not valid."),
        row(
            4_000_017, "PaginationTokenExpired",
            happened:
                "We asked for a next page with a token that has run out, so the reading has to begin again."),
        row(
            4_000_018, "InvalidNotificationType",
            happened: "We asked for a type of notification that does not exist."),
        row(4_000_019, "MultipleFiltersSupplied", happened: "We combined filters that exclude each other."),
        row(
            4_000_020, "InvalidTestNotificationToken",
            happened: "We asked about a test notification that has no such token."),
        row(4_000_021, "InvalidSort", happened: "We asked for an order that does not exist."),
        row(
            4_000_022, "InvalidProductType", happened: "We filtered by a type of product that does not exist."
        ),
        row(4_000_023, "InvalidProductId", happened: "We named a product in a form that is not valid."),
        row(
            4_000_024, "InvalidSubscriptionGroupIdentifier",
            happened: "We named a subscription group in a form that is not valid."),
        row(
            4_000_025, "InvalidExcludeRevoked",
            happened: "We gave a value to excludeRevoked that is not valid."),
        row(
            4_000_026, "InvalidInAppOwnershipType",
            happened: "We filtered by a kind of ownership that does not exist."),
        row(
            4_000_027, "InvalidEmptyStorefrontCountryCodeList",
            happened: "We gave a list of countries that is empty."),
        row(
            4_000_028, "InvalidStorefrontCountryCode", happened: "We gave a country code that does not exist."
        ),
        row(4_000_030, "InvalidRevoked", happened: "We gave a value to revoked that is not valid."),
        row(
            4_000_031, "InvalidStatus", happened: "We filtered by a subscription status that does not exist."),
    ]

    private static let consumption: [CodeMeaning] = [
        row(4_000_032, "InvalidAccountTenure", happened: "We gave an age of the account that is not valid."),
        row(4_000_033, "InvalidAppAccountToken", happened: "We gave an account token that is not valid."),
        row(
            4_000_034, "InvalidConsumptionStatus", happened: "We gave a consumption status that is not valid."
        ),
        row(
            4_000_035, "InvalidCustomerConsented",
            happened: "We did not say properly that the customer consented."),
        row(4_000_036, "InvalidDeliveryStatus", happened: "We gave a delivery status that is not valid."),
        row(
            4_000_037, "InvalidLifetimeDollarsPurchased",
            happened: "We gave a sum of purchases that is not valid."),
        row(
            4_000_038, "InvalidLifetimeDollarsRefunded",
            happened: "We gave a sum of refunds that is not valid."),
        row(4_000_039, "InvalidPlatform", happened: "We gave a platform that is not valid."),
        row(4_000_040, "InvalidPlayTime", happened: "We gave a time of use that is not valid."),
        row(
            4_000_041, "InvalidSampleContentProvided",
            happened: "We did not say properly whether there was a sample."),
        row(4_000_042, "InvalidUserStatus", happened: "We gave a status of the account that is not valid."),
        row(
            4_000_043, "InvalidTransactionNotConsumable",
            happened:
                "We sent consumption data for a purchase that is no consumable; Apple has retired this code."),
        row(
            4_000_044, "InvalidRefundPreference",
            happened: "We wished for something about a refund that Apple does not know."),
    ]

    private static let transactions: [CodeMeaning] = [
        row(
            4_000_047, "InvalidTransactionTypeNotSupported",
            happened: "We asked for something that is not possible for this type of purchase."),
        row(
            4_000_048, "AppTransactionIdNotSupported",
            happened: "We gave the id of an app download where a purchase is wanted.", advice: check),
        row(4_000_183, "InvalidAppAccountTokenUUID", happened: "We gave an account token that is no UUID."),
        row(
            4_000_185, "FamilyTransactionNotSupported",
            happened: "We asked for something that is not possible for a purchase shared in the family.",
            advice: "Look for the purchase of the family member who paid, and use that one."),
        row(
            4_000_187, "TransactionIdIsNotOriginalTransactionId",
            happened: "We gave a transaction id where the original transaction id of the chain is wanted.",
            advice: check),
    ]

    /// Consumption information since API 1.19, whose percentage only some purchases may have.
    private static let percentages: [CodeMeaning] = [
        row(
            4_000_209, "ConsumptionPercentageAutoRenewableSubscription",
            happened:
                "We said how much of an auto-renewable subscription was used, which Apple works out itself."
        ),
        named(
            "ConsumptionPercentageOutOfRange",
            happened: "We said that less than nothing or more than all of a purchase was used."),
        named(
            "UndeliveredConsumptionPercentageNonZero",
            happened: "We said that something was used of a purchase that we called not delivered."),
    ]

    /// Purchases of the Advanced Commerce API, and what organisations and groups give their members.
    private static let groups: [CodeMeaning] = [
        row(
            4_000_225, "InvalidGroupId",
            happened: "We named a group of customers in a form that is not valid."),
        row(
            4_000_227, "InvalidAssignedTransactionNotSupported",
            happened: "We asked for something that is not possible for what an organisation or a group gave.",
            advice: "Look for the purchase of the organisation or group, and use that one."),
        named(
            "AdvancedCommerceTransactionNotSupported",
            happened:
                "We asked for something that is not possible for a purchase of the Advanced Commerce API."),
    ]

    private static let check = "Check the id that was used; if it is right, tell the operator."
    private static let fix = "Tell the operator: our request is wrong and fails again until it is put right."

    private static func row(
        _ number: Int, _ name: String, happened: String, advice: String = fix
    ) -> CodeMeaning {
        named(name, code: String(number), happened: happened, advice: advice)
    }

    /// An error; known by its name alone where no number of it is known.
    private static func named(
        _ name: String, code: String? = nil, happened: String, advice: String = fix
    ) -> CodeMeaning {
        CodeMeaning(
            code ?? name, family: .serverAPIError, name, fault: .app, retry: .afterFix, happened: happened,
            advice: advice)
    }
}

/// How an attempt of the App Store ended to send us a notification.
///
/// Source: Apple, `sendAttemptResult`. The App Store sends again five times for version 2 and three for version 1,
/// but not in the sandbox.
enum SendAttemptCodes {
    /// The results.
    static let table: [CodeMeaning] = [
        row(
            "SUCCESS", "delivered", fault: .nobody, retry: .notApplicable,
            happened: "Our server took the notification.",
            advice: "Nothing to do: if the store lacks it, the loss is on our side of the server."),
        row(
            "TIMED_OUT", "timed out", fault: .app, retry: .yes,
            happened: "Our server did not answer the App Store in time.", advice: waiting),
        row(
            "TLS_ISSUE", "no encrypted connection", fault: .app, retry: .afterFix,
            happened:
                "The App Store could not build an encrypted connection, or did not accept our certificate.",
            advice: broken),
        row(
            "CIRCULAR_REDIRECT", "redirected in a circle", fault: .app, retry: .afterFix,
            happened: "Our server sent the App Store from one address to the next without end.",
            advice: broken),
        row(
            "NO_RESPONSE", "no response", fault: .app, retry: .yes,
            happened: "The App Store got no HTTP answer from our server.",
            advice: waiting),
        row(
            "SOCKET_ISSUE", "network error", fault: .network, retry: .yes,
            happened: "A network error broke the attempt to reach our server.", advice: waiting),
        row(
            "UNSUPPORTED_CHARSET", "unsupported character set", fault: .app, retry: .afterFix,
            happened: "Our server answered in a character set that the App Store does not read.",
            advice: broken),
        row(
            "INVALID_RESPONSE", "invalid response", fault: .app, retry: .afterFix,
            happened: "Our server answered something that the App Store did not understand.", advice: broken),
        row(
            "PREMATURE_CLOSE", "connection closed early", fault: .app, retry: .yes,
            happened: "Our server closed the connection while the notification was being sent.",
            advice: waiting),
        row(
            "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "refused with an HTTP status", fault: .app, retry: .yes,
            happened: "Our server answered with an HTTP status outside 200 to 206.", advice: waiting),
        row(
            "OTHER", "other error", fault: .unknown, retry: .yes,
            happened: "The attempt failed for another reason.", advice: waiting),
    ]

    private static let waiting =
        "Tell the operator if it lasts: the App Store sends again a few times, in the sandbox not at all."
    private static let broken =
        "Tell the operator: our server has to be put right before the App Store stops sending again."

    private static func row(
        _ code: String, _ name: String, fault: Fault, retry: RetryAdvice, happened: String,
        advice: String
    ) -> CodeMeaning {
        CodeMeaning(
            code, family: .sendAttempt, name, fault: fault, retry: retry, happened: happened, advice: advice)
    }
}
