import AppStore
import Purchases

/// Good documents of made-up purchases, from which ``FuzzTarget`` makes damaged ones.
enum FuzzSamples {
    /// When they were signed.
    static let moment = Instant(milliseconds: 1_700_000_100_000)

    private static let entry = """
        {"transaction_id":"7001","original_transaction_id":"7000","product_id":"tea.monthly","quantity":"1",\
        "purchase_date_ms":"1700000000000","original_purchase_date":"2023-01-01 07:00:00 Etc/GMT",\
        "expires_date_ms":"1702600000000","web_order_line_item_id":"9001","is_trial_period":"false",\
        "cancellation_date_ms":"1701000000000","cancellation_reason":"1","in_app_ownership_type":"PURCHASED"}
        """
    private static let renewal = """
        {"original_transaction_id":"7000","product_id":"tea.monthly","auto_renew_product_id":"tea.yearly",\
        "auto_renew_status":"0","expiration_intent":"2","is_in_billing_retry_period":"1",\
        "grace_period_expires_date_ms":"1703000000000","price_consent_status":"0"}
        """
    /// Answers of verifyReceipt.
    static let answers = [
        """
        {"status":0,"environment":"Production","password":"\(FuzzTokens.secret)","latest_receipt":"MIIBhidden",\
        "latest_receipt_info":[\(entry)],"pending_renewal_info":[\(renewal)],\
        "receipt":{"bundle_id":"com.example.tea","request_date_ms":"1700000086400","in_app":[\(entry)]}}
        """,
        #"{"status":21006,"receipt":\#(entry),"latest_expired_receipt_info":\#(entry)}"#,
        #"{"status":21005,"is-retryable":true}"#,
    ]
    /// Notifications of version 1.
    static let notifications = [
        """
        {"notification_type":"DID_RENEW","password":"\(FuzzTokens.secret)","environment":"PROD","bid":"com.example.tea",\
        "auto_renew_status":"true","auto_renew_status_change_date_ms":"1700000000000","original_transaction_id":7000,\
        "unified_receipt":{"status":0,"environment":"Production","latest_receipt":"MIIBhidden",\
        "latest_receipt_info":[\(entry)],"pending_renewal_info":[\(renewal)]}}
        """,
        #"{"notification_type":"CANCEL","password":"\#(FuzzTokens.secret)","latest_receipt_info":\#(entry)}"#,
    ]
    /// Reports of purchase attempts.
    static let reports = [
        """
        {"attempt_id":"5b0fe0a2-9a5e-4a55-8f8e-0d7f4a1f6a10","app_user_id":"u_1042","product_id":"tea.monthly",\
        "transaction_id":"7001","original_transaction_id":"7000","environment":"Production","bundle_id":"com.example.tea",\
        "app_version":"5.2.1","os_version":"17.5","device":"iPhone14,5","storefront":"DEU",\
        "price":{"amount":"9.99","currency":"EUR"},"events":[{"at":"2021-08-04T19:41:50Z","state":"purchasing"},\
        {"at":"2021-08-04T19:42:00Z","step":"verify","receipt_status":21005},\
        {"at":"2021-08-04T19:43:00Z","step":"verify","http_status":503,"error":{"domain":"SKErrorDomain","code":2}},\
        {"at":1628106600000,"state":"finished"}]}
        """
    ]
    static let customers = [
        #"{"app_user_id":"u_1","name":"山田 太郎","email":"a@b.c","app_account_token":"7E3FB204-2A3E-4B0C-8F5E-1B2C3D4E5F60"}"#,
        #"{"app_user_id":"u_2","aliases":["u_3"],"original_transaction_ids":["7000",7001],"email":null}"#,
    ]
}

extension FuzzSamples {
    /// The payload of a signed transaction.
    static let transaction = """
        {"transactionId":"7001","originalTransactionId":"7000","webOrderLineItemId":"9001","bundleId":"com.example.tea",\
        "productId":"tea.monthly","environment":"Production","type":"Auto-Renewable Subscription","quantity":1,\
        "inAppOwnershipType":"PURCHASED","storefront":"DEU","subscriptionGroupIdentifier":"20900001","price":9990,\
        "currency":"EUR","transactionReason":"RENEWAL","appAccountToken":"7e3fb204-2a3e-4b0c-8f5e-1b2c3d4e5f60",\
        "offerType":2,"offerIdentifier":"SPRING","purchaseDate":1700000000000,"originalPurchaseDate":1690000000000,\
        "expiresDate":1702600000000,"signedDate":1700000100000,"revocationDate":1701000000000,"revocationReason":1,\
        "revocationType":"REFUND_FULL","revocationPercentage":50000,"billingPlanType":"MONTHLY",\
        "commitmentInfo":{"billingPeriodNumber":1,"totalBillingPeriods":12,"commitmentExpiresDate":1731600000000,\
        "commitmentPrice":119880}}
        """
    /// The payload of signed renewal information.
    static let renewalInfo = """
        {"originalTransactionId":"7000","productId":"tea.monthly","autoRenewProductId":"tea.yearly",\
        "environment":"Production","offerIdentifier":"SPRING","autoRenewStatus":1,"expirationIntent":2,\
        "gracePeriodExpiresDate":1703000000000,"priceIncreaseStatus":0,"isInBillingRetryPeriod":true,\
        "signedDate":1700000100000,"eligibleWinBackOfferIds":["BACK","AGAIN"],"renewalBillingPlanType":"MONTHLY",\
        "commitmentInfo":{"commitmentAutoRenewStatus":0,"commitmentAutoRenewProductId":"tea.yearly"}}
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

extension FuzzSamples {
    /// Receipts with and without purchases.
    static let receipts: [ReceiptDraft] = {
        var renewal = ReceiptPurchaseDraft("7001", of: "7000", at: moment)
        (renewal.lineItem, renewal.promotionalOffer, renewal.isTrial) = (9001, "SPRING", true)
        var refunded = ReceiptPurchaseDraft("7100", at: moment)
        (refunded.product, refunded.cancelledAt, refunded.expiresAt) = ("coins", moment, nil)
        var sandbox = ReceiptDraft([refunded])
        sandbox.receiptType = "ProductionSandbox"
        return [ReceiptDraft([renewal, refunded]), sandbox, ReceiptDraft()]
    }()

    /// The content of a receipt in which bytes stand as the value of one of its fields.
    static func receipt(_ value: [UInt8], inField type: Int) -> [UInt8] {
        var draft = ReceiptDraft([ReceiptPurchaseDraft("7001", at: moment)])
        draft.more = [ReceiptField(type, value)]
        return draft.payload
    }

    /// The content of a receipt in which bytes stand as the value of a field of a purchase.
    static func receipt(_ value: [UInt8], inPurchaseField type: Int) -> [UInt8] {
        let whole = [ReceiptField.text(1702, "tea"), .text(1703, "7001"), .text(1705, "7000")]
        return CMSElement.set([ReceiptField.set(17, whole + [ReceiptField(type, value)]).bytes])
    }
}
