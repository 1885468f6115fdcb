import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Says what agents wrote, newest first.
struct NoteText {
    /// The notes, oldest first.
    let notes: [CustomerNote]
    let time: TimeText
    /// The ticket on whose page they stand, where its number need not be said; nil on a customer's page.
    var standingOn: TicketID?

    /// A line with who and when, and one with what, for each.
    var lines: [StyledLine] {
        guard !notes.isEmpty else {
            return [StyledLine("No notes yet; N writes one", .dim)]
        }
        return notes.reversed().flatMap { note -> [StyledLine] in
            let reference = note.reference.map { "  case \($0)" } ?? ""
            let place = note.ticket.flatMap { $0 == standingOn ? nil : "  on ticket \($0)" } ?? ""
            let head: StyledLine = [
                TextSpan("\(time.moment(note.at))  ", .dim), TextSpan(note.agent.rawValue, .strong),
                TextSpan(place), TextSpan(reference, .dim),
            ]
            return [head, StyledLine("  \(note.text)")]
        }
    }
}
