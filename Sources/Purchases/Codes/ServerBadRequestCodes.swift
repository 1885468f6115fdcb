/// What the errors 4000000 and up of the App Store Server API mean: something in our request was wrong.
///
/// Source: Apple, error codes of the App Store Server API. Those of retention messaging are left out.
enum ServerBadRequestCodes {
    /// The errors in the order of their numbers.
    static let table: [CodeMeaning] = general + history + consumption + transactions

    private static let general: [CodeMeaning] = [
        row(
            4_000_000, "GeneralBadRequest",
            "The App Store found fault with our request and does not say where."),
        row(
            4_000_002, "InvalidAppIdentifier", "We named an app in a form that the App Store does not accept."
        ),
        row(4_000_005, "InvalidRequestRevision", "We asked to go on from a revision that is not valid."),
        row(
            4_000_006, "InvalidTransactionId", "We asked about a transaction id that is not well-formed.",
            check),
        row(
            4_000_008, "InvalidOriginalTransactionId",
            "We asked about an original transaction id that is not well-formed.", check),
        row(4_000_009, "InvalidExtendByDays", "We asked for an extension of too few or too many days."),
        row(
            4_000_010, "InvalidExtendReasonCode", "We gave a reason for an extension that is none of 0 to 3."),
        row(4_000_011, "InvalidRequestIdentifier", "We gave a request identifier that is not valid."),
    ]

    private static let history: [CodeMeaning] = [
        row(4_000_012, "StartDateTooFarInPast", "We asked for a time that begins too long ago."),
        row(4_000_013, "StartDateAfterEndDate", "We asked for a time that begins after it ends."),
        row(4_000_014, "InvalidPaginationToken", "We asked for a next page with a token that is not valid."),
        row(4_000_015, "InvalidStartDate", "We gave a start date that is not valid."),
        row(4_000_016, "InvalidEndDate", "We gave an end date that is not valid."),
        row(
            4_000_017, "PaginationTokenExpired",
            "We asked for a next page with a token that has run out, so the reading has to begin anew."),
        row(4_000_018, "InvalidNotificationType", "We asked for a type of notification that does not exist."),
        row(4_000_019, "MultipleFiltersSupplied", "We combined filters that exclude each other."),
        row(
            4_000_020, "InvalidTestNotificationToken",
            "We asked about a test notification that has no such token."),
        row(4_000_021, "InvalidSort", "We asked for an order that does not exist."),
        row(4_000_022, "InvalidProductType", "We filtered by a type of product that does not exist."),
        row(4_000_023, "InvalidProductId", "We named a product in a form that is not valid."),
        row(
            4_000_024, "InvalidSubscriptionGroupIdentifier",
            "We named a subscription group in a form that is not valid."),
        row(4_000_025, "InvalidExcludeRevoked", "We gave a value to excludeRevoked that is not valid."),
        row(
            4_000_026, "InvalidInAppOwnershipType", "We filtered by a kind of ownership that does not exist."),
        row(4_000_027, "InvalidEmptyStorefrontCountryCodeList", "We gave a list of countries that is empty."),
        row(4_000_028, "InvalidStorefrontCountryCode", "We gave a country code that does not exist."),
        row(4_000_030, "InvalidRevoked", "We gave a value to revoked that is not valid."),
        row(4_000_031, "InvalidStatus", "We filtered by a subscription status that does not exist."),
    ]

    private static let consumption: [CodeMeaning] = [
        row(4_000_032, "InvalidAccountTenure", "We gave an age of the account that is not valid."),
        row(4_000_033, "InvalidAppAccountToken", "We gave an account token that is not valid."),
        row(4_000_034, "InvalidConsumptionStatus", "We gave a consumption status that is not valid."),
        row(4_000_035, "InvalidCustomerConsented", "We did not say properly that the customer consented."),
        row(4_000_036, "InvalidDeliveryStatus", "We gave a delivery status that is not valid."),
        row(4_000_037, "InvalidLifetimeDollarsPurchased", "We gave a sum of purchases that is not valid."),
        row(4_000_038, "InvalidLifetimeDollarsRefunded", "We gave a sum of refunds that is not valid."),
        row(4_000_039, "InvalidPlatform", "We gave a platform that is not valid."),
        row(4_000_040, "InvalidPlayTime", "We gave a time of use that is not valid."),
        row(4_000_041, "InvalidSampleContentProvided", "We did not say properly whether there was a sample."),
        row(4_000_042, "InvalidUserStatus", "We gave a status of the account that is not valid."),
        row(
            4_000_043, "InvalidTransactionNotConsumable",
            "We sent consumption data for a purchase that is no consumable; Apple has retired this code."),
    ]

    private static let transactions: [CodeMeaning] = [
        row(
            4_000_047, "InvalidTransactionTypeNotSupported",
            "We asked for something that is not possible for this type of purchase."),
        row(
            4_000_048, "AppTransactionIdNotSupported",
            "We gave the id of an app download where a purchase is wanted.", check),
        row(4_000_183, "InvalidAppAccountTokenUUID", "We gave an account token that is no UUID."),
        row(
            4_000_185, "FamilyTransactionNotSupported",
            "We asked for something that is not possible for a purchase shared in the family.",
            "Look for the purchase of the family member who paid, and use that one."),
        row(
            4_000_187, "TransactionIdIsNotOriginalTransactionId",
            "We gave a transaction id where the original transaction id of the chain is wanted.", check),
    ]

    private static let check = "Check the id that was used; if it is right, tell the operator."
    private static let fix = "Tell the operator: our request is wrong and fails again until it is put right."

    private static func row(
        _ number: Int, _ name: String, _ happened: String, _ advice: String = fix
    ) -> CodeMeaning {
        CodeMeaning(String(number), .serverAPIError, name, .app, .afterFix, happened, advice)
    }
}
