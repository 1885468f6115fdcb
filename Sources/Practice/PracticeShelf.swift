import Purchases

/// What a customer may buy at a moment beside what a life holds then.
struct PracticeShelf: Hashable, Sendable {
    private let lived: [PracticePurchase]

    /// The shelf before a customer with chains.
    init(beside chains: [PracticeChain]) { lived = chains.flatMap(\.purchases) }

    /// Anything that unlocks an entitlement.
    func anything(at instant: Instant, _ random: inout PracticeRandom) -> String {
        random.pick(timed(instant) + (holds("pro", instant) ? [] : ["pro_forever"]))
    }

    /// Anything whose paid period ends within a month.
    func timed(at instant: Instant, _ random: inout PracticeRandom) -> String {
        random.pick(timed(instant))
    }

    /// A subscription, even if the customer has one of the kind.
    func subscription(at instant: Instant, _ random: inout PracticeRandom) -> String {
        random.pick(premium(instant) + (premium(instant).isEmpty ? ["news_month"] : []))
    }

    /// A subscription by the month, even if the customer has one of the kind.
    func monthly(at instant: Instant) -> String { holds("premium", instant) ? "news_month" : "premium_month" }

    private func timed(_ instant: Instant) -> [String] {
        let news = holds("news", instant) ? [] : ["news_month", "news_month", "news_month"]
        return premium(instant) + news + ["week_pass"]
    }

    private func premium(_ instant: Instant) -> [String] {
        let month = "premium_month"
        return holds("premium", instant) ? [] : [month, month, month, month, "premium_week", "premium_week"]
    }

    private func holds(_ family: String, _ instant: Instant) -> Bool {
        lived.contains { purchase in
            let end = purchase.expiresAt ?? .latest
            return purchase.product.hasPrefix(family) && purchase.purchasedAt - .days(4) <= instant
                && instant < end + .days(1)
        }
    }

    /// How long a product lasts; nil for what does not end.
    static func length(of product: String) -> CalendarPeriod? {
        switch product {
        case "premium_week", "week_pass": CalendarPeriod("P7D")
        case "premium_month", "news_month": CalendarPeriod("P1M")
        case "premium_year": CalendarPeriod("P1Y")
        default: nil
        }
    }
}
