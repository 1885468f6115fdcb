/// Why a purchase failed, as a word that programs compare: `21005`, `http_503`, `error:<domain>:<code>`, `skerror_2`.
public struct TicketCause: StringIdentifier {
    /// The word.
    public let rawValue: String

    /// Wraps a word.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Nothing was tried.
    public static let notVerified = TicketCause("not_verified")
    /// The app found the purchase valid, and nothing was delivered.
    public static let notDelivered = TicketCause("not_delivered")
    /// The store learned of the charge, or whose it is, only after the bought period was over.
    public static let late = TicketCause("late")
    /// The receipt could not be authenticated.
    static let notAuthenticated = TicketCause("21003")
    /// The payment was never answered.
    public static let purchasing = TicketCause("purchasing")
    /// Nobody approved the purchase (Ask to Buy).
    public static let deferred = TicketCause("deferred")
    /// The app could not deliver and did not say why.
    public static let deliverFailed = TicketCause("deliver_failed")

    /// The cause of a failing verification or delivery.
    init(of event: PurchaseEvent) {
        if let status = event.receiptStatus, status != 0 {
            self.init(String(status))
        } else if let status = event.httpStatus, !event.isHTTPSuccess {
            self.init("http_\(status)")
        } else if let error = event.error {
            self = error.cause
        } else {
            self = .deliverFailed
        }
    }

    /// The cause of a payment that failed.
    init(ofFailedPayment event: PurchaseEvent) {
        guard let error = event.error, !error.isStoreKit else {
            self.init("skerror_\(event.error?.code ?? "0")")
            return
        }
        self = error.cause
    }
}
