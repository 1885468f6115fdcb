import Persistence
import Purchases

/// The stretch of a day in which the most tickets began: an outage shows like this before anybody names it.
struct Incident: Hashable, Sendable {
    /// From how many tickets on a stretch counts.
    static let threshold = 5
    /// How long a stretch is.†
    static let length = Milliseconds.hours(24)
    /// How far back incidents are looked for, and among how many tickets; older ones are for the review.†
    static let (reach, limit) = (Milliseconds.days(21), 500)

    /// How many tickets began in it.
    let count: Int
    /// When the first of them began.
    let from: Instant
    /// When the last of them began.
    let until: Instant
    /// The cause that most of them have.
    let cause: TicketCause

    /// The incident among tickets; nil when no stretch has enough of them.
    init?(in tickets: [Ticket]) {
        let sorted = tickets.sorted { $0.waitingSince < $1.waitingSince }
        var best = sorted[..<0]
        var first = 0
        for (index, ticket) in sorted.enumerated() {
            while ticket.waitingSince - sorted[first].waitingSince > Incident.length { first += 1 }
            if index - first >= best.count { best = sorted[first...index] }
        }
        guard best.count >= Incident.threshold, let start = best.first, let end = best.last else {
            return nil
        }
        let causes = Dictionary(grouping: best, by: \.cause).mapValues(\.count)
        let common = causes.max { ($0.value, $1.key) < ($1.value, $0.key) }
        (count, from, until) = (best.count, start.waitingSince, end.waitingSince)
        cause = common?.key ?? start.cause
    }

    /// What is to be seen of it in its queue.
    func sentence(_ time: TimeText) -> String {
        "\(count) began within a day from \(time.moment(from)), mostly \(cause): i shows them"
    }

    /// The filter that shows its tickets, as it can be typed.
    func filter(at now: Instant) -> String {
        let hour = Milliseconds.hours(1).count
        let (least, most) = (((now - until).count - 1) / hour, (now - from).count / hour + 1)
        return "age>\(max(0, least))h age<\(most)h"
    }
}
