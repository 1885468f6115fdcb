public import Purchases

/// Where the money went: losses of funds of served environments, by what leads look at them by.
///
/// A loss belongs to the UTC day of its charge, as its ticket says it.
public struct LossReview: Hashable, Sendable {
    /// The losses of one value of a dimension.
    public struct Row: Hashable, Sendable {
        /// The cause, product, version or storefront; nil where nothing tells.
        public let value: String?
        /// The losses.
        public let figures: LossFigures
    }

    /// The losses of one day.
    public struct Day: Hashable, Sendable {
        /// The midnight in UTC with which it begins.
        public let start: Instant
        /// The losses.
        public internal(set) var figures: LossFigures
        /// How many tickets of lost money were charged in each of its 24 hours; nil for days too long ago to be told.
        public internal(set) var hours: [Int]?
    }

    /// How long it took to make losses good, from the charge to the make-good.
    public struct MakingGood: Hashable, Sendable {
        /// How many were.
        public let count: Int
        /// The time within which half of them were; nil where none was.
        public let median: TimeLength?
        /// The time within which nine of ten were; nil where none was.
        public let ninetieth: TimeLength?
    }

    /// How many losses somebody wrote off.
    public struct WriteOff: Hashable, Sendable {
        /// Who.
        public let agent: AgentName
        /// As what it was ended: `writtenOff`, or `duplicate` of a charge that the App Store's record shows.
        public let resolution: TicketResolution
        /// How many.
        public let tickets: Int
    }

    /// The loss whose customer waits longest.
    public struct Oldest: Hashable, Sendable {
        /// Its ticket.
        public let ticket: TicketID
        /// Since when the customer waits.
        public let waitingSince: Instant
        /// What was paid.
        public let money: Money?
    }

    /// The moment of ages.
    public let at: Instant
    /// The environments whose money counts.
    public let environments: [AppStoreEnvironment]
    /// The midnight from which on charges count; nil: all.
    public let since: Instant?
    /// The midnight before which charges count; nil: all.
    public let until: Instant?
    /// All losses there ever were.
    public let ever: LossFigures
    /// Those of the period.
    public let total: LossFigures
    /// Those of the period by each dimension, the most open ones first, then the most; then by name.
    public let rows: [LossDimension: [Row]]
    /// The first day of the series: that of `since`, or 30 days before the period's end.
    public let seriesStart: Instant
    /// The days of the series on which anything was lost, oldest first.
    public let days: [Day]
    /// How many open losses are how old, by how long their customers wait; of all times.
    public let ages: [StoreReport.Age: Int]
    /// The open loss whose customer waits longest, of all times; nil when none is open.
    public let oldest: Oldest?
    /// How long it took to make those of the period good that are.
    public let makingGood: MakingGood
    /// Who wrote losses of the period off, the most first.
    public let writtenOff: [WriteOff]

    /// The figures by a dimension.
    public func rows(by dimension: LossDimension) -> [Row] { rows[dimension] ?? [] }

    /// The filter that shows the tickets behind a figure, as it is typed: of some standing, with the day, the value of a
    /// dimension and the currency where they are given.
    ///
    /// A currency of nil inside stands for prices that nobody knows. Nil where a value has a blank, which no filter takes.
    public func query(
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
