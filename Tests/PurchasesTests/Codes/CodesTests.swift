import Purchases
import Testing

/// Source: Apple's reference for the codes; that a code is found by any plausible spelling is ours.
@Suite struct CodesTests {
    @Test(arguments: [
        ("21005", ["receipt_status 21005"]), ("status 21004", ["receipt_status 21004"]),
        ("  Status:21004 ", ["receipt_status 21004"]), ("21150", ["receipt_status 21150"]),
        ("21100–21199", ["receipt_status 21100-21199"]), ("SKError 2", ["storekit_error skerror_2"]),
        ("skerror_2", ["storekit_error skerror_2"]), ("SKErrorDomain:2", ["storekit_error skerror_2"]),
        ("SKError.paymentCancelled", ["storekit_error skerror_2"]),
        ("paymentcancelled", ["storekit_error skerror_2"]), ("HTTP 503", ["http_status http_503"]),
        ("http_503", ["http_status http_503"]), ("503", ["http_status http_503"]),
        ("status 503", ["http_status http_503"]), ("507", ["http_status http_507"]),
        ("HTTP/1.1 503 Service Unavailable", ["http_status http_503"]),
        ("HTTP/2 429", ["http_status http_429"]), ("http 451", ["http_status http_451"]),
        ("intent 2", ["expiration_intent expiration_intent_2"]),
        ("expiration_intent 2", ["expiration_intent expiration_intent_2"]),
        ("expirationIntent: 2", ["expiration_intent expiration_intent_2"]),
        ("expiration-intent-2", ["expiration_intent expiration_intent_2"]),
        ("billing_error", ["expiration_intent expiration_intent_2"]),
        (
            "2",
            [
                "storekit_error skerror_2", "expiration_intent expiration_intent_2",
                "extension_reason extend_reason_2",
            ]
        ),
        (
            "0",
            [
                "receipt_status 0", "storekit_error skerror_0", "extension_reason extend_reason_0",
                "revocation_reason revocation_reason_0",
            ]
        ),
        ("20", ["storekit_error skerror_20"]),
        ("cancellation_reason 1", ["revocation_reason revocation_reason_1"]),
        ("revocationReason=0", ["revocation_reason revocation_reason_0"]),
        ("extendReasonCode 3", ["extension_reason extend_reason_3"]),
    ])
    func findsNumbers(_ text: String, _ expected: [String]) {
        #expect(labels(Codes.meanings(of: text)) == expected)
    }

