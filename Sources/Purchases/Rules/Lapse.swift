/// A closed gap in service of at least an hour.
///
/// Source: Apple, "Auto-renewable subscriptions": lapses up to 60 days keep the commission clock; the hour is ours.
public struct Lapse: Hashable, Sendable {
    /// When service ended.
    public let from: Instant
    /// When it began again.
    public let to: Instant

    /// The shortest gap that counts.
    public static let shortest = TimeLength.hours(1)
    /// The longest gap that keeps the commission clock.
    public static let longestKept = TimeLength.days(60)

    /// How many whole days of 24 hours it lasted.
    public var days: Int { (to - from).wholeDays }

    /// Whether the commission clock starts anew after it.
    public var resetsCommission: Bool { to - from > Lapse.longestKept }

    /// The lapses between a chain's service periods, trials included.
    public static func lapses(of timeline: ChainTimeline) -> [Lapse] {
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
