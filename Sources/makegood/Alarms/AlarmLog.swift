import Logging
import Persistence
import Purchases

/// Writes alarms to the log, which is standard error.
enum AlarmLog {
    /// A line about a ticket; it names no person but by the app's own id.
    static func write(_ ticket: Ticket) {
        logger.critical("\(Printable.line(line(ticket)))")
    }

    /// A line about tickets too many to tell one by one.
    static func write(more count: Int) {
        logger.critical("loss of funds: \(count) more, see `makegood tickets --group 3 --state unresolved`")
    }

    /// What the line about a ticket says.
    static func line(_ ticket: Ticket) -> String {
        let facts = [
            "ticket \(ticket.id)", ticket.customer?.rawValue ?? "customer unknown",
            ticket.product?.rawValue ?? "product unknown",
            ticket.money.map { "\($0.amount) \($0.currency)" } ?? "price unknown", ticket.cause.rawValue,
        ]
        return "loss of funds: " + facts.joined(separator: ", ")
    }

    private static let logger = Logger(label: "makegood") { StreamLogHandler.standardError(label: $0) }
}
