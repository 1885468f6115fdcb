package import Purchases

/// Customers who come, buy, change their minds, cannot pay for a while, ask for money back: a seeded life for a shop.
package struct ShopLife: Sendable {
    /// How the people of a shop behave.
    package struct Habits: Sendable {
        /// New customers an hour.
        package var customersPerHour = 12.0
        /// At most so many customers; nil for no end.
        package var customerLimit: Int?
        /// The share of customers who turn their renewal off sooner or later.
        package var cancels = 0.25
        /// The share whose charges fail for a while.
        package var cannotPay = 0.08
        /// The share who get their money back.
        package var refunds = 0.04
        /// Of those, the share who ask Apple for it, which asks the app what was used, where it does.
        package var asksForRefunds = 0.0
        /// The share who take another plan.
        package var changesPlan = 0.06
        /// The share whose first purchase is interrupted.
        package var isInterrupted = 0.03
        /// The share who must ask before they buy.
        package var asksToBuy = 0.02
        /// The share whose receipt lists nothing for some hours.
        package var hasLateReceipt = 0.02
        /// The share whose first card is declined.
        package var isDeclined = 0.03
        /// How devices have purchases verified, each as often as it stands here.
        package var devices: [AppDevice] = [.receipts, .signedTransactions, .reports]
        /// What they buy, each as often as it stands here.
        package var products: [ProductID] = [
            "tea.monthly", "tea.monthly", "tea.monthly", "tea.weekly", "tea.yearly", "tea.pass", "tea.pot",
            "tea.leaves",
        ].map(ProductID.init(_:))

        /// Habits of a middling shop.
        package init() {}
    }

    /// What somebody is going to do.
    private enum Act: Hashable, Sendable {
        case arrive
        case cancel(AccountID)
        case losePayment(AccountID)
        case mendPayment(AccountID)
        case refund(AccountID)
        case changePlan(AccountID)
        case complete(Int)
        case mendReceipt(AccountID)
    }

    private let habits: Habits
    private var random: SeededRandom
    private var agenda = Agenda<Act>()
    private var count = 0

    /// A life that begins at a moment.
    package init(_ habits: Habits = Habits(), seed: UInt64 = 1, from start: Instant) {
        self.habits = habits
        random = SeededRandom(seed ^ 0x11FE)
        if habits.customersPerHour > 0 { agenda.add(.arrive, at: start + pauseBeforeNext()) }
    }

    /// When somebody acts next.
    package var next: Instant? { agenda.next }

    /// Lets everybody act whose time has come.
    mutating func act(upTo moment: Instant, with app: inout ShopApp, at apple: inout SimulatedAppStore) {
        while let due = agenda.take(upTo: moment) {
            // What is no longer possible is not done: somebody cancels what has ended meanwhile.
            try? act(due.entry, at: due.at, with: &app, at: &apple)
        }
    }

    private mutating func pauseBeforeNext() -> TimeLength {
        let mean = 3_600_000 / habits.customersPerHour
        return TimeLength(Int64(mean * Double.random(in: 0.1...1.9, using: &random)) + 1)
    }

    private mutating func act(
        _ act: Act, at moment: Instant, with app: inout ShopApp, at apple: inout SimulatedAppStore
    ) throws {
        switch act {
        case .arrive:
            if habits.customerLimit.map({ count + 1 < $0 }) ?? true {
                agenda.add(.arrive, at: moment + pauseBeforeNext())
            }
            try arrive(at: moment, with: &app, at: &apple)
        case .cancel(let name):
            for chain in chains(of: name, apple) { try apple.setRenewal(of: chain, to: false) }
        case .losePayment(let name): try apple.setPayment(of: name, works: false)
        case .mendPayment(let name): try apple.setPayment(of: name, works: true)
        case .refund(let name):
            guard let last = apple.transactions(of: name).last(where: { !$0.isFamilyShared }) else { return }
            let reason = Int.random(in: 0...1, using: &random)
            if habits.asksForRefunds > 0, random.happens(habits.asksForRefunds),
                last.kind == .consumable || last.kind == .autoRenewable
            {
                return try apple.requestRefund(last.id, reason: reason == 0 ? "OTHER" : "FULFILLMENT_ISSUE")
            }
            try apple.refund(last.id, reason: reason)
        case .changePlan(let name):
            let other = ["tea.weekly", "tea.monthly", "tea.yearly", "tea.family"].randomElement(
                using: &random)
            try app.buy(ProductID(other ?? "tea.yearly"), by: name, from: &apple)
        case .complete(let number): try app.complete(number, at: &apple)
        case .mendReceipt(let name): try apple.change(name) { $0.hasEmptyReceipt = false }
        }
    }

    private func chains(of name: AccountID, _ apple: SimulatedAppStore) -> [OriginalTransactionID] {
        (apple.accounts[name]?.subscriptions.values.sorted() ?? [])
    }

    private mutating func arrive(
        at moment: Instant, with app: inout ShopApp, at apple: inout SimulatedAppStore
    ) throws {
        count += 1
        let name = AccountID("u_\(1000 + count)")
        let storefronts = [("DEU", "EUR"), ("FRA", "EUR"), ("USA", "USD")]
        let (storefront, currency) = storefronts.randomElement(using: &random) ?? ("DEU", "EUR")
        apple.open(name, token: random.happens(0.8) ? random.uuid() : nil)
        let (waits, asks, late) = (
            random.happens(habits.isInterrupted), random.happens(habits.asksToBuy),
            random.happens(habits.hasLateReceipt)
        )
        let isDeclined = random.happens(habits.isDeclined)
        try apple.change(name) { account in
            (account.storefront, account.currency) = (storefront, currency)
            (account.isInterrupted, account.asksToBuy) = (waits, asks)
            (account.hasEmptyReceipt, account.canPay) = (late, !isDeclined)
        }
        guard let product = habits.products.randomElement(using: &random) else { return }
        let outcome = try app.buy(
            product, by: name, on: habits.devices.randomElement(using: &random) ?? .receipts, from: &apple)
        if isDeclined { agenda.add(.mendPayment(name), at: moment + .hours(2)) }
        if late { agenda.add(.mendReceipt(name), at: moment + soon(4, apple)) }
        switch outcome {
        case .deferred(let wanted), .interrupted(let wanted):
            agenda.add(.complete(wanted.number), at: moment + soon(3, apple))
        default: break
        }
        plan(for: name, from: moment, apple)
    }

    /// What a customer is going to do in the months to come.
    private mutating func plan(for name: AccountID, from moment: Instant, _ apple: SimulatedAppStore) {
        if random.happens(habits.cancels) { agenda.add(.cancel(name), at: moment + soon(24 * 120, apple)) }
        if random.happens(habits.refunds) { agenda.add(.refund(name), at: moment + soon(24 * 60, apple)) }
        if random.happens(habits.changesPlan) {
            agenda.add(.changePlan(name), at: moment + soon(24 * 90, apple))
        }
        if random.happens(habits.cannotPay) {
            let lost = moment + soon(24 * 150, apple)
            agenda.add(.losePayment(name), at: lost)
            if random.happens(0.7) { agenda.add(.mendPayment(name), at: lost + soon(24 * 70, apple)) }
        }
    }

    /// A while within some hours, as long as they last in the shop.
    private mutating func soon(_ hours: Int, _ apple: SimulatedAppStore) -> TimeLength {
        apple.time(in: .production).pause(
            TimeLength(Int64.random(in: 60_000...Int64(hours) * 3_600_000, using: &random)))
    }
}

