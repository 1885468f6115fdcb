import Persistence
import Purchases
import Wording

/// Which tickets a queue shows, as it was typed: `age>2d cause:21005 agent:none`.
struct TicketQuery: Hashable, Sendable {
    /// The filter as it is typed; empty when it lets everything through.
    private(set) var text = ""
    /// What the store is asked for.
    private(set) var filter = TicketFilter()
    private var incident: Incident?

    /// Every ticket.
    init() {}

    /// Reads what was typed at `now`.
    init(_ typed: String, at now: Instant) throws(TicketFilter.Problem) {
        filter = try TicketFilter(parsing: typed, at: now)
        text = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The tickets with a cause, which may have blanks that cannot be typed.
    init(cause: TicketCause) {
        filter.cause = cause
        text = "cause:\(cause)"
    }

    /// The tickets of an incident.
    init(_ incident: Incident, at now: Instant) throws(TicketFilter.Problem) {
        try self.init(incident.filter, at: now)
        self.incident = incident
    }

    /// Narrows it to a value of a dimension, which may have blanks that cannot be typed.
    mutating func narrow(to value: String, of dimension: LossDimension) {
        switch dimension {
        case .cause: filter.cause = TicketCause(value)
        case .product: filter.product = ProductID(value)
        case .version: filter.appVersion = value
        case .storefront: filter.storefront = value
        }
        text = [text, "\(dimension.rawValue):\(value)"].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// What it shows, in words where there are some.
    func words(_ time: TimeText) -> String { incident?.title(time) ?? text }

    /// Whether every ticket is shown.
    var isEmpty: Bool { text.isEmpty }

    /// The filter of one queue: what is still to be done there, unless what ended was asked for.
    func filter(of queue: ErrorGroup) -> TicketFilter {
        var filter = filter
        filter.group = queue
        let asksForEnded =
            filter.state != nil || filter.resolution != nil || filter.isAftermathOnly || filter.loss != nil
            || filter.incident != nil
        if !asksForEnded { filter.isUnresolvedOnly = true }
        return filter
    }
}

/// The few hours in which the most tickets began: an outage shows like this before anybody names it.
struct Incident: Hashable, Sendable {
    /// From how many tickets on a stretch counts.
    static let threshold = 5
    /// How long a stretch is at most.†
    static let length = TimeLength.hours(6)
    /// How far back incidents are looked for, and among how many tickets; older ones are for the review.†
    static let (reach, limit) = (TimeLength.days(21), 500)

    /// How many tickets of the queue began in it.
    let count: Int
    /// The minute in which its first ticket began.
    let from: Instant
    /// The minute in which its last ticket began.
    let until: Instant
    /// The cause that most of the queue's tickets have.
    let cause: TicketCause

    /// The incident among the tickets of queues that fail together, as one of these queues sees it.
    ///
    /// Nil when no stretch has enough tickets, or none of them is in the queue.
    init?(in tickets: [Ticket], of queue: ErrorGroup) {
        guard let stretch = IncidentStretch(in: tickets.map(\.waitingSince)) else { return nil }
        (from, until) = (Incident.minute(of: stretch.from), Incident.minute(of: stretch.until))
        let span = from..<(until + Incident.minute)
        let own = tickets.filter { $0.group == queue && span.contains($0.waitingSince) }
        let causes = Dictionary(grouping: own, by: \.cause).mapValues(\.count)
        guard let common = causes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
        (count, cause) = (own.count, common.key)
    }

    /// What is to be seen of it in its queue.
    func sentence(_ time: TimeText) -> String {
        let (most, shown) = count == 1 ? ("", "it") : ("mostly ", "them")
        return "\(count) began \(span(time)), \(most)\(cause): i shows \(shown)"
    }

    /// What its tickets are called.
    func title(_ time: TimeText) -> String { "incident \(span(time))" }

    /// The filter that shows its tickets, as it can be typed.
    var filter: String { "since:\(from) until:\(until + Incident.minute)" }

    private func span(_ time: TimeText) -> String {
        let isOneDay = time.day(from) == time.day(until)
        return "\(time.moment(from))–\(isOneDay ? TimeText.clock(until) : time.moment(until))"
    }

    private static let minute = TimeLength.seconds(60)

    private static func minute(of instant: Instant) -> Instant {
        Instant(milliseconds: instant.milliseconds - instant.milliseconds % minute.count)
    }
}

/// The stretch of time that holds the most moments, from the first of them to the last.
struct IncidentStretch: Hashable, Sendable {
    /// Moments this far apart on average come one by one.†
    static let calm = TimeLength.seconds(30 * 60)
    /// How far around a stretch its day reaches.†
    static let around = TimeLength.hours(12)

    /// Its first moment.
    let from: Instant
    /// Its last moment.
    let until: Instant

    /// The fullest stretch, the newest of several; nil when none has enough moments or all come one by one.
    init?(in moments: [Instant]) {
        let sorted = moments.sorted()
        var (best, first) = (sorted[..<0], 0)
        for (index, moment) in sorted.enumerated() {
            while moment - sorted[first] > Incident.length { first += 1 }
            let stretch = sorted[first...index]
            guard stretch.count >= max(best.count, Incident.threshold) else { continue }
            if !IncidentStretch.isTrickle(stretch, among: sorted) { best = stretch }
        }
        guard let from = best.first, let until = best.last else { return nil }
        (self.from, self.until) = (from, until)
    }

    /// Whether its moments come one by one, as they do all day long.
    private static func isTrickle(_ stretch: ArraySlice<Instant>, among all: [Instant]) -> Bool {
        guard let from = stretch.first, let until = stretch.last else { return true }
        guard (until - from).count >= calm.count * Int64(stretch.count - 1) else { return false }
        let day = (from - around)...(until + around)
        return all.count { day.contains($0) } > 2 * stretch.count
    }
}