    @Test(arguments: [
        ("DID_FAIL_TO_RENEW", ["notification_v2 DID_FAIL_TO_RENEW", "notification_v1 DID_FAIL_TO_RENEW"]),
        ("did fail to renew", ["notification_v2 DID_FAIL_TO_RENEW", "notification_v1 DID_FAIL_TO_RENEW"]),
        ("v1 REFUND", ["notification_v1 REFUND"]), ("V2:REFUND", ["notification_v2 REFUND"]),
        ("did_fail_to_renew/grace_period", ["notification_v2 DID_FAIL_TO_RENEW/GRACE_PERIOD"]),
        ("DID_FAIL_TO_RENEW GRACE_PERIOD", ["notification_v2 DID_FAIL_TO_RENEW/GRACE_PERIOD"]),
        ("DID_RENEW/GRACE_PERIOD", ["notification_v2 DID_RENEW"]),
        ("GRACE_PERIOD", ["notification_v2 DID_FAIL_TO_RENEW/GRACE_PERIOD"]),
        (
            "UPGRADE",
            ["notification_v2 OFFER_REDEEMED/UPGRADE", "notification_v2 DID_CHANGE_RENEWAL_PREF/UPGRADE"]
        ),
        ("INITIAL_BUY", ["notification_v1 INITIAL_BUY", "notification_v2 SUBSCRIBED/INITIAL_BUY"]),
        (
            "PRICE_INCREASE",
            [
                "notification_v2 PRICE_INCREASE", "expiration_intent expiration_intent_3",
                "notification_v2 EXPIRED/PRICE_INCREASE",
            ]
        ),
        ("4040010", ["server_api_error 4040010"]), ("TransactionIdNotFound", ["server_api_error 4040010"]),
        ("TransactionIdNotFoundError", ["server_api_error 4040010"]),
        (#"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#, ["server_api_error 4040010"]),
        ("fulfillment issue", ["refund_reason FULFILLMENT_ISSUE"]),
        ("GRANT_PRORATED", ["refund_reason GRANT_PRORATED"]),
        ("OTHER", ["refund_reason OTHER", "send_attempt OTHER"]), ("tls_issue", ["send_attempt TLS_ISSUE"]),
        ("late", ["cause late"]), ("Deliver failed", ["cause deliver_failed"]),
        ("error:NSURLErrorDomain:-1001", ["cause error:NSURLErrorDomain:-1001"]),
        ("NSURLErrorTimedOut", ["cause error:NSURLErrorDomain:-1001"]),
        ("-1001", ["cause error:NSURLErrorDomain:-1001"]),
        (
            #"Error Domain=NSURLErrorDomain Code=-1009 "The Internet connection appears to be offline.""#,
            ["cause error:NSURLErrorDomain:-1009"]
        ),
        (#"Error Domain=SKErrorDomain Code=2 "(null)""#, ["storekit_error skerror_2"]),
        (
            #""notificationType":"DID_RENEW","subtype":"BILLING_RECOVERY""#,
            ["notification_v2 DID_RENEW/BILLING_RECOVERY"]
        ),
        ("error:SKErrorDomain:2", ["storekit_error skerror_2"]),
        ("verification failed with 21005 again", ["receipt_status 21005"]),
        ("CREATED", ["notification_v2 EXTERNAL_PURCHASE_TOKEN/CREATED"]),
        ("ACTIVE_TOKEN_REMINDER", ["notification_v2 EXTERNAL_PURCHASE_TOKEN/ACTIVE_TOKEN_REMINDER"]),
        ("MIGRATE", ["notification_v2 MIGRATION"]), ("V2 MIGRATE", ["notification_v2 MIGRATION"]),
        ("MIGRATION", ["notification_v2 MIGRATION"]),
        ("RESCIND_CONSENT", ["notification_v2 RESCIND_CONSENT"]),
        ("4000004", ["server_api_error 4000004"]), ("4000044", ["server_api_error 4000044"]),
        ("4000209", ["server_api_error 4000209"]), ("4000225", ["server_api_error 4000225"]),
        ("4000227", ["server_api_error 4000227"]), ("4030028", ["server_api_error 4030028"]),
        ("4040022", ["server_api_error 4040022"]),
        (
            "ConsumptionPercentageOutOfRangeError", ["server_api_error ConsumptionPercentageOutOfRange"]
        ),
        (
            "UndeliveredConsumptionPercentageNonZero",
            ["server_api_error UndeliveredConsumptionPercentageNonZero"]
        ),
        (
            "AdvancedCommerceTransactionNotSupported",
            ["server_api_error AdvancedCommerceTransactionNotSupported"]
        ),
        ("BILLED_UPFRONT", ["billing_plan BILLED_UPFRONT"]), ("MONTHLY", ["billing_plan MONTHLY"]),
        ("billingPlanType: MONTHLY", ["billing_plan MONTHLY"]),
        ("FAMILY_SHARED", ["transaction_word FAMILY_SHARED"]),
        ("Non-Renewing Subscription", ["transaction_word Non-Renewing Subscription"]),
        ("RENEWAL", ["notification_v1 RENEWAL", "transaction_word RENEWAL"]),
        ("subscription status 3", ["subscription_status subscription_status_3"]),
        ("ASDServerErrorDomain 3532", ["cause error:ASDServerErrorDomain:3532"]),
        ("error:ASDErrorDomain:509", ["cause error:ASDErrorDomain:509"]),
        (
            #"Error Domain=AMSErrorDomain Code=6 "Payment Sheet Failed""#,
            ["cause error:AMSErrorDomain:6"]
        ),
    ])
    func findsNames(_ text: String, _ expected: [String]) {
        #expect(labels(Codes.meanings(of: text)) == expected)
    }

    /// The words of purchases and what they mean.
    static let purchaseWords: [(String, [String])] = [
        ("FREE_TRIAL", ["offer FREE_TRIAL"]), ("pay up front", ["offer PAY_UP_FRONT"]),
        ("offerDiscountType: PAY_AS_YOU_GO", ["offer PAY_AS_YOU_GO"]), ("ONE_TIME", ["offer ONE_TIME"]),
        ("offer type 2", ["offer offer_type_2"]), ("offerType=4", ["offer offer_type_4"]),
        ("purchasing", ["cause purchasing", "payment_state purchasing"]),
        ("deferred", ["cause deferred", "payment_state deferred"]),
        ("purchased", ["payment_state purchased", "transaction_word PURCHASED"]),
        ("restored", ["payment_state restored"]),
        ("finished", ["payment_state finished"]), ("state: failed", ["payment_state failed"]),
    ]

    @Test(arguments: purchaseWords)
    func findsTheWordsOfPurchases(_ text: String, _ expected: [String]) {
        #expect(labels(Codes.meanings(of: text)) == expected)
    }

    @Test(arguments: [
        "", " ", "-", "/", "-2", "2.5", "50 3", "21", "99", "600", "21099", "21200", "skerror_21", "http_600",
        "intent 6", "nonsense", "other things of 2 people", "wait 120 seconds", "99999999999999999999",
        "http_99999999999999999999", "3532", "\u{0}", "٢", "café",
    ])
    func findsNothing(_ text: String) {
        #expect(labels(Codes.meanings(of: text)) == [])
    }

    @Test func findsEveryCodeAndNameOfItsOwn() {
        for meaning in Codes.all {
            #expect(Codes.meanings(of: meaning.code).contains(meaning), "\(meaning.code)")
            #expect(Codes.meanings(of: meaning.name).contains(meaning), "\(meaning.name)")
        }
    }

    @Test(arguments: [
        ("paymentCanceled", "paymentCancelled"), ("DID_FAILED_TO_RENEW", "DID_FAIL_TO_RENEW"),
        ("21099", "21009"), ("not_verifed", "not_verified"), (" skeror_2 ", "skerror_2"),
    ])
    func namesTheNearest(_ text: String, _ expected: String) {
        #expect(Codes.nearest(to: text).contains(expected))
    }

    @Test func namesNothingNearNonsense() {
        #expect(Codes.nearest(to: "") == [])
        #expect(Codes.nearest(to: "qqqqqqqqqqqqqqqq") == [])
    }

    private func labels(_ meanings: [CodeMeaning]) -> [String] {
        meanings.map { "\($0.family.rawValue) \($0.code)" }
    }
}
