import Purchases

/// Tells a life (`PracticeLife`, below) as chains, ending at the present; what goes wrong is told by `TroubleStory`.
struct PracticeStory {
    private let now: Instant
    private var random: PracticeRandom

    private static let month = period("P1M")
    private static let week = period("P7D")
    private static let year = period("P1Y")

    /// Stories that end at a moment.
    init(now: Instant, random: PracticeRandom) { (self.now, self.random) = (now, random) }

    /// The chains of a life.
    mutating func chains(of life: PracticeLife) -> [PracticeChain] {
        switch life {
        case .browsing: []
        case .monthly, .yearly, .weekly, .trial, .introductory, .twoSubscriptions: subscribed(life)
        case .grace, .billingRetry, .billingGaveUp: [unpaid(life)]
        case .cancelled, .cancelledAfterTrial, .priceRefused, .productGone, .unheard: [ended(life)]
        case .refunded, .refundedUpgrade, .familyShared, .familyRevoked: [revoked(life)]
        case .upgraded, .awaitingUpgrade: [upgraded(isArrived: life == .upgraded)]
        case .returnedSoon: [returned(after: 20)]
        case .returnedLate: [returned(after: 95)]
        case .passes, .refundedPass: passes(isRefunded: life == .refundedPass)
        case .lifetime, .coins, .reader, .stickers: [single(life)]
        case .sandbox: [sandbox()]
        case .upcoming: upcoming()
        }
    }

    private static func period(_ text: String) -> CalendarPeriod? { CalendarPeriod(text) }

    /// A moment some days and a made-up part of a day before now.
    private mutating func ago(_ days: Int) -> Instant {
        now - .days(Int64(days)) - .seconds(Int64.random(in: 0..<86_400, using: &random))
    }

    /// Renewals one after the other from a first purchase on, the last of them running at or ended by a moment.
    private func renewals(
        of product: String, from start: Instant, every period: CalendarPeriod?, through end: Instant
    ) -> [PracticePurchase] {
        guard let period else { return [] }
        var purchases: [PracticePurchase] = []
        var at = start
        while at <= end, purchases.count < 200 {
            let next = start.adding(period, times: purchases.count + 1)
            purchases.append(PracticePurchase(product: product, purchasedAt: at, expiresAt: next))
            at = next
        }
        return purchases
    }

    /// The same purchases, all moved so that the last expiry falls that long before (or after) now.
    private func ending(_ purchases: [PracticePurchase], at end: Instant) -> [PracticePurchase] {
        guard let last = purchases.last?.expiresAt else { return purchases }
        let shift = end - last
        return purchases.map { purchase in
            var moved = PracticePurchase(
                product: purchase.product, purchasedAt: purchase.purchasedAt + shift,
                expiresAt: purchase.expiresAt.map { $0 + shift })
            moved.isTrial = purchase.isTrial
            moved.isIntroductory = purchase.isIntroductory
            return moved
        }
    }

    private mutating func subscribed(_ life: PracticeLife) -> [PracticeChain] {
        switch life {
        case .yearly: [renewing(renewals(of: "premium_year", from: ago(500), every: Self.year, through: now))]
        case .weekly: [renewing(renewals(of: "premium_week", from: ago(60), every: Self.week, through: now))]
        case .trial:
            [renewing(withTrial(renewals(of: "premium_month", from: ago(3), every: Self.week, through: now)))]
        case .introductory: [introductory()]
        case .twoSubscriptions:
            [
                renewing(renewals(of: "premium_month", from: ago(200), every: Self.month, through: now)),
                askedToPayMore(
                    renewing(renewals(of: "news_month", from: ago(90), every: Self.month, through: now))),
            ]
        default: [monthly()]
        }
    }

    private mutating func monthly() -> PracticeChain {
        let start = ago(Int.random(in: 20...700, using: &random))
        let purchases = renewals(of: "premium_month", from: start, every: Self.month, through: now)
        let chain = renewing(Bool.random(using: &random) ? withTrial(purchases) : purchases)
        // By the second at which it began: nothing else of the population moves.
        switch start.milliseconds / 1000 % 16 {
        case 3: return turnedOff(chain)
        case 7: return changingPlan(chain)
        case 11: return askedToPayMore(chain)
        case 5, 13: return recovered(chain)
        default: return chain
        }
    }

    /// The same subscription, whose last renewal failed and was charged three days later, within the grace period: its
    /// periods end when they did.
    private func recovered(_ chain: PracticeChain) -> PracticeChain {
        guard let last = chain.purchases.last, chain.purchases.count > 1, !last.isTrial,
            last.purchasedAt + .days(4) <= now
        else { return chain }
        var chain = chain
        var charged = PracticePurchase(
            product: last.product, purchasedAt: last.purchasedAt + .days(3), expiresAt: last.expiresAt)
        charged.isRecovered = true
        chain.purchases[chain.purchases.count - 1] = charged
        (chain.notification, chain.isInRetry) = ("DID_RECOVER", false)
        chain.graceUntil = last.purchasedAt + .days(16)
        return chain
    }

