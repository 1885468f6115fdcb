import Persistence
import Purchases

/// Who wants money back of Apple in the night before the present, and who agreed that Apple is told what was consumed.
///
/// Apple takes an answer for twelve hours: until the first four after the present are over all can be answered.
enum PracticeRefunds {
    /// The type of Apple's question. Source: Apple, `notification_type`.
    static let question = "CONSUMPTION_REQUEST"

    /// The first customers show each life and each trouble once; of the others every thirteenth may want money back†.
    private static let first = 100
    private static let pace = 13

    /// When Apple asks about a customer's newest purchase of a chain; nil where nobody wants money back.
    static func askedAt(of number: Int, about chain: PracticeChain, now: Instant) -> Instant? {
        guard number >= first, number % pace == 6, chain.environment == .production, chain.tellings == nil,
            !chain.isOwnerless, let newest = chain.purchases.last, newest.expiresAt != nil
        else { return nil }
        let asked = now - .seconds(Int64(number % 8) * 3600 + 600)
        let isCharged = !newest.isTrial && !newest.isFamilyShared && newest.cancelledAt == nil
        return isCharged && (asked - .days(60)..<asked).contains(newest.purchasedAt) ? asked : nil
    }

    /// Notes that every other of those whom Apple asks about agreed.
    static func agree(in store: Store, by lead: AgentName, at now: Instant) throws {
        let customers = try store.wholePage(of: RefundListQuery(.all), at: now).compactMap(\.customer)
            .sorted()
        for (turn, customer) in customers.enumerated() where turn.isMultiple(of: 2) {
            try store.act(.consent(true), on: customer, by: lead, at: now)
        }
    }
}
