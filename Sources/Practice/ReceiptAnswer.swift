import Foundation
import Purchases

/// An answer of verifyReceipt as Apple writes it: every value a text, dates in three forms.
struct ReceiptAnswer: Encodable {
    /// The fields of a receipt.
    struct Receipt: Encodable {
        let receipt_type: String
        let bundle_id: String
        let request_date: String
        let request_date_ms: String
        let receipt_creation_date_ms: String
        let in_app: [Entry]
    }

    /// An entry of `in_app` or `latest_receipt_info`.
    struct Entry: Encodable {
        let quantity: String
        let product_id: String
        let transaction_id: String
        let original_transaction_id: String
        let purchase_date: String
        let purchase_date_ms: String
        let original_purchase_date: String
        let original_purchase_date_ms: String
        let expires_date: String?
        let expires_date_ms: String?
        let web_order_line_item_id: String?
        let is_trial_period: String
        let is_in_intro_offer_period: String?
        let cancellation_date: String?
        let cancellation_date_ms: String?
        let cancellation_reason: String?
        let is_upgraded: String?
        let in_app_ownership_type: String?
        let offer_code_ref_name: String?
        let app_account_token: String?
    }

    /// An entry of `pending_renewal_info`.
    struct Renewal: Encodable {
        let product_id: String
        let auto_renew_product_id: String
        let original_transaction_id: String
        let auto_renew_status: String
        let expiration_intent: String?
        let is_in_billing_retry_period: String?
        let grace_period_expires_date_ms: String?
    }

    let status: Int
    let environment: String
    let receipt: Receipt
    let latest_receipt_info: [Entry]?
    let pending_renewal_info: [Renewal]?
}

extension Instant {
    /// The moment as receipts write it beside its milliseconds.
    var receiptText: String {
        let text = description
        return text.prefix(10) + " " + text.dropFirst(11).prefix(8) + " Etc/GMT"
    }

    /// The moment's milliseconds as a text.
    var receiptMilliseconds: String { String(milliseconds) }
}
