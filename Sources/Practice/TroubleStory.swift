import Purchases

/// Tells a trouble as a chain with what the app reported of it and what the App Store told.
struct TroubleStory {
    /// When things went wrong.
    let calendar: PracticeCalendar
    /// What the customer may buy.
    let shelf: PracticeShelf
    /// What the customer buys on.
    let device: PracticeDevice
    /// What the story is made of.
    var random: PracticeRandom

    /// Stories of a customer with chains.
    init(calendar: PracticeCalendar, beside chains: [PracticeChain], random: PracticeRandom) {
        (self.calendar, self.random) = (calendar, random)
        shelf = PracticeShelf(beside: chains)
        device = PracticeDevice(&self.random)
    }

    /// The chain of a trouble; without purchases when nothing was charged.
    mutating func chain(of trouble: PracticeTrouble) -> PracticeChain {
        switch trouble {
        case .paymentFailed(let code): refused(code)
        case .stuck: unanswered([.state("purchasing")])
        case .neverApproved: unanswered([.state("purchasing"), .state("deferred")])
        case .approved: approved()
        case .superseded: superseded()
        case .interrupted: interrupted(isDelivered: false)
        case .interruptedDelivered: interrupted(isDelivered: true)
        case .retrying(let failure): retrying(failure)
        case .closed(let failure): lost(failure, isClosed: true)
        case .renewalLost: renewalLost()
        case .exhausted(let failure): lost(failure, isClosed: false)
        case .deliveredLater(let failure): deliveredLater(failure)
        case .late: late()
        case .trialLost: trialLost()
        case .coinsLost, .coinsRefunded, .coinsDelivered: coins(trouble)
        case .refunded: refunded()
        case .outage(let end): outage(end)
        case .configurationFault: configurationFault()
        case .leaked: leaked()
        case .silentlyLate: silent(isOwnerless: false)
        case .silentlyOwnerless: silent(isOwnerless: true)
        case .restored: restored()
        case .sandbox: sandbox()
        case .redelivered: redelivered(isDelivered: true)
        case .redeliveredLost: redelivered(isDelivered: false)
        case .namedLater: namedLater()
        case .wrongClock(let isAhead): wrongClock(isAhead: isAhead)
        }
    }

    /// An attempt at a product.
    mutating func attempt(
        _ product: String, _ subject: PracticeAttempt.Subject = .purchase(0), at instant: Instant,
        _ reports: [PracticeReport]
    ) -> PracticeAttempt {
        PracticeAttempt(
            id: random.uuid(), product: product, subject: subject, device: device,
            appVersion: device.appVersion(at: instant, calendar), reports: reports)
    }

    /// A chain of one purchase, of which the App Store tells at once, or only in some documents.
    func chain(
        _ product: String, at instant: Instant, told tellings: [PracticeTelling]? = nil,
        _ attempts: [PracticeAttempt]
    ) -> PracticeChain {
        let end = end(of: product, at: instant)
        var purchase = PracticePurchase(product: product, purchasedAt: instant)
        guard product != "week_pass", let end else {
            return PracticeChain(purchases: [purchase], tellings: tellings, attempts: attempts)
        }
        purchase.expiresAt = end
        let isToldOver = end <= tellings?.last?.at ?? calendar.now
        return PracticeChain(
            purchases: [purchase], autoRenew: end > calendar.now, expirationIntent: isToldOver ? 1 : nil,
            tellings: tellings, attempts: attempts)
    }

    /// When a purchase's paid period ends; nil for what does not.
    func end(of product: String, at instant: Instant) -> Instant? {
        PracticeShelf.length(of: product).map { instant.adding($0) }
    }

    /// Failures of one kind, as many as made up within bounds.
    mutating func some(_ failure: PracticeFailure, _ count: ClosedRange<Int>) -> [PracticeFailure] {
        Array(repeating: failure, count: Int.random(in: count, using: &random))
    }

    /// A made-up number of hours.
    mutating func hours(_ range: ClosedRange<Int64>) -> TimeLength {
        .seconds(Int64.random(in: range.lowerBound * 3600...range.upperBound * 3600, using: &random))
    }

    /// The end of the payment transaction, some seconds after the last event.
    func closed(_ events: [PracticeEvent]) -> [PracticeEvent] {
        guard let last = events.last else { return events }
        return events + [.after(last.at, 5, .state("finished"))]
    }
}
