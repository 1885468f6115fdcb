import Purchases

/// What the app reports of purchases that went well: every first purchase, and renewals that a launch picked up.
struct HealthyReports {
    private let calendar: PracticeCalendar
    private let device: PracticeDevice
    private var random: PracticeRandom

    /// Reports from a person's device.
    init(calendar: PracticeCalendar, random: PracticeRandom) {
        self.calendar = calendar
        self.random = random
        device = PracticeDevice(&self.random)
    }

    /// The same chains with what the app reported of their purchases.
    mutating func adding(to chains: [PracticeChain]) -> [PracticeChain] {
        chains.map { chain in
            var chain = chain
            for place in chain.purchases.indices where isReported(place, of: chain) {
                chain.attempts.append(attempt(place, chain.purchases[place]))
            }
            return chain
        }
    }

    /// Whether only the app can say that a product was delivered, since the App Store's record gives no access.
    static func deliversItself(_ product: String) -> Bool { ["coins_100", "sticker_pack"].contains(product) }

    private mutating func isReported(_ place: Int, of chain: PracticeChain) -> Bool {
        let purchase = chain.purchases[place]
        let isWithin = (calendar.reportingSince...calendar.now).contains(purchase.purchasedAt)
        guard isWithin, !purchase.isFamilyShared else { return false }
        if HealthyReports.deliversItself(purchase.product) { return true }
        let isRenewal = place > 0 && chain.purchases[place - 1].product == purchase.product
        return Int.random(in: 0..<100, using: &random) < (isRenewal ? 7 : 92)
    }

    private mutating func attempt(_ place: Int, _ purchase: PracticePurchase) -> PracticeAttempt {
        let at = purchase.purchasedAt
        let events =
            PracticeEvent.paid(at: at)
            + PracticeEvent.verified(
                from: at + .seconds(2), delivers: HealthyReports.deliversItself(purchase.product))
        let delay = Int64.random(in: 75...240, using: &random)
        return PracticeAttempt(
            id: random.uuid(), product: purchase.product, subject: .purchase(place), device: device,
            appVersion: device.appVersion(at: at, calendar), isTrial: purchase.isTrial,
            reports: [PracticeReport(events, delay: delay)])
    }
}
