/// What Apple is told of a purchase whose refund a customer wants.
///
/// Source: Apple, Send Consumption Information (ConsumptionRequest), version 2. That the customer agreed is not a part of
/// it: without that nothing is answered.
package struct ConsumptionAnswer: Hashable, Sendable {
    /// Whether the purchase reached the customer, in Apple's words.
    package enum DeliveryStatus: String, Hashable, Sendable, CaseIterable {
        /// It did, and works.
        case delivered = "DELIVERED"
        /// It did not, for what came was no good.
        case qualityIssue = "UNDELIVERED_QUALITY_ISSUE"
        /// It did not, for something else came.
        case wrongItem = "UNDELIVERED_WRONG_ITEM"
        /// It did not, because a server was not to be reached or failed.
        case serverOutage = "UNDELIVERED_SERVER_OUTAGE"
        /// It did not, for another reason.
        case other = "UNDELIVERED_OTHER"
    }

    /// What is preferred to come of a request for a refund, in Apple's words.
    package enum RefundPreference: String, Hashable, Sendable, CaseIterable {
        /// That nothing is given back.
        case decline = "DECLINE"
        /// That all of the money is given back.
        case grantFull = "GRANT_FULL"
        /// That what was not used is given back.
        case grantProrated = "GRANT_PRORATED"
    }

    /// All of a purchase, in thousandths of a per cent.
    package static let whole = 100_000

    /// Whether the purchase reached the customer.
    package let deliveryStatus: DeliveryStatus
    /// How much of it was consumed, in thousandths of a per cent; nil where nothing is said of it.
    package let consumptionPercentage: Int?
    /// What is preferred; nil where nothing is said of it.
    package let refundPreference: RefundPreference?
    /// Whether the customer could try it for nothing before.
    package let sampleContentProvided: Bool

    package init(
        deliveryStatus: DeliveryStatus, consumptionPercentage: Int?, refundPreference: RefundPreference?,
        sampleContentProvided: Bool
    ) {
        (self.deliveryStatus, self.consumptionPercentage) = (deliveryStatus, consumptionPercentage)
        (self.refundPreference, self.sampleContentProvided) = (refundPreference, sampleContentProvided)
    }

    /// For how long somebody has been a customer, in the steps of version 1: 1 to 7.
    ///
    /// Source: Apple, `accountTenure`: up to 3, 10, 30, 90, 180, 365 days, and more.
    package static func tenure(_ length: TimeLength) -> Int {
        1 + [3, 10, 30, 90, 180, 365].filter { length.wholeDays >= $0 }.count
    }
}
