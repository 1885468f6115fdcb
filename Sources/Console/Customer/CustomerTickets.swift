import Persistence
import Purchases
import TerminalCore
import Widgets

/// Says which of a customer's tickets need somebody.
struct CustomerTickets {
    /// The tickets, the most urgent first.
    let tickets: [Ticket]

    /// Those in which money was taken and nothing given yet.
    var urgent: [Ticket] { tickets.filter { $0.isUnresolved && $0.group > .notCharged } }

    /// What the head of the page says of them; nil when nothing is urgent.
    func headline(_ context: ConsoleContext, columns: Int, _ glyphs: Glyphs) -> StyledLine? {
        guard let first = urgent.first else { return nil }
        let text = TicketText(ticket: first, context: context)
        let others = urgent.count > 1 ? " and \(urgent.count - 1) more" : ""
        let short = "\(glyphs.alert) \(text.summary)\(others)"
        let long = "\(short) \(glyphs.bullet) waits \(text.age) \(glyphs.bullet) T opens it"
        return StyledLine(DisplayText.columns(of: long) <= columns ? long : short, .warning)
    }
}
