import Purchases

/// When things went wrong in the practice store, and since when its app tells of purchases.
struct PracticeCalendar: Hashable, Sendable {
    /// When the stories end.
    let now: Instant
    /// The start of the day on which the stories end.
    let today: Instant

    /// The days before a moment.
    init(now: Instant) {
        self.now = now
        let day = TimeLength.days(1).count
        today = Instant(milliseconds: now.milliseconds - now.milliseconds % day)
    }

    /// When the first version of the app that reports purchases came out.
    var reportingSince: Instant { today - .days(395) }

    /// The evening on which verification was down, without the last minutes, in which a retry would have worked.
    var outage: Range<Instant> {
        let evening = today - .days(12)
        return evening + .hours(18)..<evening + .hours(22)
    }

    /// The hour in which the server had the wrong shared secret, without its last minutes.
    var configurationFault: Range<Instant> {
        let morning = today - .days(40) + .hours(9)
        return morning..<morning + .seconds(3000)
    }

    /// The weeks in which the app closed some purchases without verifying them.
    var leak: Range<Instant> { today - .days(108)..<today - .days(88) }

    /// The morning after the outage, on which people began to work on what it left.
    var morningAfter: Instant { today - .days(11) + .hours(7) }

    /// A made-up moment, so many days ago.
    func moment(daysAgo days: ClosedRange<Int>, _ random: inout PracticeRandom) -> Instant {
        let seconds = Int64(Int.random(in: days, using: &random)) * 86_400
        return now - .seconds(seconds + Int64.random(in: 0..<86_400, using: &random))
    }

    /// A made-up moment of the past months, more likely a recent one.
    func recentMoment(_ random: inout PracticeRandom) -> Instant {
        let nearest = min(Int.random(in: 3...330, using: &random), Int.random(in: 3...330, using: &random))
        return moment(daysAgo: nearest...nearest, &random)
    }

    /// A made-up moment of a span of time.
    func moment(in span: Range<Instant>, _ random: inout PracticeRandom) -> Instant {
        let seconds = Int64((span.upperBound - span.lowerBound).wholeSeconds)
        return span.lowerBound + .seconds(Int64.random(in: 0..<seconds, using: &random))
    }
}
