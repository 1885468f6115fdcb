/// The three groups of failed purchases.
///
/// Source: the error groups of the commission; Kirillov's three criteria (charged, extended, finished).
package enum ErrorGroup: Int, Hashable, Codable, Comparable, Sendable, CaseIterable {
    /// No payment: nobody lost money.
    case notCharged = 1
    /// Paid, not delivered yet: verification is retried a limited number of times.
    case undelivered = 2
    /// Loss of funds: the money is taken and nothing will be delivered by itself.
    case lossOfFunds = 3

    /// The state of a ticket of this group that nobody works on.
    package var initialState: TicketState {
        switch self {
        case .notCharged: .recorded
        case .undelivered: .retrying
        case .lossOfFunds: .open
        }
    }

    /// Orders groups, the worst last.
    package static func < (left: ErrorGroup, right: ErrorGroup) -> Bool { left.rawValue < right.rawValue }
}

/// How far the work on a ticket is.
package enum TicketState: String, Hashable, Codable, Sendable, CaseIterable {
    /// For the record: no charge is known and nobody has to act.
    case recorded
    /// The purchase is paid and verification is still tried.
    case retrying
    /// Money is lost and nobody works on it.
    case open
    /// Somebody works on it.
    case claimed
    /// Somebody waits for an answer.
    case waiting
    /// It ended, and the resolution says how.
    case resolved
}

/// How a ticket ended.
package enum TicketResolution: String, Hashable, Codable, Sendable, CaseIterable {
    /// The customer got what was paid for.
    case delivered
    /// A grant made it good.
    case madeGood = "made_good"
    /// A lost consumable was credited in the app's own system.
    case credited
    /// Apple gave the money back.
    case refunded
    /// The customer bought the same product soon after.
    case superseded
    /// It is the same charge as another ticket.
    case duplicate
    /// It turned out that nobody was charged.
    case notCharged = "not_charged"
    /// A lead decided that it ends here.
    case writtenOff = "written_off"
    /// It was opened by mistake and taken back a moment later: it counts nowhere.
    case withdrawn

    /// Those that a person may choose; a grant with the ticket makes good, and the rest the rules find themselves.
    package static let choices: [TicketResolution] = [
        .delivered, .credited, .refunded, .duplicate, .notCharged, .writtenOff,
    ]
}

/// Why a purchase failed, as a word that programs compare: `21005`, `http_503`, `error:<domain>:<code>`, `skerror_2`.
package struct TicketCause: StringIdentifier {
    package let rawValue: String

    /// Wraps a word.
    package init(_ rawValue: String) { self.rawValue = rawValue }

    /// Nothing was tried.
    package static let notVerified = TicketCause("not_verified")
    /// The app found the purchase valid, and nothing was delivered.
    package static let notDelivered = TicketCause("not_delivered")
    /// The store learned of the charge, or whose it is, only after the bought period was over.
    package static let late = TicketCause("late")
    /// The receipt could not be authenticated.
    static let notAuthenticated = TicketCause("21003")
    /// The payment was never answered.
    package static let purchasing = TicketCause("purchasing")
    /// Nobody approved the purchase (Ask to Buy).
    package static let deferred = TicketCause("deferred")
    /// A payment failed, and nobody told why.
    static let failedByWord = TicketCause("skerror_0")
    /// The app could not deliver and did not say why.
    package static let deliverFailed = TicketCause("deliver_failed")

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
