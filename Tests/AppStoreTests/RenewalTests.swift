import AppStore
import CustomDump
import Foundation
import Purchases
import Testing

@Suite struct RenewalTests {
    private static let chain = OriginalTransactionID("7000")

    private func renewals(_ pending: String) throws -> [DocumentContents.Renewal] {
        let list = #""latest_receipt_info":[\#(DocumentSamples.entry())]"#
        return try DocumentSamples.contents("{\"status\":0,\(list)\(pending)}").renewals
    }

    @Test func everyField() throws {
        let entry = """
            {"original_transaction_id":"7000","product_id":"tea.monthly","auto_renew_product_id":"tea.yearly",
             "auto_renew_status":"0","expiration_intent":"2","grace_period_expires_date_ms":"1703000000000",
             "is_in_billing_retry_period":"1","price_consent_status":"0","promotional_offer_id":"promo"}
            """
        let renewal = try #require(try renewals(#","pending_renewal_info":[\#(entry)]"#).first)
        #expect(renewal.chain == Self.chain)
        let info = renewal.info
        #expect(info.extent == .whole && info.autoRenew == false && info.expirationIntent == 2)
        #expect(info.autoRenewProductID == ProductID("tea.yearly"))
        #expect(info.gracePeriodExpiresAt == Instant(milliseconds: 1_703_000_000_000))
        #expect(info.isInBillingRetry == true && info.priceConsent == false && info.offerID == "promo")
    }

    @Test func aListWithoutTheChainSaysThatNothingIsPending() throws {
        let empty = try renewals(#","pending_renewal_info":[]"#)
        #expect(empty.map(\.chain) == [Self.chain] && empty.first?.info.extent == .absent)
        #expect(try renewals("").isEmpty)
        #expect(try renewals(#","pending_renewal_info":null"#).isEmpty)
    }

    @Test func anEntryWithoutAnIDIsFoundByItsProduct() throws {
        let found = try renewals(
            #","pending_renewal_info":[{"product_id":"tea.monthly","auto_renew_status":"1"}]"#)
        #expect(found.map(\.chain) == [Self.chain] && found.first?.info.autoRenew == true)
        #expect(throws: DocumentProblem.self) {
            try renewals(#","pending_renewal_info":[{"product_id":"coffee","auto_renew_status":"1"}]"#)
        }
    }

    /// An answer without a list tells renewals by the fields at its top, and without those nothing.
    @Test func anAnswerWithoutAListTellsByItsFieldsAlone() throws {
        #expect(try renewals("").isEmpty)
        let beside = try renewals(#","auto_renew_status":1"#)
        #expect(beside.first?.info.extent == .whole && beside.first?.info.autoRenew == true)
    }

    @Test func ofTwoEntriesTheOneOfTheNewestPurchaseCounts() throws {
        let old = #"{"original_transaction_id":"7000","product_id":"water","auto_renew_status":"0"}"#
        let new = #"{"original_transaction_id":"7000","product_id":"tea.monthly","auto_renew_status":"1"}"#
        for list in ["\(old),\(new)", "\(new),\(old)"] {
            let found = try renewals(#","pending_renewal_info":[\#(list)]"#)
            #expect(found.count == 1 && found.first?.info.autoRenew == true)
        }
    }
}
