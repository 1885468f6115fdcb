import AppStore
import Purchases

/// Good documents of made-up purchases, which are damaged.
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
    /// Customers.
    static let customers = [
        #"{"app_user_id":"u_1","name":"山田 太郎","email":"a@b.c","app_account_token":"7E3FB204-2A3E-4B0C-8F5E-1B2C3D4E5F60"}"#,
        #"{"app_user_id":"u_2","aliases":["u_3"],"original_transaction_ids":["7000",7001],"email":null}"#,
    ]
}