    /// The same subscription, which will not renew.
    private func turnedOff(_ chain: PracticeChain) -> PracticeChain {
        telling("DID_CHANGE_RENEWAL_STATUS", of: chain) { $0.autoRenew = false }
    }

    /// The same subscription, which renews as a shorter one.
    private func changingPlan(_ chain: PracticeChain) -> PracticeChain {
        telling("DID_CHANGE_RENEWAL_PREF", of: chain) { $0.autoRenewProduct = "premium_week" }
    }

    /// The same subscription, whose higher price waits for an answer.
    private func askedToPayMore(_ chain: PracticeChain) -> PracticeChain {
        telling("PRICE_INCREASE_CONSENT", of: chain) { $0.priceConsent = false }
    }

    /// A subscription with news of its next renewal, told in the last days; where it was bought just now there is none yet.
    private func telling(
        _ notification: String, of chain: PracticeChain, _ change: (inout PracticeChain) -> Void
    ) -> PracticeChain {
        guard let last = chain.purchases.last, last.expiresAt.map({ $0 > now }) ?? false else { return chain }
        let told = max(last.purchasedAt + .hours(1), now - .days(2))
        guard told <= now else { return chain }
        var chain = chain
        (chain.notification, chain.changedAt) = (notification, told)
        change(&chain)
        return chain
    }

    private mutating func introductory() -> PracticeChain {
        var purchases = renewals(of: "premium_month", from: ago(12), every: Self.month, through: now)
        purchases[0].isIntroductory = true
        purchases[0].offerCode = "SPRING"
        return turnedOff(renewing(purchases))
    }

    private func withTrial(_ purchases: [PracticePurchase]) -> [PracticePurchase] {
        var purchases = purchases
        if !purchases.isEmpty { purchases[0].isTrial = true }
        return purchases
    }

    private func renewing(_ purchases: [PracticePurchase]) -> PracticeChain {
        PracticeChain(
            purchases: purchases, autoRenew: true,
            notification: purchases.count > 1 ? "DID_RENEW" : "INITIAL_BUY")
    }

    private mutating func unpaid(_ life: PracticeLife) -> PracticeChain {
        let daysOver: Int64 = life == .grace ? 4 : life == .billingRetry ? 20 : 75
        let purchases = renewals(
            of: "premium_month", from: ago(240), every: Self.month, through: now - .days(40))
        let end = now - .days(daysOver) - .hours(Int64.random(in: 0..<20, using: &random))
        var chain = PracticeChain(purchases: ending(withTrial(purchases), at: end), autoRenew: true)
        chain.notification = "DID_FAIL_TO_RENEW"
        // The App Store tries to charge at the end of what was paid, not a month before.
        chain.changedAt = end + .seconds(Int64.random(in: 20..<1800, using: &random))
        chain.isInRetry = life != .billingGaveUp
        if life == .grace { chain.graceUntil = end + .days(16) }
        if life != .grace { chain.expirationIntent = 2 }
        return chain
    }

    private mutating func ended(_ life: PracticeLife) -> PracticeChain {
        let start = ago(Int.random(in: 60...600, using: &random))
        var purchases = renewals(
            of: "premium_month", from: start, every: Self.month, through: start + .days(100))
        if life == .cancelledAfterTrial {
            purchases = withTrial(
                renewals(of: "premium_month", from: start, every: Self.week, through: start))
        }
        if life == .unheard {
            purchases = ending(purchases, at: now - .days(6))
            let heard = purchases.last.map { $0.purchasedAt + .days(2) }
            return PracticeChain(purchases: purchases, autoRenew: true, askedAt: heard)
        }
        if let last = purchases.last?.expiresAt, last > now {
            purchases = ending(purchases, at: now - .days(9))
        }
        let intent = life == .priceRefused ? 3 : life == .productGone ? 4 : 1
        return PracticeChain(
            purchases: purchases, autoRenew: false, expirationIntent: intent,
            notification: "DID_CHANGE_RENEWAL_STATUS",
            changedAt: purchases.last.flatMap { renewalEnded($0, isByCustomer: intent == 1) })
    }

    /// When renewal was turned off: by the customer while the last period ran, by the App Store at its end.
    private mutating func renewalEnded(_ last: PracticePurchase, isByCustomer: Bool) -> Instant? {
        guard let end = last.expiresAt else { return nil }
        let seconds = Int64((end - last.purchasedAt).wholeSeconds)
        let after = isByCustomer ? Int64.random(in: seconds / 10...seconds * 9 / 10, using: &random) : seconds
        return last.purchasedAt + .seconds(after)
    }

