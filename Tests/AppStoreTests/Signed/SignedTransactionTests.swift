import AppStore
import AppStoreTesting
import CustomDump
import JSONValues
import Purchases
import Testing

@Suite struct SignedTransactionTests {
    private func telling(_ changes: [String: JSONValue] = [:]) throws -> TransactionObservation? {
        let document = try SignedSamples.signed(SignedSamples.transaction(changes))
        return try SignedSamples.contents(document, .signedTransaction).transactions.first
    }

    @Test func whatNamesNoEnvironmentMayBeATest() throws {
        let transaction = SignedSamples.transaction(["environment": .null])
        let renewal = SignedSamples.renewal(["environment": .null])
        #expect(try SignedSamples.reason(SignedSamples.signed(transaction), .signedTransaction) == .badValue)
        #expect(try SignedSamples.reason(SignedSamples.signed(renewal), .signedRenewalInfo) == .badValue)
        let arrived = try SignedSamples.arrived(
            "TEST", changes: ["data": .object(["bundleId": "com.example.tea"])])
        #expect(SignedSamples.reason(arrived, .notificationV2) == .badValue)
        let answer: JSONValue = .object([
            "bundleId": "com.example.tea", "environment": "Production",
            "signedTransactions": .array([try SignedSamples.signed(transaction)]),
        ])
        #expect(SignedSamples.reason(answer, .serverAPI) == .badValue)
    }

