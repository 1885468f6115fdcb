extension FuzzSamples {
    /// The payload of a signed transaction.
    static let transaction = """
        {"transactionId":"7001","originalTransactionId":"7000","webOrderLineItemId":"9001","bundleId":"com.example.tea",\
        "productId":"tea.monthly","environment":"Production","type":"Auto-Renewable Subscription","quantity":1,\
        "inAppOwnershipType":"PURCHASED","storefront":"DEU","subscriptionGroupIdentifier":"20900001","price":9990,\
        "currency":"EUR","transactionReason":"RENEWAL","appAccountToken":"7e3fb204-2a3e-4b0c-8f5e-1b2c3d4e5f60",\
        "offerType":2,"offerIdentifier":"SPRING","purchaseDate":1700000000000,"originalPurchaseDate":1690000000000,\
        "expiresDate":1702600000000,"signedDate":1700000100000,"revocationDate":1701000000000,"revocationReason":1,\
        "revocationType":"REFUND_FULL","revocationPercentage":50000}
        """
    /// The payload of signed renewal information.
    static let renewalInfo = """
        {"originalTransactionId":"7000","productId":"tea.monthly","autoRenewProductId":"tea.yearly",\
        "environment":"Production","offerIdentifier":"SPRING","autoRenewStatus":1,"expirationIntent":2,\
        "gracePeriodExpiresDate":1703000000000,"priceIncreaseStatus":0,"isInBillingRetryPeriod":true,\
        "signedDate":1700000100000}
        """

    /// The payload of a notification of version 2 about a subscription, with signed texts in it.
    static func notification(_ transaction: String, _ renewal: String) -> String {
        payload(
            of: "DID_RENEW",
            """
            "data":{"environment":"Production","bundleId":"com.example.tea","appAppleId":1234,"status":1,\
            "signedTransactionInfo":"\(transaction)","signedRenewalInfo":"\(renewal)"}
            """)
    }

    /// The payloads of notifications of version 2 without signed texts in them.
    static let plainNotifications = [
        payload(
            of: "RENEWAL_EXTENSION",
            """
            "summary":{"environment":"Production","bundleId":"com.example.tea","productId":"tea.monthly",\
            "requestIdentifier":"r","succeededCount":5,"failedCount":0,"storefrontCountryCodes":["DEU"]}
            """),
        payload(
            of: "EXTERNAL_PURCHASE_TOKEN",
            """
            "externalPurchaseToken":{"externalPurchaseId":"SANDBOX_1","tokenCreationDate":1700000000000,\
            "bundleId":"com.example.tea","appAppleId":1234}
            """),
    ]

    /// Answers of the App Store Server API with signed texts in them.
    static func serverAnswers(_ transaction: String, _ renewal: String, _ notice: String) -> [String] {
        [
            """
            {"environment":"Production","bundleId":"com.example.tea","appAppleId":1234,"data":[\
            {"subscriptionGroupIdentifier":"20900001","lastTransactions":[{"originalTransactionId":"7000","status":1,\
            "signedTransactionInfo":"\(transaction)","signedRenewalInfo":"\(renewal)"}]}]}
            """,
            """
            {"environment":"Production","bundleId":"com.example.tea","hasMore":false,"revision":"r",\
            "signedTransactions":["\(transaction)","\(transaction)"]}
            """,
            """
            {"hasMore":false,"notificationHistory":[{"signedPayload":"\(notice)",\
            "sendAttempts":[{"sendAttemptResult":"TIMED_OUT","attemptDate":1700000100000}]}]}
            """,
            #"{"signedTransactionInfo":"\#(transaction)"}"#,
            #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#,
            #"{"orderId":"MK5TTTTTTT","status":0,"signedTransactions":["\#(transaction)"]}"#,
            #"{"originalTransactionId":"7000","success":true,"effectiveDate":1700000100000}"#,
        ]
    }

    private static func payload(of type: String, _ about: String) -> String {
        """
        {"notificationType":"\(type)","subtype":"SUMMARY","notificationUUID":"002e14d5-51f5-4503-b5a8-c3a1af68eb20",\
        "version":"2.0","signedDate":1700000100000,\(about)}
        """
    }
}
