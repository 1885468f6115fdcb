import Purchases

/// Payments that came to nothing, at first or for good.
extension TroubleStory {
    /// A payment that failed.
    mutating func refused(_ code: Int) -> PracticeChain {
        let at = calendar.recentMoment(&random)
        let report = PracticeReport(PracticeEvent.refused(at: at, code: code))
        return PracticeChain(
            purchases: [], attempts: [attempt(shelf.anything(at: at, &random), .nothing, at: at, [report])])
    }

    /// A payment of which nothing more was heard after some states.
    mutating func unanswered(_ steps: [PracticeEvent.Step]) -> PracticeChain {
        let at = calendar.recentMoment(&random)
        let events = steps.enumerated().map { PracticeEvent.after(at, Int64($0.offset) * 14, $0.element) }
        return PracticeChain(
            purchases: [],
            attempts: [attempt(shelf.anything(at: at, &random), .nothing, at: at, [PracticeReport(events)])])
    }

    /// A payment that waited for a parent's approval and got it.
    mutating func approved() -> PracticeChain {
        let asked = calendar.recentMoment(&random)
        let at = asked + hours(3...30)
        let product = shelf.anything(at: at, &random)
        let asking: [PracticeEvent] = [
            .after(asked, 0, .state("purchasing")), .after(asked, 14, .state("deferred")),
        ]
        let paid = [PracticeEvent.after(at, 1, .state("purchased"))]
        let reports = [
            PracticeReport(asking),
            PracticeReport(
                asking + paid + PracticeEvent.verified(from: at + .seconds(1), delivers: false), delay: 120),
        ]
        return chain(product, at: at, [attempt(product, at: asked, reports)])
    }

    /// A payment that failed, and a second one for the same product that went well.
    mutating func superseded() -> PracticeChain {
        let failed = calendar.recentMoment(&random)
        let at = failed + hours(1...60)
        let product = shelf.anything(at: at, &random)
        let first = PracticeReport(PracticeEvent.refused(at: failed, code: 2))
        let second = PracticeReport(
            PracticeEvent.paid(at: at) + PracticeEvent.verified(from: at + .seconds(2), delivers: false),
            delay: 120)
        return chain(
            product, at: at,
            [attempt(product, .nothing, at: failed, [first]), attempt(product, at: at, [second])])
    }

    /// An interrupted purchase: reported as failed, charged minutes later.
    mutating func interrupted(isDelivered: Bool) -> PracticeChain {
        let failed = calendar.moment(daysAgo: 2...16, &random)
        let at = failed + .seconds(Int64.random(in: 240...1500, using: &random))
        let product = shelf.anything(at: at, &random)
        let refused = PracticeEvent.refused(at: failed, code: 2)
        let paid = refused + [.after(at, 1, .state("purchased"))]
        let rest =
            isDelivered
            ? PracticeEvent.verified(from: at + .seconds(1), delivers: false)
            : PracticeEvent.failing(from: at, some(random.pick(PracticeFailure.passing), 1...3))
        let reports = [PracticeReport(refused), PracticeReport(paid + rest, delay: 120)]
        return chain(
            product, at: at, told: isDelivered ? nil : [], [attempt(product, at: failed, reports)])
    }
}

/// Charges that were not delivered, at first or for good.
extension TroubleStory {
    /// A charge that is still being verified.
    mutating func retrying(_ failure: PracticeFailure) -> PracticeChain {
        let at = calendar.moment(daysAgo: 1...18, &random)
        return undelivered(
            shelf.timed(at: at, &random), at: at, some(failure, 1...4), isClosed: false, told: [])
    }

    /// A charge that is lost: closed by the app, or with all tries used up.
    mutating func lost(_ failure: PracticeFailure, isClosed: Bool) -> PracticeChain {
        let at = calendar.recentMoment(&random)
        let product = shelf.anything(at: at, &random)
        let failures = some(failure, isClosed ? 1...4 : 5...5)
        let told = lateAnswer(product, at: at, percent: 30)
        return undelivered(product, at: at, failures, isClosed: isClosed, told: told)
    }

    /// A subscription of which the newest renewal was charged, closed after five failures, and never told.
    mutating func renewalLost() -> PracticeChain {
        let start = calendar.moment(daysAgo: 95...114, &random)
        let product = shelf.monthly(at: start)
        guard let month = PracticeShelf.length(of: product) else { return PracticeChain(purchases: []) }
        let purchases = (0...3).map { place in
            PracticePurchase(
                product: product, purchasedAt: start.adding(month, times: place),
                expiresAt: start.adding(month, times: place + 1))
        }
        let told = purchases.dropLast().enumerated().map { place, purchase in
            PracticeTelling(
                at: purchase.purchasedAt,
                form: .notification(place == 0 ? "INITIAL_BUY" : "DID_RENEW"))
        }
        let at = purchases[3].purchasedAt
        let failures = some(random.pick(PracticeFailure.passing), 5...5)
        let events = closed(PracticeEvent.paid(at: at) + PracticeEvent.failing(from: at, failures))
        return PracticeChain(
            purchases: purchases, autoRenew: true, tellings: told,
            attempts: [attempt(product, .purchase(3), at: at, [PracticeReport(events)])])
    }

