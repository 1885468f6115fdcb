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
