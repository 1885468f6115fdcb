import AppStore
import CustomDump
import Foundation
import Purchases
import Testing

@Suite struct TransactionFieldTests {
    @Test func everyField() throws {
        let values = try DocumentSamples.values([
            "original_purchase_date_ms": #""1690000000000""#, "cancellation_date_ms": #""1700000500000""#,
            "cancellation_reason": #""1""#, "quantity": #""2""#, "is_trial_period": #""true""#,
            "is_in_intro_offer_period": #""false""#, "offer_code_ref_name": #""SPRING""#,
            "promotional_offer_id": #""promo""#, "in_app_ownership_type": #""FAMILY_SHARED""#,
            "is_upgraded": #""true""#, "subscription_group_identifier": #""55""#,
            "app_account_token": #""6F9619FF-8B86-D011-B42D-00C04FC964FF""#,
        ])
        var expected = TransactionValues()
        expected.webOrderLineItemID = WebOrderLineItemID("9001")
        expected.productID = ProductID("tea.monthly")
        expected.purchasedAt = Instant(milliseconds: 1_700_000_000_000)
        expected.originalPurchasedAt = Instant(milliseconds: 1_690_000_000_000)
        expected.expiresAt = Instant(milliseconds: 1_702_600_000_000)
        expected.revocation = .revoked(Revocation(at: Instant(milliseconds: 1_700_000_500_000), reason: "1"))
        (expected.quantity, expected.isTrial, expected.isIntroductoryOffer) = (2, true, false)
        (expected.offerCode, expected.promotionalOfferID) = ("SPRING", "promo")
        (expected.ownership, expected.isUpgraded) = (.familyShared, true)
        expected.group = SubscriptionGroupID("55")
        expected.appAccountToken = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
        expectNoDifference(values, expected)
    }

    @Test func numbersStandForTextsAndTheReverse() throws {
        let entry = DocumentSamples.entry([
            "transaction_id": "7001", "original_transaction_id": "7000", "web_order_line_item_id": "9001",
            "quantity": "3", "is_trial_period": "false", "is_upgraded": "1",
            "purchase_date_ms": "1700000000000",
        ])
        let telling = try #require(
            try DocumentSamples.contents(DocumentSamples.answer(entry)).transactions.first)
        #expect(telling.transactionID == TransactionID("7001"))
        #expect(telling.originalTransactionID == OriginalTransactionID("7000"))
        #expect(telling.values.webOrderLineItemID == WebOrderLineItemID("9001"))
        #expect(telling.values.quantity == 3)
        #expect(telling.values.isTrial == false)
        #expect(telling.values.isUpgraded == true)
        #expect(telling.values.purchasedAt == Instant(milliseconds: 1_700_000_000_000))
    }

    @Test(arguments: [
        (#""1700000000000""#, "", 1_700_000_000_000), ("1700000000000", "", 1_700_000_000_000),
        ("1700000000000.4", "", 1_700_000_000_000), (#""1700000000000.0""#, "", 1_700_000_000_000),
        ("", #""2023-11-14 22:13:20 Etc/GMT""#, 1_700_000_000_000),
        ("", #""1700000000000""#, 1_700_000_000_000),
        (#""""#, #""2023-11-14 22:13:20 Etc/GMT""#, 1_700_000_000_000), (#""0""#, "", 0), ("0", #""""#, 0),
        ("null", "null", 0), ("", "", 0), ("", #""9999-12-31 23:59:59 Etc/GMT""#, 253_402_300_799_000),
    ])
    func dates(_ milliseconds: String, _ text: String, _ expected: Int64) throws {
        let values = try DocumentSamples.values(["expires_date_ms": milliseconds, "expires_date": text])
        #expect(values?.expiresAt == (expected == 0 ? nil : Instant(milliseconds: expected)))
    }

    @Test(arguments: [
        #""soon""#, #""0000-01-01 00:00:00 Etc/GMT""#, #""99999-01-01 00:00:00 Etc/GMT""#, "-1",
        "253402300800000",
        #""2023-02-30 00:00:00 Etc/GMT""#, #""2023-02-03 24:00:00 Etc/GMT""#, #""-62135596800000""#, "1e30",
        #""nan""#, #""2023-02-03 10:00:00 America/Los_Angeles""#,
    ])
    func badDates(_ date: String) {
        let entry = DocumentSamples.entry(["expires_date_ms": date])
        #expect(DocumentSamples.reason(DocumentSamples.answer(entry)) == .badDate)
    }

    @Test(arguments: ["2023-11-14 22:13:20", "2023-11-14T22:13:20.5", " 2023-11-14 22:13"])
    func aTimeWithoutAZoneIsNamedAsSuch(_ date: String) throws {
        let entry = DocumentSamples.entry(["purchase_date_ms": "", "purchase_date": "\"\(date)\""])
        let problem = try #require(DocumentSamples.problem(DocumentSamples.answer(entry), .verifyReceipt))
        #expect(problem.reason == .badDate)
        #expect(problem.detail.contains("purchase_date is a time without a zone"), "\(problem.detail)")
    }

    /// Los Angeles has an hour twice each autumn, so that its time alone names no moment.
    @Test(arguments: ["purchase_date", "original_purchase_date", "expires_date", "cancellation_date"])
    func losAngelesTimeAloneIsRefusedByName(_ key: String) throws {
        let pacific = #""2023-11-14 14:13:20 America/Los_Angeles""#
        let alone = DocumentSamples.entry([key + "_ms": "", key + "_pst": pacific])
        let problem = try #require(DocumentSamples.problem(DocumentSamples.answer(alone), .verifyReceipt))
        #expect(problem.reason == .badDate)
        #expect(problem.detail.contains("\(key)_pst stands alone"), "\(problem.detail)")
        for told in [#""0""#, #""1700000000000""#] {
            let beside = DocumentSamples.entry([key + "_ms": told, key + "_pst": pacific])
            #expect(DocumentSamples.problem(DocumentSamples.answer(beside), .verifyReceipt) == nil)
        }
    }

    @Test(arguments: [
        (["transaction_id": ""], RejectionReason.missingID), (["transaction_id": #""""#], .missingID),
        (["original_transaction_id": "null"], .missingID), (["product_id": ""], .missingProduct),
        (["transaction_id": #""a\u0000b""#], .badValue), (["product_id": #""a\u001bb""#], .badValue),
        (["transaction_id": "\"\(String(repeating: "9", count: 257))\""], .badValue),
        (["transaction_id": "{}"], .wrongType), (["purchase_date_ms": "[1]"], .wrongType),
        (["is_trial_period": "[]"], .wrongType), (["quantity": "true"], .wrongType),
        (["quantity": #""many""#], .badValue), (["quantity": "1000000000"], .badValue),
        (["offer_code_ref_name": "\"\(String(repeating: "x", count: 10_001))\""], .tooLarge),
    ])
    func badFields(_ changes: [String: String], _ reason: RejectionReason) {
        #expect(DocumentSamples.reason(DocumentSamples.answer(DocumentSamples.entry(changes))) == reason)
    }

    @Test func unknownFieldsAndWordsAreNoErrors() throws {
        let values = try DocumentSamples.values([
            "in_app_ownership_type": #""LENT""#, "is_trial_period": #""maybe""#, "new_field": "[[1]]",
            "web_order_line_item_id": #""0""#, "quantity": #""0""#,
        ])
        #expect(values?.ownership == nil && values?.isTrial == nil && values?.webOrderLineItemID == nil)
        #expect(values?.quantity == nil)
    }
}
