/// Why somebody should talk to a customer before the next renewal of a subscription that runs.
///
/// A renewal that failed is none of them: there the chain's status says it. Source: Apple, "Subscription renewal info".
package enum RenewalConcern: String, Hashable, Codable, Sendable, CaseIterable {
    /// The customer turned renewal off.
    case off
    /// The customer has not agreed to a higher price yet; without that the subscription ends.
    case priceIncrease = "price_increase"
    /// The next renewal is of another product: a higher plan would have begun at once.
    case downgrade
}

extension ChainTimeline {
    /// What the next renewal of the present subscription gives cause for, and until when it can be talked about; nil when
    /// nothing does.
    ///
    /// It is a fact and not a state: whether it matters now depends on whether its end has come. What was told before the
    /// last purchase speaks of a renewal that is over.
    package var renewalConcern: (concern: RenewalConcern, until: Instant)? {
        let last = chain.transactions.count - 1
        guard
            let until = segments.last(where: { $0.status == .active && $0.ruling == last })?.span.until,
            chain.transactions[last].ownership == .purchased, let concern = RenewalConcern(of: chain)
        else { return nil }
        return (concern, until)
    }

    /// What the next renewal gives cause for at a moment at which the chain gives access by its last purchase.
    func renewalConcern(at instant: Instant) -> RenewalConcern? {
        isBoughtLast(at: instant) ? RenewalConcern(of: chain) : nil
    }

    /// The commitment that the customer cancelled and is still charged for, at such a moment.
    func cancelledCommitment(at instant: Instant) -> Commitment? {
        guard isBoughtLast(at: instant), let commitment = commitment(at: instant) else { return nil }
        return commitment.renews == false && commitment.paymentsDue > 0 ? commitment : nil
    }

    /// Whether the chain gives access at a moment by its last purchase, which was bought and is not shared.
    private func isBoughtLast(at instant: Instant) -> Bool {
        guard let segment = segment(at: instant), segment.status == .active,
            segment.ruling == chain.transactions.count - 1
        else { return false }
        return chain.transactions[segment.ruling].ownership == .purchased
    }
}

extension RenewalConcern {
    /// What the newest words about the renewal after a chain's last purchase give cause for.
    fileprivate init?(of chain: Chain) {
        guard let last = chain.transactions.last, let told = RenewalState(sinceLastPurchaseOf: chain) else {
            return nil
        }
        let commitment = Commitment(of: last, in: chain)
        if told.autoRenew == false {
            self = .off
        } else if let commitment, commitment.renews == false {
            // Before its last period the next renewal is a payment that is due.
            guard commitment.paymentsDue == 0 else { return nil }
            self = .off
        } else if told.priceConsent == false {
            self = .priceIncrease
        } else if let product = told.autoRenewProductID, product != last.productID {
            self = .downgrade
        } else {
            return nil
        }
    }
}