    /// A charge with failures at first, and a record of the App Store that came while its period ran.
    mutating func deliveredLater(_ failure: PracticeFailure) -> PracticeChain {
        let at = calendar.moment(daysAgo: 8...200, &random)
        return deliveredLater(
            shelf.anything(at: at, &random), at: at, some(failure, 1...3), after: hours(20...120))
    }

    /// A charge that went well for the app, while the server learned of it after its period was over.
    mutating func late() -> PracticeChain {
        let at = calendar.moment(daysAgo: 55...300, &random)
        let product = shelf.timed(at: at, &random)
        let events =
            PracticeEvent.paid(at: at) + PracticeEvent.verified(from: at + .seconds(2), delivers: false)
        return chain(
            product, at: at, told: lateAnswer(product, at: at, percent: 100),
            [attempt(product, at: at, [PracticeReport(events)])])
    }

    /// A free trial that was closed without delivery.
    mutating func trialLost() -> PracticeChain {
        let at = calendar.recentMoment(&random)
        let failures = some(random.pick(PracticeFailure.passing), 2...4)
        var chain = undelivered(
            shelf.subscription(at: at, &random), at: at, failures, isClosed: true, told: [])
        chain.attempts[0].isTrial = true
        return chain
    }

    /// A lost charge that Apple gave back after its period was over.
    mutating func refunded() -> PracticeChain {
        let at = calendar.moment(daysAgo: 60...300, &random)
        let product = shelf.subscription(at: at, &random)
        let back = (end(of: product, at: at) ?? at) + hours(30...500)
        let failures = some(random.pick(PracticeFailure.passing), 1...4)
        let told = [PracticeTelling(at: back, form: .notification("CANCEL"))]
        var chain = undelivered(product, at: at, failures, isClosed: true, told: told)
        chain.purchases[0].cancelledAt = back
        return chain
    }

    /// Coins, which only the app can hand over.
    mutating func coins(_ trouble: PracticeTrouble) -> PracticeChain {
        let at = calendar.recentMoment(&random)
        let isDelivered = trouble == .coinsDelivered
        let events =
            PracticeEvent.paid(at: at) + [
                .after(at, 3, .verify(nil)), .after(at, 5, .deliver(isDelivered)),
                .after(at, 6, .state("finished")),
            ]
        var told = [PracticeTelling(at: at + .seconds(30), form: .answer)]
        let back = at + hours(24...60)
        if trouble == .coinsRefunded {
            told.append(PracticeTelling(at: back, form: .notification("REFUND")))
        }
        var chain = chain(
            "coins_100", at: at, told: told, [attempt("coins_100", at: at, [PracticeReport(events)])])
        if trouble == .coinsRefunded { chain.purchases[0].cancelledAt = back }
        return chain
    }

    /// A charge with failed verifications, told by the App Store in some documents or never.
    mutating func undelivered(
        _ product: String, at instant: Instant, _ failures: [PracticeFailure], isClosed: Bool,
        told: [PracticeTelling]
    ) -> PracticeChain {
        let events = PracticeEvent.paid(at: instant) + PracticeEvent.failing(from: instant, failures)
        let report = PracticeReport(isClosed ? closed(events) : events)
        return chain(product, at: instant, told: told, [attempt(product, at: instant, [report])])
    }

    /// A charge with failures at first, verified and told some time after.
    mutating func deliveredLater(
        _ product: String, at instant: Instant, _ failures: [PracticeFailure], after wait: TimeLength
    ) -> PracticeChain {
        var chain = undelivered(
            product, at: instant, failures, isClosed: false,
            told: [PracticeTelling(at: instant + wait, form: .answer)])
        let verified = PracticeEvent.verified(from: instant + wait, delivers: false)
        chain.attempts[0].reports.append(PracticeReport(verified))
        return chain
    }

    /// In so many of a hundred cases an answer that came after the period was over; none where it still runs.
    mutating func lateAnswer(
        _ product: String, at instant: Instant, percent: Int
    ) -> [PracticeTelling] {
        let isTold = Int.random(in: 0..<100, using: &random) < percent
        guard let end = end(of: product, at: instant) else { return [] }
        let told = end + hours(20...400)
        return isTold && told < calendar.now ? [PracticeTelling(at: told, form: .answer)] : []
    }
}
