import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The other consoles on the store, as screens tell of them.
struct Others: Equatable, Sendable {
    /// Every other console.
    let consoles: [PresentConsole]
    /// Who sits at this one.
    let agent: AgentName

    /// Who has a ticket in front, those who edit it first.
    func at(_ ticket: TicketID) -> [PresentConsole] { those { $0.ticket == ticket } }

    /// Who has a customer in front, or a ticket of that customer.
    func at(_ customer: AppUserID) -> [PresentConsole] { those { $0.customer == customer } }

    /// Who has in front what a form is about, its ticket or without one the customer.
    func at(_ subject: FormSubject) -> [PresentConsole] {
        subject.ticket.map { at($0) } ?? subject.customer.map { at($0) } ?? []
    }

    /// Who looks at a ticket, for a row: `lea edits`, and how many more.
    func brief(_ ticket: TicketID) -> StyledLine {
        let found = at(ticket)
        guard let first = found.first else { return [] }
        let more = found.count > 1 ? " +\(found.count - 1)" : ""
        return [span(first, first.briefWords(to: agent) + more)]
    }

    /// Who looks at a ticket, in sentences beside each other.
    func line(_ ticket: TicketID, glyphs: Glyphs) -> StyledLine {
        StyledLine(bulleted: at(ticket).map { [span($0, $0.words(to: agent))] }, glyphs)
    }

    /// Who looks at a customer or at a ticket of that customer, in sentences beside each other.
    func line(_ customer: AppUserID, glyphs: Glyphs) -> StyledLine {
        StyledLine(
            bulleted: at(customer).map { [span($0, $0.words(onPageOf: customer, to: agent))] }, glyphs)
    }

    private func span(_ console: PresentConsole, _ words: String) -> TextSpan {
        TextSpan(words, console.attention?.manner == .edits ? .warning : .strong)
    }

    /// Each agent once per ticket and manner; who edits stands first, then by name, so that nothing jumps to and fro.
    private func those(_ isThere: (Attention) -> Bool) -> [PresentConsole] {
        var seen = Set<String>()
        let there = consoles.compactMap { console in
            console.attention.flatMap { isThere($0) ? (console, $0) : nil }
        }
        return there.sorted { ($0.1.manner.rawValue, $0.0.agent) < ($1.1.manner.rawValue, $1.0.agent) }
            .filter { console, attention in
                let ticket = attention.ticket?.rawValue ?? ""
                return seen.insert("\(attention.manner) \(ticket) \(console.agent)").inserted
            }
            .map(\.0)
    }
}

/// What a form is about: a ticket, or without one a customer. Other consoles are told of it, and `FormWatch` notices
/// when it changes.
struct FormSubject: Equatable, Sendable {
    /// What has to be true of the ticket for sending to make sense.
    enum Need: Hashable, Sendable {
        case nothing, unresolved, resolved
    }

    /// The ticket; nil for a form about a customer.
    var ticket: TicketID?
    /// Whose it is, or the customer.
    var customer: AppUserID?
    /// What has to be true of the ticket.
    var need = Need.nothing
    /// The ticket as the page showed it that the form was opened on; nil where the first reading counts as seen.
    var ticketSeen: Ticket?
}

extension ConsoleContext {
    /// The other consoles on the store.
    var others: Others { Others(consoles: otherConsoles, agent: agent) }
}
