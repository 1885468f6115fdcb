/// A commitment to pay for a subscription month by month, as it stands in one of its periods.
///
/// Who cancels it cancels what would follow it: its own payments go on. Source: Apple, "Managing the life cycle of monthly
/// subscriptions with a 12-month commitment".
package struct Commitment: Hashable, Codable, Sendable {
    /// Which of its periods runs, or is to be followed by the next; the first is 1.
    package let period: Int
    /// How many periods it has, each with a payment of its own.
    package let periods: Int
    /// When it ends; nil when nothing tells.
    package let endsAt: Instant?
    /// What all of it costs; nil when nothing tells.
    package let price: Money?
    /// Whether the subscription renews when it ends; nil when nothing tells.
    package let renews: Bool?
    /// What the subscription renews as then; nil when nothing tells.
    package let renewsAs: ProductID?

    /// How many of its payments are still to come, one that could not be charged yet included.
    package var paymentsDue: Int { periods - period }
}

extension Commitment {
    /// The commitment that a transaction is a payment of; nil when it is of none.
    init?(of transaction: Transaction, in chain: Chain) {
        guard let billing = transaction.values.billing, let payment = billing.payment else { return nil }
        let told = RenewalState(of: chain)?.billing
        self.init(
            period: payment.number, periods: payment.of, endsAt: billing.endsAt, price: billing.price,
            renews: told?.renewsAfterCommitment, renewsAs: told?.productAfterCommitment)
    }
}

extension ChainTimeline {
    /// The commitment that holds at a moment; nil without one.
    ///
    /// It holds while its period runs or its next payment is tried, and is over with a refund of that period. As with
    /// renewal information, what is told of its end now is said of every moment.
    package func commitment(at instant: Instant) -> Commitment? {
        guard let segment = segment(at: instant) else { return nil }
        switch segment.status {
        case .active, .gracePeriod, .billingRetry:
            return Commitment(of: chain.transactions[segment.ruling], in: chain)
        case .expired, .revoked, .upcoming, .none: return nil
        }
    }
}
