import Persistence
import Purchases

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
