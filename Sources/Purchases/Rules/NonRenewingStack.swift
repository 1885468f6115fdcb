/// When each purchase of a non-renewing product runs: one after the other, across a customer's chains.
///
/// The App Store does not tell the term of a non-renewing subscription; the catalogue does. Source: Apple,
/// "Handling subscriptions: non-renewing"; the calendar rule is ours.
public enum NonRenewingStack {
    /// The time each of a customer's purchases of one product runs; a purchase that never runs has none.
    ///
    /// - Parameter purchases: all purchases of the product, in any order.
    public static func spans(_ purchases: [Transaction], period: CalendarPeriod) -> [Transaction: Placement] {
        var placements: [Transaction: Placement] = [:]
        var end: Instant?
        for purchase in purchases.sorted(by: Transaction.precedes) {
            let start = max(purchase.purchasedAt, end ?? purchase.purchasedAt)
            if let revoked = purchase.revocation?.at, revoked <= start { continue }
            let term = start.adding(period, times: purchase.quantity)
            let stop = Span.earlier(term, purchase.revocation?.at) ?? term
            guard let span = Span(from: start, until: stop) else { continue }
            placements[purchase] = Placement(span: span, term: term)
            end = stop
        }
        return placements
    }

    /// Where a purchase stands in the stack.
    public struct Placement: Hashable, Sendable {
        /// When it gives access.
        public let span: Span
        /// When its bought term would end, revoked or not.
        public let term: Instant
    }
}