/// The App Store, the app and the people of one shop.
package struct SimulatedWorld: Sendable {
    /// Apple's side.
    package var apple: SimulatedAppStore
    /// The app on the devices.
    package var app: ShopApp
    /// The people who act by themselves; nil where everybody only does what is asked by a call.
    package var life: ShopLife?

    /// A world around an App Store.
    package init(_ apple: SimulatedAppStore, life: ShopLife? = nil) {
        self.apple = apple
        app = ShopApp(seed: apple.terms.seed)
        self.life = life
    }

    /// Turns the clock: people act and the App Store goes on, each in the order of time.
    ///
    /// - Throws: what signing throws.
    package mutating func advance(to moment: Instant) throws -> WorldStep {
        var deliveries: [Delivery] = []
        while let next = life?.next, next <= moment {
            deliveries += try apple.advance(to: max(next, apple.now))
            life?.act(upTo: next, with: &app, at: &apple)
        }
        deliveries += try apple.advance(to: moment)
        return WorldStep(deliveries: deliveries, requests: try app.due(at: apple.now, from: &apple))
    }
}

/// What is to be sent now: by Apple, and by the devices.
package struct WorldStep: Sendable {
    /// Apple's notifications.
    package let deliveries: [Delivery]
    package let requests: [AppRequest]
}
