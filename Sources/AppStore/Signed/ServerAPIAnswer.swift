/// Tells answers of the App Store Server API by their keys.
public enum ServerAPIAnswer {
    private static let keys = [
        "signedTransactions", "errorCode", "notificationHistory", "signedTransactionInfo",
        "signedRenewalInfo",
        "signedAppTransactionInfo", "testNotificationToken", "sendAttempts", "requestIdentifier",
        "effectiveDate",
    ]

    /// Whether a value has a key that only such answers have.
    public static func isOne(_ value: JSONValue) -> Bool {
        keys.contains { value[$0] != nil } || (value["data"]?.array != nil && value["bundleId"] != nil)
    }
}