    private mutating func revoked(_ life: PracticeLife) -> PracticeChain {
        var purchases = renewals(of: "premium_month", from: ago(80), every: Self.month, through: now)
        let isFamily = life == .familyShared || life == .familyRevoked
        for index in purchases.indices { purchases[index].isFamilyShared = isFamily }
        guard life != .familyShared, let last = purchases.last else { return renewing(purchases) }
        purchases[purchases.count - 1].cancelledAt = last.purchasedAt + .hours(9)
        if life == .refundedUpgrade, purchases.count > 1 {
            purchases[purchases.count - 2].isUpgraded = true
            purchases[purchases.count - 2].cancelledAt = last.purchasedAt
        }
        return PracticeChain(
            purchases: purchases, autoRenew: false, expirationIntent: nil,
            notification: isFamily ? "REVOKE" : "CANCEL")
    }

    private mutating func upgraded(isArrived: Bool) -> PracticeChain {
        var purchases = renewals(
            of: "premium_month", from: ago(100), every: Self.month, through: now - .days(12))
        guard let last = purchases.indices.last else { return PracticeChain(purchases: purchases) }
        purchases[last].isUpgraded = true
        guard isArrived, let year = Self.year else {
            return PracticeChain(purchases: ending(purchases, at: now + .days(5)), autoRenew: true)
        }
        let at = purchases[last].purchasedAt + .days(5)
        purchases.append(
            PracticePurchase(product: "premium_year", purchasedAt: at, expiresAt: at.adding(year)))
        return PracticeChain(purchases: purchases, autoRenew: true, notification: "INTERACTIVE_RENEWAL")
    }

    private mutating func returned(after days: Int) -> PracticeChain {
        let start = ago(60 + days + 60)
        let before = renewals(of: "premium_month", from: start, every: Self.month, through: start + .days(50))
        guard let end = before.last?.expiresAt else { return PracticeChain(purchases: before) }
        let back = end + .days(Int64(days))
        let after = renewals(of: "premium_month", from: back, every: Self.month, through: max(back, now))
        let chain = PracticeChain(
            purchases: before + after, autoRenew: true, notification: "INTERACTIVE_RENEWAL")
        return days > 60 ? changingPlan(chain) : chain
    }

    private mutating func passes(isRefunded: Bool) -> [PracticeChain] {
        let first = ago(9)
        var second = PracticePurchase(product: "week_pass", purchasedAt: first + .days(3))
        second.quantity = 2
        if isRefunded { second.cancelledAt = first + .days(4) }
        return [
            PracticeChain(purchases: [PracticePurchase(product: "week_pass", purchasedAt: first)]),
            PracticeChain(purchases: [second], notification: isRefunded ? "REFUND" : nil),
        ]
    }

    private mutating func single(_ life: PracticeLife) -> PracticeChain {
        let product =
            switch life {
            case .lifetime: "pro_forever"
            case .coins: "coins_100"
            case .reader: "free_issue"
            default: "sticker_pack"
            }
        return PracticeChain(purchases: [PracticePurchase(product: product, purchasedAt: ago(150))])
    }

    private mutating func sandbox() -> PracticeChain {
        var chain = renewing(renewals(of: "premium_month", from: ago(2), every: Self.month, through: now))
        chain.environment = .sandbox
        return chain
    }

    /// Two passes, of which the second begins when the first is over: the only purchase that is still to come.
    private mutating func upcoming() -> [PracticeChain] {
        let first = ago(3)
        let second = first + .days(2)
        return [first, second].map {
            PracticeChain(purchases: [PracticePurchase(product: "week_pass", purchasedAt: $0)])
        }
    }
}

/// What happened to a made-up customer: together the lives show every status that a chain can have.
enum PracticeLife: CaseIterable, Sendable {
    case monthly
    case yearly
    case weekly
    case trial
    case introductory
    case grace
    case billingRetry
    case cancelled
    case cancelledAfterTrial
    case billingGaveUp
    case priceRefused
    case productGone
    case refunded
    case refundedUpgrade
    case familyShared
    case familyRevoked
    case upgraded
    case awaitingUpgrade
    case returnedSoon
    case returnedLate
    case passes
    case refundedPass
    case lifetime
    case coins
    case reader
    case sandbox
    case stickers
    case unheard
    case upcoming
    case twoSubscriptions
    case browsing

    /// How many of a thousand customers live so.
    var share: Int {
        switch self {
        case .monthly: 190
        case .yearly: 90
        case .cancelled: 90
        case .browsing: 60
        case .weekly, .trial, .billingRetry, .grace: 40
        case .returnedSoon, .returnedLate, .cancelledAfterTrial, .introductory, .refunded: 30
        case .upgraded, .lifetime, .passes, .twoSubscriptions, .billingGaveUp, .unheard: 25
        default: 12
        }
    }

    /// The life of the customer at a place: each once first, so that even a small store shows all, then by share.
    static func life(of number: Int, random: inout PracticeRandom) -> PracticeLife {
        if number < allCases.count { return allCases[number] }
        var rest = Int.random(in: 0..<allCases.map(\.share).reduce(0, +), using: &random)
        for life in allCases {
            rest -= life.share
            if rest < 0 { return life }
        }
        return .monthly
    }
}
