/// A purchase report as the app writes it.
struct PurchaseReportBody: Encodable {
    /// The price that the app showed.
    struct Price: Encodable {
        let amount: String
        let currency: String
    }

    /// An event.
    struct Event: Encodable {
        var at: String
        var state: String?
        var step: String?
        var receipt_status: Int?
        var http_status: Int?
        var error: String?
        var error_domain: String?
        var error_code: Int?
        var ok: Bool?
    }

    let attempt_id: String
    let app_user_id: String
    let product_id: String
    let transaction_id: String?
    let original_transaction_id: String?
    let environment: String
    let bundle_id: String
    let app_version: String
    let os_version: String
    let device: String
    let storefront: String
    let price: Price?
    let events: [Event]
}
