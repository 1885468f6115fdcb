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

/// Troubles that many customers shared.
extension TroubleStory {
    /// A purchase on the evening on which verification was down.
    mutating func outage(_ end: PracticeTrouble.OutageEnd) -> PracticeChain {
        let at = calendar.moment(in: calendar.outage, &random)
        let failure = random.pick(PracticeFailure.ofOutage)
        switch end {
        case .closed: return dark(at, some(failure, 2...4), isClosed: true)
        case .exhausted: return dark(at, some(failure, 5...5), isClosed: false)
        case .retrying: return dark(at, some(failure, 1...4), isClosed: false)
        case .delivered:
            return deliveredLater(
                shelf.timed(at: at, &random), at: at, some(failure, 2...4), after: hours(9...70))
        case .refunded:
            let back = calendar.today - .days(3) + .seconds(Int64.random(in: 0..<40_000, using: &random))
            let told = [PracticeTelling(at: back, form: .notification("CANCEL"))]
            var chain = undelivered(
                shelf.subscription(at: at, &random), at: at, some(failure, 3...4), isClosed: true, told: told)
            chain.purchases[0].cancelledAt = back
            return chain
        }
    }

    private mutating func dark(
        _ instant: Instant, _ failures: [PracticeFailure], isClosed: Bool
    ) -> PracticeChain {
        undelivered(shelf.timed(at: instant, &random), at: instant, failures, isClosed: isClosed, told: [])
    }

    /// A purchase in the hour in which the server had the wrong shared secret.
    mutating func configurationFault() -> PracticeChain {
        let at = calendar.moment(in: calendar.configurationFault, &random)
        let product = shelf.timed(at: at, &random)
        let failures = some(.receipt(21004), 2...4)
        guard Int.random(in: 0..<100, using: &random) < 60 else {
            return deliveredLater(product, at: at, failures, after: hours(4...40))
        }
        let told = lateAnswer(product, at: at, percent: 30)
        return undelivered(product, at: at, failures, isClosed: true, told: told)
    }

    /// A purchase that the leaking version of the app closed without verification.
    mutating func leaked() -> PracticeChain {
        let at = calendar.moment(in: calendar.leak, &random)
        let product = shelf.timed(at: at, &random)
        let report = PracticeReport(closed(PracticeEvent.paid(at: at)))
        var leaked = attempt(product, at: at, [report])
        leaked.appVersion = PracticeDevice.leakingVersion
        return chain(product, at: at, told: lateAnswer(product, at: at, percent: 30), [leaked])
    }

    /// A charge that no app ever reported, told too late or without anybody's name.
    mutating func silent(isOwnerless: Bool) -> PracticeChain {
        let at = calendar.moment(daysAgo: 55...300, &random)
        let product = shelf.subscription(at: at, &random)
        let told =
            isOwnerless
            ? [PracticeTelling(at: at + hours(2...40), form: .answer)]
            : lateAnswer(product, at: at, percent: 100)
        var chain = chain(product, at: at, told: told, [])
        chain.isOwnerless = isOwnerless
        return chain
    }
}

/// What apps and devices report that is odd, and sometimes harmless.
extension TroubleStory {
    /// An old purchase that was brought back on another device.
    mutating func restored() -> PracticeChain {
        let at = calendar.moment(daysAgo: 120...320, &random)
        let back = calendar.moment(daysAgo: 3...100, &random)
        let events: [PracticeEvent] = [
            .after(back, 0, .state("restored")), .after(back, 2, .verify(nil)),
            .after(back, 3, .state("finished")),
        ]
        return chain(
            "pro_forever", at: at,
            [attempt("pro_forever", .restoredPurchase, at: back, [PracticeReport(events)])])
    }

    /// A failure in the test environment.
    mutating func sandbox() -> PracticeChain {
        let at = calendar.moment(daysAgo: 2...60, &random)
        let failures = some(.receipt(21007), 1...3)
        var chain = undelivered(shelf.timed(at: at, &random), at: at, failures, isClosed: true, told: [])
        chain.environment = .sandbox
        return chain
    }

    /// One charge that the App Store handed to the app at three launches.
    mutating func redelivered(isDelivered: Bool) -> PracticeChain {
        let at = calendar.recentMoment(&random)
        let (second, third) = (at + hours(5...20), at + hours(26...40))
        let product = shelf.timed(at: at, &random)
        let failure = random.pick(PracticeFailure.passing)
        let last =
            isDelivered
            ? PracticeEvent.verified(from: third, delivers: false)
            : closed(PracticeEvent.failing(from: third, [failure]))
        let reports = [
            PracticeEvent.paid(at: at) + PracticeEvent.failing(from: at, [failure]),
            [.after(second, 0, .state("purchased"))] + PracticeEvent.failing(from: second, [failure]),
            [.after(third, 0, .state("purchased"))] + last,
        ]
        let attempts = reports.map { attempt(product, at: at, [PracticeReport($0)]) }
        let told = isDelivered ? [PracticeTelling(at: third, form: .answer)] : []
        return chain(product, at: at, told: told, attempts)
    }

    /// A lost charge of which the app told the ids only in its second report.
    mutating func namedLater() -> PracticeChain {
        let at = calendar.recentMoment(&random)
        let product = shelf.timed(at: at, &random)
        let failure = random.pick(PracticeFailure.passing)
        let first = PracticeEvent.paid(at: at) + PracticeEvent.failing(from: at, [failure])
        let second = closed(PracticeEvent.failing(from: at + hours(2...9), [failure]))
        var reports = [PracticeReport(first), PracticeReport(second)]
        reports[0].namesTransaction = false
        return chain(product, at: at, told: [], [attempt(product, at: at, reports)])
    }

    /// A lost charge on a device that lives in another decade.
    mutating func wrongClock(isAhead: Bool) -> PracticeChain {
        let at = calendar.moment(daysAgo: 5...60, &random)
        let failures = some(random.pick(PracticeFailure.passing), 2...4)
        var chain = undelivered(shelf.timed(at: at, &random), at: at, failures, isClosed: true, told: [])
        let believed = Instant(milliseconds: isAhead ? 2_209_032_000_000 : 978_307_260_000)
        for place in chain.attempts[0].reports.indices {
            chain.attempts[0].reports[place].clockError = believed - at
        }
        return chain
    }
}
