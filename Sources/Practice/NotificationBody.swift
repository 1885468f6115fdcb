/// A server notification of version 1 as Apple writes it.
struct NotificationBody: Encodable {
    /// The receipt inside.
    struct UnifiedReceipt: Encodable {
        let environment: String
        let status: Int
        let latest_receipt_info: [ReceiptAnswer.Entry]
        let pending_renewal_info: [ReceiptAnswer.Renewal]
    }

    let notification_type: String
    let environment: String
    let bid: String
    let bvrs: String
    let auto_renew_product_id: String?
    let auto_renew_status: String?
    let original_transaction_id: String
    let password: String
    let unified_receipt: UnifiedReceipt
}
