import Persistence
import Purchases
import Widgets
import Wording

/// What a person does around a ticket beside ending it.
enum TicketAct: Hashable, Sendable {
    /// Hands it over.
    case assign(to: AgentName)
    /// Notes that the customer was written to or spoken with.
    case contacted(by: ContactChannel)
    /// Lets it wait.
    case wait(for: WaitingParty, until: Instant)
    /// Notes that another belongs to it.
    case link(to: TicketID)
    /// Passes it over, and says why.
    case skip(reason: String)
    /// Asks the server to try again.
    case retry

    /// What it did, in one sentence, on the ticket as it is now.
    func news(_ page: TicketPage) -> String {
        let (id, reader) = (page.ticket.id, TimeText(now: page.at).reader)
        return switch self {
        case .assign(let agent): "Ticket \(id) is handed to \(agent)"
        case .contacted(let channel): "Noted: the customer was contacted \(channel.title)"
        case .wait: "Ticket \(id) \(reader.waiting(page.ticket) ?? "waits")"
        case .link(let other): "Tickets \(id) and \(other) are linked"
        case .skip: "Ticket \(id) is passed over: w gives you another"
        case .retry: "Asked: the server tries ticket \(id) again"
        }
    }
}

/// What a form around a ticket asks.
enum TicketWork: String, Hashable, Sendable {
    /// To whom it is handed.
    case assign
    /// How the customer was contacted.
    case contacted
    /// For whom and until when it waits.
    case wait
    /// Which other ticket belongs to it.
    case link
    /// Why it is passed over.
    case skip
    /// Why it is passed over, before the next one is claimed.
    case skipAndNext
}

/// A ticket that something is done around, as it was seen.
struct TicketWorkSubject: Hashable, Sendable {
    /// What.
    let work: TicketWork
    /// The ticket.
    let ticket: Ticket
    /// How many screens are done with when the next ticket is opened in their place: the form, and the ticket's page.
    var levels = 2
}
