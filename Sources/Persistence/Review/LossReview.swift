package import Purchases

/// Where the money went: losses of funds of served environments, by what leads look at them by.
///
/// A loss belongs to the UTC day of its charge, as its ticket says it.
package struct LossReview: Hashable, Sendable {
    /// The losses of one value of a dimension.
    package struct Row: Hashable, Sendable {
        /// The cause, product, version or storefront; nil where nothing tells.
        package let value: String?
        package let figures: LossFigures
    }

    /// The losses of one day.
    package struct Day: Hashable, Sendable {
        /// The midnight in UTC with which it begins.
        package let start: Instant
        package internal(set) var figures: LossFigures
        /// How many tickets of lost money were charged in each of its 24 hours; nil for days too long ago to be told.
        package internal(set) var hours: [Int]?
    }

    /// How long it took to make losses good, from the charge to the make-good.
    package struct MakingGood: Hashable, Sendable {
        package let count: Int
        /// The time within which half of them were; nil where none was.
        package let median: TimeLength?
        /// The time within which nine of ten were; nil where none was.
        package let ninetieth: TimeLength?
    }

    /// How many losses somebody wrote off.
    package struct WriteOff: Hashable, Sendable {
        package let agent: AgentName
        /// As what it was ended: `writtenOff`, or `duplicate` of a charge that the App Store's record shows.
        package let resolution: TicketResolution
        package let tickets: Int
    }

    /// The loss whose customer waits longest.
    package struct Oldest: Hashable, Sendable {
        package let ticket: TicketID
        /// Since when the customer waits.
        package let waitingSince: Instant
        /// What was paid.
        package let money: Money?
    }

    /// The moment of ages.
    package let at: Instant
    /// The environments whose money counts.
    package let environments: [AppStoreEnvironment]
    /// The midnight from which on charges count; nil: all.
    package let since: Instant?
    /// The midnight before which charges count; nil: all.
    package let until: Instant?
    /// All losses there ever were.
    package let ever: LossFigures
    /// Those of the period.
    package let total: LossFigures
    /// Those of the period by each dimension, the most open ones first, then the most; then by name.
    package let rows: [LossDimension: [Row]]
    /// The first day of the series: that of `since`, or 30 days before the period's end.
    package let seriesStart: Instant
    /// The days of the series on which anything was lost, oldest first.
    package let days: [Day]
    /// How many open losses are how old, by how long their customers wait; of all times.
    package let ages: [StoreReport.Age: Int]
    /// The open loss whose customer waits longest, of all times; nil when none is open.
    package let oldest: Oldest?
    /// How long it took to make those of the period good that are.
    package let makingGood: MakingGood
    /// Who wrote losses of the period off, the most first.
    package let writtenOff: [WriteOff]

    /// The figures by a dimension.
    package func rows(by dimension: LossDimension) -> [Row] { rows[dimension] ?? [] }

    /// The filter that shows the tickets behind a figure, as it is typed: of some standing, with the day, the value of a
    /// dimension and the currency where they are given.
    ///
    /// A currency of nil inside stands for prices that nobody knows. Nil where a value has a blank, which no filter takes.
    package func query(
        _ standing: LossChoice = .lost, day: Instant? = nil, row: (LossDimension, Row)? = nil,
        currency: String?? = nil
    ) -> String? {
        var words = ["\(TicketFilter.Word.loss.rawValue):\(standing.rawValue)"]
        if let day {
            words.append("charged:\(LossReview.text(day))")
        } else if since != nil || until != nil {
            let last = until.map { LossReview.text($0 - .days(1)) }
            words.append("charged:\(since.map(LossReview.text) ?? "")..\(last ?? "")")
        }
        if let (dimension, row) = row {
            let value = row.value ?? TicketFilter.nothing
            guard !value.contains(where: \.isWhitespace) else { return nil }
            words.append("\(dimension.rawValue):\(value)")
        }
        switch currency {
        case .some(.some(let code)): words.append("currency:\(code)")
        case .some(nil): words.append("price:\(TicketFilter.Price.unknown.rawValue)")
        case nil: break
        }
        return words.joined(separator: " ")
    }

    private static func text(_ day: Instant) -> String { String(day.description.prefix(10)) }
}

/// Where the money of losses went.
///
/// The period is made of whole days in UTC: from the day of `since` on, to the day in which the last moment before `until`
/// lies. Without `since` everything counts, and the series are of the 30 days before the period's end.
package struct LossReviewQuery: StoreQuery {
    let since: Instant?
    let until: Instant?

    package init(since: Instant? = nil, until: Instant? = nil) { (self.since, self.until) = (since, until) }

    package func page(in reading: StoreReading) throws -> LossReview {
        try LossReading(
            db: reading.db, now: reading.now, first: since?.dayCount,
            end: until.map { ($0 - TimeLength(1)).dayCount + 1 }
        ).review()
    }
}