    @Test func everyFieldThatCounts() throws {
        let told = try #require(
            try telling([
                "originalPurchaseDate": .integer(1_690_000_000_000), "quantity": .integer(2),
                "subscriptionGroupIdentifier": "g1",
                "appAccountToken": "7E3FB20B-4CDB-47CC-936D-99D65F608138",
                "inAppOwnershipType": "FAMILY_SHARED", "isUpgraded": .bool(true), "offerType": .integer(1),
                "offerDiscountType": "PAY_AS_YOU_GO", "storefront": "DEU", "transactionReason": "RENEWAL",
                "price": .integer(10_990), "currency": "EUR", "appTransactionId": "700000000000000001",
                "advancedCommerceInfo": .object([
                    "items": .array([
                        .object([
                            "SKU": "gold", "displayName": "Gold", "price": .integer(9_990),
                            "refunds": .array([
                                .object(["refundAmount": .integer(1_000), "refundType": "PRORATED"]),
                                .object(["refundAmount": .integer(500)]),
                            ]),
                        ]),
                        .object(["SKU": "tip", "revocationDate": .integer(1_700_000_050_000)]),
                        .object(["displayName": "nameless"]),
                    ])
                ]),
                "billingPlanType": "MONTHLY",
                "commitmentInfo": .object([
                    "billingPeriodNumber": .integer(3), "totalBillingPeriods": .integer(12),
                    "commitmentExpiresDate": .integer(1_721_500_000_000),
                    "commitmentPrice": .integer(131_880),
                ]),
            ]))
        var values = TransactionValues()
        values.webOrderLineItemID = "9001"
        values.productID = "tea.monthly"
        values.purchasedAt = Instant(milliseconds: 1_700_000_000_000)
        values.originalPurchasedAt = Instant(milliseconds: 1_690_000_000_000)
        values.expiresAt = Instant(milliseconds: 1_702_600_000_000)
        values.revocation = TransactionValues.RevocationStatement.none
        (values.quantity, values.isUpgraded, values.group) = (2, true, "g1")
        values.appAccountToken = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
        (values.ownership, values.offerType, values.offerDiscountType) = (.familyShared, 1, "PAY_AS_YOU_GO")
        (values.storefront, values.transactionReason) = ("DEU", "RENEWAL")
        (values.bundleID, values.appleType) = ("com.example.tea", "Auto-Renewable Subscription")
        values.price = Money(milliunits: 10_990, currency: "EUR")
        values.appTransactionID = "700000000000000001"
        values.commerce = AdvancedCommerce(items: [
            .init(
                sku: "gold", name: "Gold", price: Money(milliunits: 9_990, currency: "EUR"),
                refunded: Money(milliunits: 1_500, currency: "EUR")),
            .init(sku: "tip", revokedAt: Instant(milliseconds: 1_700_000_050_000)),
        ])
        var billing = BillingTerms()
        (billing.plan, billing.period, billing.periods) = ("MONTHLY", 3, 12)
        billing.endsAt = Instant(milliseconds: 1_721_500_000_000)
        billing.price = Money(milliunits: 131_880, currency: "EUR")
        values.billing = billing
        expectNoDifference(told.values, values)
        #expect(told.transactionID == "7001" && told.originalTransactionID == "7000")
        #expect(told.precedence?.documentTime == Instant(milliseconds: SignedSamples.signedAt))
        #expect(told.precedence?.isSigned == true)
    }

    /// What is no list of items is passed over: the transaction counts all the same.
    @Test(arguments: [
        JSONValue.string("x"), .object([:]), .object(["items": "x"]), .object(["items": .array([])]),
    ])
    func whatNamesNoItemTellsNone(_ info: JSONValue) throws {
        #expect(try telling(["advancedCommerceInfo": info])?.values.commerce == nil)
    }

    @Test(
        arguments: [
            ("REFUND_FULL", Revocation.Kind.refund), ("REFUND_PRORATED", .refund),
            ("FAMILY_REVOKE", .familyRevoke),
            ("SOMETHING_NEW", nil),
        ] as [(String, Revocation.Kind?)])
    func revocations(_ word: String, _ kind: Revocation.Kind?) throws {
        let told = try telling([
            "revocationDate": .integer(1_700_000_050_000), "revocationReason": .integer(1),
            "revocationType": .string(word), "revocationPercentage": .integer(50_000),
        ])
        let revocation = Revocation(
            at: Instant(milliseconds: 1_700_000_050_000), toldKind: kind, reason: "1", percentage: 50_000)
        expectNoDifference(told?.values.revocation, .revoked(revocation))
    }

    @Test(
        arguments: [
            (2, "spring", nil), (4, "spring", nil), (3, nil, "spring"), (1, nil, nil), (9, nil, nil),
        ] as [(Int64, String?, String?)])
    func offers(_ type: Int64, _ promotional: String?, _ code: String?) throws {
        let values = try telling(["offerType": .integer(type), "offerIdentifier": "spring"])?.values
        #expect(values?.promotionalOfferID == promotional && values?.offerCode == code)
        #expect(values?.offerType == Int(type))
    }

    /// What is told of billing, and what is kept of it: plans that are not known yet, too.
    @Test func billingWithoutACommitment() throws {
        #expect(try telling()?.values.billing == nil)
        #expect(try telling(["commitmentInfo": .object([:])])?.values.billing == nil)
        let told = try telling(["billingPlanType": "WEEKLY", "commitmentInfo": .object(["x": .integer(1)])])
        #expect(told?.values.billing?.plan == "WEEKLY" && told?.values.billing?.payment == nil)
        let odd = try telling([
            "commitmentInfo": .object([
                "billingPeriodNumber": .integer(.min), "totalBillingPeriods": .integer(.max),
                "commitmentPrice": .integer(1),
            ])
        ])
        #expect(odd?.values.billing?.payment == nil && odd?.values.billing?.price == nil)
    }

    @Test(arguments: [
        ("transactionId", RejectionReason.missingID), ("originalTransactionId", .missingID),
        ("productId", .missingProduct),
    ])
    func whatIsMissing(_ key: String, _ reason: RejectionReason) throws {
        let document = try SignedSamples.signed(SignedSamples.transaction([key: .null]))
        #expect(SignedSamples.reason(document, .signedTransaction) == reason)
    }

    @Test(arguments: [
        ("purchaseDate", JSONValue.string("soon"), RejectionReason.badDate),
        ("quantity", .integer(-4), .badValue),
        ("transactionId", .bool(true), .wrongType), ("transactionId", "7\u{1B}[31m", .badValue),
        ("signedDate", .integer(-99_999_999_999_999_999), .badDate), ("commitmentInfo", "twelve", .wrongType),
        ("commitmentInfo", .object(["billingPeriodNumber": "third"]), .badValue),
        ("commitmentInfo", .object(["commitmentExpiresDate": "soon"]), .badDate),
    ])
    func fieldsThatCannotBe(_ key: String, _ value: JSONValue, _ reason: RejectionReason) throws {
        let document = try SignedSamples.signed(SignedSamples.transaction([key: value]))
        #expect(SignedSamples.reason(document, .signedTransaction) == reason)
    }

    @Test func oneThatNamesNoTransactionIsEvidence() throws {
        let document = try SignedSamples.signed(
            .object([
                "environment": "Sandbox", "bundleId": "com.example",
                "signedDate": .integer(1_700_000_000_000),
            ]))
        let contents = try SignedSamples.contents(document, .signedTransaction)
        #expect(contents.transactions.isEmpty && contents.chains.isEmpty && contents.precedence.isSigned)
        #expect(contents.environment == .sandbox && contents.bundleID == "com.example")
    }

    @Test func withoutADateOfItsOwnItsDatesCount() throws {
        let told = try telling([
            "signedDate": .null, "revocationDate": .integer(1_700_000_050_000),
        ])
        #expect(told?.precedence?.documentTime == Instant(milliseconds: 1_700_000_050_000))
    }

    @Test(arguments: ["Xcode", "LocalTesting"])
    func whatXcodeMakesIsNotSigned(_ environment: String) throws {
        let changes: [String: JSONValue] = ["environment": .string(environment)]
        let document = try SignedSamples.signed(SignedSamples.transaction(changes), .signedByAnother)
        let contents = try SignedSamples.contents(document, .signedTransaction)
        #expect(!contents.precedence.isSigned && contents.transactions.first?.precedence?.isSigned == false)
        #expect(contents.environment == AppStoreEnvironment(rawValue: environment))
    }

    @Test func renewalInformation() throws {
        let document = try SignedSamples.signed(
            SignedSamples.renewal([
                "expirationIntent": .integer(2), "isInBillingRetryPeriod": .bool(true),
                "gracePeriodExpiresDate": .integer(1_702_700_000_000), "priceIncreaseStatus": .integer(0),
                "offerIdentifier": "win", "eligibleWinBackOfferIds": .array(["best", "other"]),
                "renewalBillingPlanType": "MONTHLY",
                "commitmentInfo": .object([
                    "commitmentAutoRenewStatus": .integer(0), "commitmentAutoRenewProductId": "tea.monthly",
                ]),
            ]))
        let contents = try SignedSamples.contents(document, .signedRenewalInfo)
        let renewal = try #require(contents.renewals.first)
        var info = RenewalInfo(
            precedence: contents.precedence, knownAt: contents.precedence.documentTime, extent: .whole)
        (info.autoRenew, info.autoRenewProductID, info.expirationIntent) = (true, "tea.yearly", 2)
        info.gracePeriodExpiresAt = Instant(milliseconds: 1_702_700_000_000)
        (info.isInBillingRetry, info.priceConsent, info.offerID) = (true, false, "win")
        info.winBackOfferIDs = ["best", "other"]
        var billing = BillingRenewal()
        (billing.plan, billing.renewsAfterCommitment) = ("MONTHLY", false)
        billing.productAfterCommitment = "tea.monthly"
        info.billing = billing
        expectNoDifference(renewal.info, info)
        #expect(renewal.chain == "7000" && contents.transactions.isEmpty)
    }

    @Test(arguments: [
        (JSONValue.string("best"), RejectionReason.wrongType), (.array([.integer(7)]), .wrongType),
        (.array(["a\u{1B}[31m"]), .badValue),
        (.array([.string(String(repeating: "a", count: 257))]), .badValue),
    ])
    func offersThatCannotBe(_ offers: JSONValue, _ reason: RejectionReason) throws {
        let document = try SignedSamples.signed(SignedSamples.renewal(["eligibleWinBackOfferIds": offers]))
        #expect(SignedSamples.reason(document, .signedRenewalInfo) == reason)
    }
}
