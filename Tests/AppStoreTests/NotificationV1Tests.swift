import AppStore
import CustomDump
import Foundation
import JSONValues
import Purchases
import Testing

@Suite struct NotificationV1Tests {
    private func notification(_ fields: String, type: String = "DID_RENEW") throws -> DocumentContents {
        try DocumentSamples.contents("{\"notification_type\":\"\(type)\",\(fields)}", .notificationV1)
    }

    private let unified =
        #""unified_receipt":{"status":0,"latest_receipt_info":[\#(DocumentSamples.entry())]"#

    @Test(arguments: [
        "INITIAL_BUY", "DID_RENEW", "DID_RECOVER", "RENEWAL", "INTERACTIVE_RENEWAL",
        "DID_CHANGE_RENEWAL_PREF",
        "DID_CHANGE_RENEWAL_STATUS", "DID_FAIL_TO_RENEW", "PRICE_INCREASE_CONSENT", "CANCEL", "REFUND",
        "REVOKE",
        "CONSUMPTION_REQUEST", "SOMETHING_NEW",
    ])
    func everyTypeIsKept(_ type: String) throws {
        let contents = try notification(#""environment":"PROD","bid":"com.tea",\#(unified)}"#, type: type)
        let notice = try #require(contents.notices.first)
        #expect(notice.chain == OriginalTransactionID("7000"))
        expectNoDifference(
            notice.notification,
            StoreNotification(
                type: type, signedAt: Instant(milliseconds: 1_700_000_000_000), check: .unchecked,
                charge: TransactionID("7001")))
        #expect(contents.environment == .production && contents.bundleID == BundleID("com.tea"))
        #expect(contents.transactions.first?.values.bundleID == BundleID("com.tea"))
    }

    @Test func documentTimeIsTheNewestDateInside() throws {
        let changed = #""auto_renew_status_change_date_ms":"1700000007000""#
        let time = try notification("\(changed),\(unified)}").precedence.documentTime
        #expect(time == Instant(milliseconds: 1_700_000_007_000))
        let cancelled = try notification(#""cancellation_date_ms":"1700000008000",\#(unified)}"#)
        #expect(cancelled.precedence.documentTime == Instant(milliseconds: 1_700_000_008_000))
    }

    @Test func fieldsBesideTheReceiptFillThePendingEntry() throws {
        let pending = #""pending_renewal_info":[{"original_transaction_id":"7000","auto_renew_status":"1"}]"#
        let beside =
            #""auto_renew_status":"false","auto_renew_product_id":"tea.monthly","expiration_intent":1"#
        let info = try #require(try notification("\(beside),\(unified),\(pending)}").renewals.first?.info)
        #expect(info.extent == .whole && info.autoRenew == true && info.expirationIntent == 1)
        #expect(info.autoRenewProductID == ProductID("tea.monthly"))
    }

    @Test(arguments: [(#""true""#, true), (#""false""#, false), (#""1""#, true), (#""0""#, false)])
    func withoutAListTheFieldsBesideAreSomeInformation(_ status: String, _ expected: Bool) throws {
        let fields = #""auto_renew_status":\#(status),"latest_receipt_info":\#(DocumentSamples.entry())"#
        let info = try #require(try notification(fields).renewals.first?.info)
        #expect(info.extent == .some && info.autoRenew == expected)
    }

    @Test func before2019TheReceiptStandsAtTheTop() throws {
        let expired = DocumentSamples.entry(["cancellation_date_ms": "1700000009000"])
        let contents = try notification(#""latest_expired_receipt_info":\#(expired)"#, type: "CANCEL")
        #expect(contents.transactions.count == 1 && contents.lists.first?.ids == [TransactionID("7001")])
        #expect(contents.precedence.documentTime == Instant(milliseconds: 1_700_000_009_000))
    }

    @Test func aCancellationBesideTheReceiptTakesItsLineItemBack() throws {
        let fields = #""cancellation_date_ms":1700000008000,"web_order_line_item_id":"9001",\#(unified)}"#
        let values = try notification(fields, type: "CANCEL").transactions.first?.values
        #expect(values?.revocation == .revoked(Revocation(at: Instant(milliseconds: 1_700_000_008_000))))
        let other = #""cancellation_date_ms":1700000008000,"web_order_line_item_id":"1",\#(unified)}"#
        #expect(
            try notification(other).transactions.first?.values.revocation
                == TransactionValues.RevocationStatement.none)
    }

    @Test func theChainIsTheOneWithTheProductItNames() throws {
        let coffee = DocumentSamples.entry([
            "transaction_id": #""8000""#, "original_transaction_id": #""8000""#, "product_id": #""coffee""#,
            "purchase_date_ms": "1690000000000",
        ])
        let lists = #""unified_receipt":{"latest_receipt_info":[\#(DocumentSamples.entry()),\#(coffee)]}"#
        let named = try notification(#""auto_renew_product_id":"coffee",\#(lists)"#)
        #expect(named.notices.first?.chain == OriginalTransactionID("8000"))
        #expect(named.notices.first?.notification.charge == TransactionID("8000"))
        #expect(try notification(lists).notices.first?.chain == OriginalTransactionID("7000"))
        let explicit = try notification(#""original_transaction_id":8000,\#(lists)"#)
        #expect(explicit.notices.first?.chain == OriginalTransactionID("8000"))
    }

    @Test func withoutATypeItIsNone() {
        #expect(DocumentSamples.reason("{\"unified_receipt\":{}}", .notificationV1) == .wrongKind)
        #expect(
            DocumentSamples.reason(#"{"notification_type":"X","unified_receipt":7}"#, .notificationV1)
                == .wrongType)
    }

    @Test func theSecretIsToldApart() throws {
        let value = try JSONValue(parsing: Data(#"{"password":"hush"}"#.utf8))
        #expect(NotificationSecret.value(in: value) == "hush")
    }
}
