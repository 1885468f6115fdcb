import AppStore
import CustomDump
import Foundation
import JSONValues
import Purchases
import Testing

@Suite struct VerifyReceiptTests {
    @Test func listsAreMergedAndTheLatestHasTheFirstWord() throws {
        let old = DocumentSamples.entry(["quantity": "1", "cancellation_date_ms": "1700000009000"])
        let new = DocumentSamples.entry(["quantity": "2", "is_trial_period": #""true""#])
        let text = #"{"status":0,"latest_receipt_info":[\#(new)],"receipt":{"in_app":[\#(old)]}}"#
        let contents = try DocumentSamples.contents(text)
        #expect(contents.transactions.count == 1)
        #expect(contents.transactions.first?.values.quantity == 2)
        #expect(contents.transactions.first?.values.isTrial == true)
        let revocation = Revocation(at: Instant(milliseconds: 1_700_000_009_000))
        #expect(contents.transactions.first?.values.revocation == .revoked(revocation))
    }

    @Test(arguments: ["latest_receipt_info", "latest_expired_receipt_info", "pending_renewal_info"])
    func anEmptyObjectIsNoList(_ key: String) throws {
        let text = #"{"status":0,"receipt":{"in_app":[\#(DocumentSamples.entry())]}}"#
        let beside = text.replacing(#"{"status":0,"#, with: #"{"status":0,"\#(key)":{},"#)
        let (plain, empty) = (try DocumentSamples.contents(text), try DocumentSamples.contents(beside))
        #expect(empty.transactions.map(\.transactionID) == plain.transactions.map(\.transactionID))
        #expect(empty.lists == plain.lists && empty.renewals.count == plain.renewals.count)
        #expect(plain.transactions.count == 1)
    }

    @Test func entriesOfOneListHaveNoOrder() throws {
        let short = DocumentSamples.entry(["expires_date_ms": "1701000000000", "quantity": "5"])
        let long = DocumentSamples.entry(["expires_date_ms": "1703000000000", "offer_code_ref_name": #""C""#])
        let one = try DocumentSamples.contents(DocumentSamples.answer(short, long)).transactions
        expectNoDifference(
            one, try DocumentSamples.contents(DocumentSamples.answer(long, short)).transactions)
        #expect(one.first?.values.expiresAt == Instant(milliseconds: 1_703_000_000_000))
        #expect(one.first?.values.quantity == 5 && one.first?.values.offerCode == "C")
    }

    @Test func theHistoryIsOneListAndNeverTwo() throws {
        let first = DocumentSamples.entry(["transaction_id": #""7000""#])
        let both =
            #"{"status":0,"latest_receipt_info":\#(DocumentSamples.entry()),"receipt":{"in_app":[\#(first)]}}"#
        let chain = OriginalTransactionID("7000")
        expectNoDifference(
            try DocumentSamples.contents(both).lists, [.init(chain: chain, ids: [TransactionID("7001")])])
        let only = #"{"status":0,"receipt":{"in_app":[\#(first)]}}"#
        expectNoDifference(
            try DocumentSamples.contents(only).lists, [.init(chain: chain, ids: [TransactionID("7000")])])
    }

    @Test func anIOS6ReceiptIsOneTransactionWithRenewalFieldsBesideIt() throws {
        let entry = DocumentSamples.entry([
            "bid": #""com.tea""#, "expires_date": #""1702600000000""#, "expires_date_ms": "",
        ])
        let text = """
            {"status":21006,"receipt":\(entry),"latest_expired_receipt_info":\(entry),"auto_renew_status":0,
             "auto_renew_product_id":"tea.monthly","is_in_billing_retry_period":"1","expiration_intent":"2"}
            """
        let contents = try DocumentSamples.contents(text)
        #expect(contents.receiptStatus == 21_006)
        #expect(contents.bundleID == BundleID("com.tea"))
        #expect(contents.environment == .production)
        #expect(contents.transactions.first?.values.expiresAt == Instant(milliseconds: 1_702_600_000_000))
        let info = try #require(contents.renewals.first?.info)
        #expect(info.extent == .whole && info.autoRenew == false && info.isInBillingRetry == true)
        #expect(info.expirationIntent == 2)
    }

    /// Source: Apple, "Receipt Fields": `auto_renew_status` is in every answer to a subscription's receipt.
    @Test func fieldsThatDoNotSayWhetherItRenewsAreSomeOfTheInformation() throws {
        let text = #"{"status":0,"receipt":\#(DocumentSamples.entry()),"auto_renew_product_id":"tea.yearly"}"#
        let info = try #require(try DocumentSamples.contents(text).renewals.first?.info)
        #expect(info.extent == .some && info.autoRenewProductID == ProductID("tea.yearly"))
    }

    @Test(arguments: [#"{"status":21005}"#, #"{"status":"21199","is_retryable":1,"environment":"Sandbox"}"#])
    func aStatusAloneIsRecorded(_ text: String) throws {
        let received = Instant(milliseconds: 1_700_000_000_000)
        let contents = try DocumentSamples.contents(text, receivedAt: received)
        #expect(contents.transactions.isEmpty && (contents.receiptStatus ?? 0) >= 21_000)
        #expect(contents.precedence.documentTime == received)
        #expect(try DocumentSamples.contents(text).precedence.documentTime == .earliest)
    }

    @Test(arguments: [
        (#""request_date_ms":"1700000001000","receipt_creation_date_ms":"1600000000000""#, 1_700_000_001_000),
        (#""receipt_creation_date_ms":"1600000000000""#, 1_600_000_000_000),
        (#""bundle_id":"x""#, 1_700_000_000_000),
        (#""request_date":"2020-01-01 00:00:00 Etc/GMT""#, 1_577_836_800_000),
    ])
    func documentTime(_ fields: String, _ expected: Int64) throws {
        let text = #"{"status":0,"receipt":{"in_app":[\#(DocumentSamples.entry())],\#(fields)}}"#
        let contents = try DocumentSamples.contents(text, receivedAt: Instant(milliseconds: 5))
        #expect(contents.precedence.documentTime == Instant(milliseconds: expected))
        #expect(contents.knownAt == Instant(milliseconds: 5))
    }

    @Test(arguments: [
        (#""environment":"Sandbox","receipt":{}"#, "Sandbox"),
        (#""environment":"Xcode","receipt":{}"#, "Xcode"),
        (#""receipt":{"receipt_type":"ProductionVPPSandbox"}"#, "Sandbox"),
        (#""receipt":{"receipt_type":"ProductionVPP"}"#, "Production"), (#""receipt":{}"#, "Production"),
    ])
    func environment(_ fields: String, _ expected: String) throws {
        let environment = try DocumentSamples.contents("{\"status\":0,\(fields)}").environment
        #expect(environment == AppStoreEnvironment(rawValue: expected))
    }

    @Test(arguments: [
        (#"{"status":0,"receipt":[]}"#, RejectionReason.wrongType), (#"{"x":1}"#, .wrongKind),
        ("[]", .wrongType),
        (#"{"status":0,"receipt":{"in_app":["x"]}}"#, .wrongType),
        (#"{"status":{},"receipt":{}}"#, .wrongType),
        (#"{"status":0,"receipt":{"in_app":"x"}}"#, .wrongType),
    ])
    func bad(_ text: String, _ reason: RejectionReason) { #expect(DocumentSamples.reason(text) == reason) }

    @Test func aRequestIsReadOnlyByItsReceipt() {
        #expect(
            DocumentSamples.reason(#"{"receipt-data":"M"}"#, .verifyReceiptRequest) == .receiptNotDecodable)
    }

    @Test(arguments: [
        (DocumentKind.receipt, RejectionReason.wrongType), (.notificationV2, .wrongKind),
        (.signedTransaction, .malformedJWS), (.signedRenewalInfo, .malformedJWS),
    ])
    func anEmptyObjectIsNoneOfTheOthers(_ kind: DocumentKind, _ reason: RejectionReason) {
        #expect(DocumentSamples.reason("{}", kind) == reason)
    }
}
