import Purchases

/// What a customer may still buy beside what a life holds already.
struct PracticeShelf: Hashable, Sendable {
    private let owned: Set<String>

    /// The shelf before a customer with chains.
    init(beside chains: [PracticeChain]) { owned = Set(chains.flatMap(\.purchases).map(\.product)) }

    private var hasPremium: Bool { owned.contains { $0.hasPrefix("premium") } }

    /// Anything that unlocks an entitlement.
    func anything(_ random: inout PracticeRandom) -> String {
        random.pick(timed + ["pro_forever"].filter { !owned.contains($0) })
    }

    /// Anything whose paid period ends within a month.
    func timed(_ random: inout PracticeRandom) -> String { random.pick(timed) }

    /// A subscription, even if the customer has one of the kind.
    func subscription(_ random: inout PracticeRandom) -> String {
        random.pick(hasPremium ? ["news_month"] : ["premium_month", "premium_month", "premium_week"])
    }

    private var timed: [String] {
        let premium =
            hasPremium ? [] : ["premium_month", "premium_month", "premium_month", "premium_week"]
        return premium + (owned.contains("news_month") ? [] : ["news_month", "news_month"]) + ["week_pass"]
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
