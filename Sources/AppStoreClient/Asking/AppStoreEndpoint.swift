package import Purchases

/// Something that Apple can be asked: a row of Apple's list. `AppStoreAsker` asks it, at the pace that
/// `AppStoreGate` keeps.
///
/// Source: Apple, App Store Server API, Identifying rate limits (per app, production; the sandbox allows a tenth).
package struct AppStoreEndpoint: Hashable, Sendable {
    /// Its name, for logs and metrics.
    package let name: String
    /// Where it is asked.
    package let interface: AppStorePlace.Interface
    /// `GET`, `POST` or `PUT`.
    package let method: String
    /// Its path; `*` stands for what is asked about.
    package let path: String
    /// How often Apple allows it in production.
    package let perSecond: Double
    /// Whether asking twice is the same as asking once.
    package let isRepeatable: Bool
    /// Whether an answer without a body is one: what is only told to Apple is answered with nothing.
    package let mayAnswerNothing: Bool

    private init(
        _ name: String, _ method: String, _ path: String, perSecond: Double,
        in interface: AppStorePlace.Interface = .server, isRepeatable: Bool = true,
        mayAnswerNothing: Bool = false
    ) {
        (self.name, self.interface, self.method, self.path) = (name, interface, method, path)
        (self.perSecond, self.isRepeatable) = (perSecond, isRepeatable)
        self.mayAnswerNothing = mayAnswerNothing
    }

    /// Whether a receipt is genuine, and what it holds. Apple names no limit; 20 a second is ours†.
    package static let verifyReceipt = AppStoreEndpoint(
        "verify_receipt", "POST", "/verifyReceipt", perSecond: 20, in: .receipts)
    package static let transactionInfo = AppStoreEndpoint(
        "transaction_info", "GET", "/inApps/v1/transactions/*", perSecond: 50)
    /// All transactions of a customer.
    package static let transactionHistory = AppStoreEndpoint(
        "transaction_history", "GET", "/inApps/v2/history/*", perSecond: 50)
    /// The state of all subscriptions of a customer.
    package static let subscriptionStatuses = AppStoreEndpoint(
        "subscription_statuses", "GET", "/inApps/v1/subscriptions/*", perSecond: 50)
    /// All refunds of a customer.
    package static let refundHistory = AppStoreEndpoint(
        "refund_history", "GET", "/inApps/v2/refund/lookup/*", perSecond: 10)
    /// What an order id on an invoice bought.
    package static let orderLookup = AppStoreEndpoint(
        "order_lookup", "GET", "/inApps/v1/lookup/*", perSecond: 10)
    /// A transaction, finished in the app's place. Since version 1.20 of the API, of April 2026.
    package static let finishTransaction = AppStoreEndpoint(
        "finish_transaction", "POST", "/inApps/v1/transactions/*/finish", perSecond: 50,
        mayAnswerNothing: true)
    /// The customer's token of a chain. The last word counts, so that saying it twice is saying it once.
    package static let setAppAccountToken = AppStoreEndpoint(
        "set_app_account_token", "PUT", "/inApps/v1/transactions/*/appAccountToken", perSecond: 20,
        mayAnswerNothing: true)
    /// What was notified of, or would have been.
    package static let notificationHistory = AppStoreEndpoint(
        "notification_history", "POST", "/inApps/v1/notifications/history", perSecond: 50)
    /// What was consumed of a purchase whose refund a customer wants; telling it twice is the same as telling it once.
    package static let sendConsumption = AppStoreEndpoint(
        "send_consumption", "PUT", "/inApps/v2/transactions/consumption/*", perSecond: 50,
        mayAnswerNothing: true)
    /// Asks Apple for a TEST notification.
    package static let requestTest = AppStoreEndpoint(
        "request_test", "POST", "/inApps/v1/notifications/test", perSecond: 1, isRepeatable: false)
    /// What became of a TEST notification.
    package static let testStatus = AppStoreEndpoint(
        "test_status", "GET", "/inApps/v1/notifications/test/*", perSecond: 1)

    /// A later renewal of one subscription. Repeated without a look at the chain first, it might extend twice.
    package static let extend = AppStoreEndpoint(
        "extend", "PUT", "/inApps/v1/subscriptions/extend/*", perSecond: 20, isRepeatable: false)
    /// A later renewal of all subscriptions to a product.
    package static let massExtend = AppStoreEndpoint(
        "mass_extend", "POST", "/inApps/v1/subscriptions/extend/mass", perSecond: 1, isRepeatable: false)
    /// How far a ``massExtend`` is. Apple names no limit; one a second is ours†.
    package static let massExtendStatus = AppStoreEndpoint(
        "mass_extend_status", "GET", "/inApps/v1/subscriptions/extend/mass/*/*", perSecond: 1)

    /// The share of Apple's limit that we use†: others may ask with the same key.
    package static let share = 0.8

    /// How often we ask in an environment.
    package func pace(in environment: AppStoreEnvironment) -> Double {
        perSecond * AppStoreEndpoint.share * (environment == .production ? 1 : 0.1)
    }
}
