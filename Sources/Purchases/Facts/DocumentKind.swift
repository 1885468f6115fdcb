/// The kinds of documents that can be taken in, by the names used on the command line and in the store.
public enum DocumentKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// An answer of verifyReceipt.
    case verifyReceipt = "verify_receipt"
    /// A request to verifyReceipt, brought instead of its answer.
    case verifyReceiptRequest = "verify_receipt_request"
    /// An App Store Server Notification of version 1.
    case notificationV1 = "notification_v1"
    /// An App Store Server Notification of version 2.
    case notificationV2 = "notification_v2"
    /// A signed transaction.
    case signedTransaction = "signed_transaction"
    /// Signed renewal information.
    case signedRenewalInfo = "signed_renewal_info"
    /// An answer of the App Store Server API.
    case serverAPI = "server_api"
    /// An app receipt.
    case receipt
    /// What the app tells about one purchase attempt.
    case purchaseReport = "purchase_report"
    /// One of the app's own customers.
    case customers
}
