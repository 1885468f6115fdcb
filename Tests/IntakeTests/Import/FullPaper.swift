import AppStore
import AppStoreTesting
import Foundation
import JSONValues
import PersistenceTesting
import Purchases

/// A document of each kind in which every field is there that its decoder reads.
enum FullPaper {
    /// When the documents reached the app's server.
    static let arrival = Instant(milliseconds: MadeUpChain.start + 9 * MadeUpChain.day)
    /// The subscription that Apple's documents tell of.
    private static let chain = MadeUpChain.subscription("7000", from: 0)

    /// The document of a kind.
    static func document(_ kind: DocumentKind) throws -> JSONValue {
        switch kind {
        case .verifyReceipt: answer
        case .verifyReceiptRequest: .object(["receipt-data": .string(try receipt())])
        case .notificationV1: notification
        case .notificationV2: .object(["signedPayload": try consumptionRequest("Ask-1", of: chain)])
        case .signedTransaction: try transaction(of: chain, revocation.merging(offerCode) { $1 })
        case .signedRenewalInfo: try renewal(of: chain)
        case .serverAPI: try serverAnswer()
        case .receipt: .string(try receipt())
        case .purchaseReport: report
        case .customers: customer
        }
    }

    /// The document of a kind in an envelope that says all that envelopes say.
    static func enveloped(_ kind: DocumentKind) throws -> String {
        let body = try document(kind)
        return JSONValue.object([
            "body": body, "kind": .string(kind.rawValue), "customer": .string("u_1"),
            "received_at": .string(arrival.description), "source": .string("archive"),
        ]).canonicalText
    }

    private static func date(_ day: Int64) -> JSONValue { SignedPaper.date(day) }
}

/// Documents in JSON.
extension FullPaper {
    private static func entry(_ id: String, revokedOn day: Int64? = nil) -> JSONPaper.Entry {
        JSONPaper.Entry(
            id: id, chain: "7000", line: "5\(id)", token: MadeUpCustomer.tokens[0], revokedOn: day,
            more: [
                "original_purchase_date_ms": date(0), "quantity": .string("2"),
                "is_trial_period": .string("true"), "is_in_intro_offer_period": .string("true"),
                "offer_code_ref_name": .string("SUMMER"), "promotional_offer_id": .string("spring"),
                "subscription_group_identifier": .string("g1"), "is_upgraded": .string("true"),
                "in_app_ownership_type": .string("FAMILY_SHARED"), "cancellation_reason": .string("1"),
            ])
    }

    private static let pendingRenewal: JSONValue = .array([
        .object([
            "original_transaction_id": .string("7000"), "product_id": .string("tea.monthly"),
            "auto_renew_product_id": .string("tea.yearly"), "auto_renew_status": .string("1"),
            "expiration_intent": .string("2"), "grace_period_expires_date_ms": date(40),
            "is_in_billing_retry_period": .string("1"), "price_consent_status": .string("0"),
            "promotional_offer_id": .string("spring"),
        ])
    ])

    private static let charges: JSONValue = .array([entry("7000").value, entry("7001", revokedOn: 4).value])

    private static let answer: JSONValue = .object([
        "status": .integer(21006), "environment": .string("Production"),
        "receipt": .object(["bundle_id": .string("com.example.tea"), "request_date_ms": date(5)]),
        "latest_receipt_info": charges, "pending_renewal_info": pendingRenewal,
    ])

    private static let notification: JSONValue = .object([
        "notification_type": .string("CANCEL"), "environment": .string("PROD"),
        "bid": .string("com.example.tea"), "original_transaction_id": .string("7000"),
        "auto_renew_product_id": .string("tea.yearly"), "auto_renew_status_change_date_ms": date(5),
        "unified_receipt": .object([
            "status": .integer(0), "latest_receipt_info": charges, "pending_renewal_info": pendingRenewal,
        ]),
    ])

    private static let report = JSONAttempt(
        transaction: "7000", chain: "7000", line: "57000",
        more: [
            "environment": .string("Production"), "app_version": .string("5.2.1"),
            "os_version": .string("17.5"), "device": .string("iPhone14,5"), "storefront": .string("DEU"),
        ],
        events: [
            JSONAttempt.state("purchased", 0),
            JSONAttempt.step(
                "verify", 1, failure.merging(["receipt_status": .integer(21005)]) { $1 }),
            JSONAttempt.step("deliver", 2, failure.merging(["ok": .bool(false)]) { $1 }),
            JSONAttempt.state("failed", 3, failure),
        ]
    ).value

    private static let failure: [String: JSONValue] = [
        "http_status": .integer(503), "error_domain": .string("NSURLErrorDomain"),
        "error_code": .string("-1001"),
    ]

    private static let customer: JSONValue = .object([
        "app_user_id": .string("u_2"), "email": .string("mia@example.com"), "name": .string("Mia"),
        "app_account_token": .string(MadeUpCustomer.tokens[0]), "created_at": date(0),
        "locale": .string("de_DE"), "country": .string("DE"), "updated_at": date(5),
    ])
}

