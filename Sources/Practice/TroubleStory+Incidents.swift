import Purchases

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
