import Purchases

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