/// Documents that Apple signs.
extension FullPaper {
    private static let revocation: [String: JSONValue] = [
        "revocationDate": date(2), "revocationReason": .integer(1),
        "revocationType": .string("REFUND_PRORATED"), "revocationPercentage": .integer(50_000),
    ]
    private static let offerCode: [String: JSONValue] = [
        "offerType": .integer(3), "offerIdentifier": .string("SUMMER"),
    ]
    private static let promotionalOffer: [String: JSONValue] = [
        "offerType": .integer(2), "offerIdentifier": .string("spring"),
    ]

    private static func transaction(
        of chain: MadeUpChain, _ more: [String: JSONValue]
    ) throws -> JSONValue {
        let members: [String: JSONValue] = [
            "offerDiscountType": .string("PAY_UP_FRONT"), "isUpgraded": .bool(true),
            "type": .string("Auto-Renewable Subscription"), "transactionReason": .string("PURCHASE"),
            "inAppOwnershipType": .string("PURCHASED"), "storefront": .string("DEU"),
            "price": .integer(9990), "currency": .string("EUR"),
            "appTransactionId": .string("704000000000000001"), "billingPlanType": .string("MONTHLY"),
            "commitmentInfo": .object([
                "billingPeriodNumber": .integer(1), "totalBillingPeriods": .integer(12),
                "commitmentExpiresDate": date(360), "commitmentPrice": .integer(119_880),
            ]),
            "advancedCommerceInfo": .object(["items": .array([.object(["SKU": .string("gold")])])]),
            "appAccountToken": .string(MadeUpCustomer.tokens[0]),
        ]
        return try SignedPaper().transaction(
            chain.charges[0], of: chain, on: 3, members.merging(more) { $1 })
    }

    private static func renewal(of chain: MadeUpChain) throws -> JSONValue {
        try SignedPaper().renewal(
            of: chain, on: 4,
            [
                "expirationIntent": .integer(2), "gracePeriodExpiresDate": date(40),
                "isInBillingRetryPeriod": .bool(true), "priceIncreaseStatus": .integer(0),
                "offerIdentifier": .string("spring"), "renewalBillingPlanType": .string("MONTHLY"),
                "eligibleWinBackOfferIds": .array([.string("back")]),
                "appAccountToken": .string(MadeUpCustomer.tokens[1]),
            ])
    }

    private static func consumptionRequest(_ uuid: String, of chain: MadeUpChain) throws -> JSONValue {
        let data: [String: JSONValue] = [
            "environment": .string(chain.environment), "bundleId": .string("com.example.tea"),
            "appAppleId": .integer(42), "consumptionRequestReason": .string("FULFILLMENT_ISSUE"),
            "signedTransactionInfo": try transaction(of: chain, promotionalOffer),
            "signedRenewalInfo": try renewal(of: chain),
        ]
        return try SignedPaper().signed(
            .object([
                "notificationType": .string("CONSUMPTION_REQUEST"), "subtype": .string("UNHEARD_OF"),
                "notificationUUID": .string(uuid), "version": .string("2.0"), "signedDate": date(5),
                "data": .object(data),
            ]))
    }

    private static func purchaseToken() throws -> JSONValue {
        try SignedPaper().signed(
            .object([
                "notificationType": .string("EXTERNAL_PURCHASE_TOKEN"), "subtype": .string("UNREPORTED"),
                "notificationUUID": .string("token-1"), "version": .string("2.0"), "signedDate": date(7),
                "externalPurchaseToken": .object([
                    "externalPurchaseId": .string("b2158121"), "tokenCreationDate": date(6),
                    "bundleId": .string("com.example.tea"), "appAppleId": .integer(42),
                ]),
            ]))
    }

    private static func serverAnswer() throws -> JSONValue {
        let asked = MadeUpChain.subscription("7100", from: 0)
        let pass = MadeUpChain.single("9001", of: "week_pass", on: 3)
        let status: JSONValue = .object([
            "originalTransactionId": .string("7000"), "status": .integer(1),
            "signedTransactionInfo": try transaction(of: chain, revocation.merging(offerCode) { $1 }),
            "signedRenewalInfo": try renewal(of: chain),
        ])
        let told: JSONValue = .object([
            "signedPayload": try consumptionRequest("ask-2", of: asked),
            "sendAttempts": .array([
                .object(["attemptDate": date(5), "sendAttemptResult": .string("TIMED_OUT")]),
                .object(["attemptDate": date(6), "sendAttemptResult": .string("SUCCESS")]),
            ]),
        ])
        return .object([
            "environment": .string("Production"), "bundleId": .string("com.example.tea"),
            "appAppleId": .integer(42), "orderId": .string("MK5TTTVWJH"),
            "originalTransactionId": .string("7900"),
            "notificationHistory": .array([told, .object(["signedPayload": try purchaseToken()])]),
            "data": .array([
                .object([
                    "subscriptionGroupIdentifier": .string("g1"), "lastTransactions": .array([status]),
                ])
            ]),
            "signedTransactions": .array([try transaction(of: pass, [:])]),
        ])
    }

    private static func receipt() throws -> String {
        var month = ReceiptPurchaseDraft("7000", at: Instant(milliseconds: MadeUpChain.start))
        (month.lineItem, month.quantity, month.cancelledAt) = (57000, 2, month.purchasedAt + .days(2))
        (month.isTrial, month.isIntroductoryOffer, month.promotionalOffer) = (true, true, "spring")
        let draft = AppStoreTesting.ReceiptDraft([month])
        return try draft.signed(by: MintedChain.good.forReceipts).base64EncodedString()
    }
}
