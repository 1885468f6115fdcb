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

    /// The kind in short words.
    public var title: String {
        switch self {
        case .verifyReceipt: "verifyReceipt answer"
        case .verifyReceiptRequest: "verifyReceipt request"
        case .notificationV1: "notification V1"
        case .notificationV2: "notification V2"
        case .signedTransaction: "signed transaction"
        case .signedRenewalInfo: "signed renewal info"
        case .serverAPI: "Server API answer"
        case .receipt: "receipt"
        case .purchaseReport: "purchase report"
        case .customers: "customer"
        }
    }

    /// The title of a kind by its name in the store; one that is not known is shown as it is written.
    public static func title(of name: String) -> String {
        DocumentKind(rawValue: name)?.title ?? name.split(separator: "_").joined(separator: " ")
    }
}
