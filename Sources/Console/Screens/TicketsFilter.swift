import Persistence
import Purchases
import Wording

/// Which tickets a queue shows, as it was typed: `age>2d cause:21005 agent:none`. `TicketFilter` in `Purchases` reads
/// the words.
struct TicketsFilter: Hashable, Sendable {
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

    /// The tickets of an incident that are still to be worked on.
    init(_ incident: Incident) {
        (filter.incident, filter.isUnresolvedOnly) = (incident.id, true)
        text = "incident:\(incident.id) state:unresolved"
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
    func words(_ reader: Reader) -> String {
        incident.map { "\(text) \($0.title), \(reader.span(of: $0))" } ?? text
    }

    /// What the list is called above it.
    var title: String { incident.map { "incident \($0.id)" } ?? (isEmpty ? "Tickets" : text) }

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
