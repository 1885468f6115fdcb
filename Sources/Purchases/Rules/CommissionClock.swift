/// How much of a chain's price the App Store keeps, and the paid service that decides it.
///
/// Source: Apple, "Auto-renewable subscriptions": 85 % proceeds after one year of paid service. Trials, other free
/// offers, extended days, time after a revocation, grants and retry do not count.
package struct CommissionClock: Hashable, Sendable {
    /// Whole days of paid service since the last reset.
    package let paidServiceDays: Int
    /// The App Store's share as it grows less with paid service; nil when the chain is shared by family, and where nothing
    /// that lasts was bought.
    package let percent: Int?

    /// The days of paid service after which the App Store keeps 15 %.
    package static let daysToLowerRate = 365

    /// The clock at a moment.
    package init(of timeline: ChainTimeline, at instant: Instant, isSmallBusiness: Bool) {
        let lapses = Lapse.lapses(of: timeline)
        let reset = lapses.last { $0.resetsCommission && $0.to <= instant }?.to
        let counted = Span(from: reset ?? .earliest, until: instant)
        let paid = timeline.runs.compactMap(CommissionClock.paidSpan) + timeline.recoveredPaidGraces
        let lengths = Span.union(paid).compactMap { span in
            counted.flatMap(span.intersection)?.length
        }
        paidServiceDays = lengths.reduce(.zero, +).wholeDays
        let newest =
            timeline.chain.transactions.last { $0.purchasedAt <= instant } ?? timeline.chain.transactions.last
        if newest?.ownership == .familyShared || newest != nil && timeline.runs.isEmpty {
            percent = nil
        } else {
            percent = isSmallBusiness || paidServiceDays >= CommissionClock.daysToLowerRate ? 15 : 30
        }
    }

    private static func paidSpan(_ run: TransactionRun) -> Span? {
        guard run.kind == .autoRenewable, !run.transaction.isTrial, run.transaction.ownership == .purchased
        else { return nil }
        let unextended = run.transaction.earliestExpiresAt ?? run.span.until
        return Span(from: run.span.from, until: Span.earlier(run.span.until, unextended))
    }
}

extension ChainTimeline {
    /// Recovered grace periods after purchased transactions: paid service.
    fileprivate var recoveredPaidGraces: [Span] {
        renewalPeriods.graces.filter {
            $0.isRecovered && chain.transactions[$0.index].ownership == .purchased
        }.map(\.span)
    }
}

/// A closed gap in service of at least an hour.
///
/// Source: Apple, "Auto-renewable subscriptions": lapses up to 60 days keep the commission clock; the hour is ours.
package struct Lapse: Hashable, Sendable {
    /// When service ended.
    package let from: Instant
    /// When it began again.
    package let to: Instant

    /// The shortest gap that counts.
    package static let shortest = TimeLength.hours(1)
    /// The longest gap that keeps the commission clock.
    package static let longestKept = TimeLength.days(60)

    /// How many whole days of 24 hours it lasted.
    package var days: Int { (to - from).wholeDays }

    /// Whether the commission clock starts anew after it.
    package var resetsCommission: Bool { to - from > Lapse.longestKept }

    /// The lapses between a chain's service periods, trials included.
    package static func lapses(of timeline: ChainTimeline) -> [Lapse] {
        let service = Span.union(timeline.runs.map(\.span) + timeline.recoveredGraces)
        return zip(service, service.dropFirst()).compactMap { before, after in
            guard let end = before.until, after.from - end >= shortest else { return nil }
            return Lapse(from: end, to: after.from)
        }
    }
}

extension ChainTimeline {
    /// The grace periods inside which the renewal was charged: they are service.
    var recoveredGraces: [Span] {
        renewalPeriods.graces.filter(\.isRecovered).map(\.span)
    }
}
