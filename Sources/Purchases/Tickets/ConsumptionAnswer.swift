/// What the facts of a charge say where Apple asks for consumption information about a refund.
///
/// Source: Apple, Send Consumption Information (ConsumptionRequest), and its first version's `accountTenure`. Only what
/// facts tell is answered: whether the customer consented, and what the app's own policy prefers for a purchase that was
/// delivered, is for whoever answers to say. Which answer follows from which facts is our choice.†
public struct ConsumptionAnswer: Hashable, Sendable {
    /// Whether the purchase reached the customer, in Apple's words.
    public enum DeliveryStatus: String, Hashable, Sendable {
        /// It did.
        case delivered = "DELIVERED"
        /// It did not, because a server was not to be reached or failed.
        case serverOutage = "UNDELIVERED_SERVER_OUTAGE"
        /// It did not, for another reason.
        case other = "UNDELIVERED_OTHER"
    }

    /// What is preferred to come of a request for a refund, in Apple's words.
    public enum RefundPreference: String, Hashable, Sendable {
        /// That all of the money is given back.
        case grantFull = "GRANT_FULL"
        /// That nothing is given back.
        case decline = "DECLINE"
    }

    /// Whether the purchase reached the customer.
    public let deliveryStatus: DeliveryStatus
    /// How much of it was consumed, in thousandths of a per cent; nil where only the app knows.
    public let consumptionPercentage: Int?
    /// What is preferred; nil where facts prefer nothing.
    public let refundPreference: RefundPreference?
    /// For how long the customer has been one, in the steps of version 1: 1 to 7; 0 where nothing tells.
    public let accountTenure: Int

    /// The answer about a ticket's charge; nil when nobody was charged.
    ///
    /// - Parameters:
    ///   - isMadeGood: the customer got it, or as many of it, by hand.
    ///   - isRefunded: Apple gave the money back already.
    public init?(
        _ facts: TicketFacts, cause: TicketCause, isMadeGood: Bool, isRefunded: Bool,
        customerSince: Instant?, at now: Instant
    ) {
        guard facts.charged.value else { return nil }
        accountTenure = customerSince.map { ConsumptionAnswer.tenure(now - $0) } ?? 0
        guard !facts.extended.value else {
            (deliveryStatus, consumptionPercentage, refundPreference) = (.delivered, nil, nil)
            return
        }
        deliveryStatus = cause.isServers ? .serverOutage : .other
        consumptionPercentage = 0
        refundPreference = isRefunded ? nil : isMadeGood ? .decline : .grantFull
    }

    /// Source: Apple, `accountTenure`: up to 3, 10, 30, 90, 180, 365 days, and more.
    private static func tenure(_ length: TimeLength) -> Int {
        1 + [3, 10, 30, 90, 180, 365].filter { length.wholeDays >= $0 }.count
    }
}

extension TicketCause {
    /// Whether a server, ours or Apple's, could not be reached or failed.
    ///
    /// Source: Apple, receipt status 21005, 21009 and 21100 to 21199; RFC 9110, 5xx.
    var isServers: Bool {
        if rawValue.hasPrefix("http_5") { return true }
        guard let status = Int(rawValue) else { return false }
        return status == 21005 || status == 21009 || (21100...21199).contains(status)
    }
}
