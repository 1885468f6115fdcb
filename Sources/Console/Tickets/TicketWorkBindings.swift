import Persistence
import Purchases
import TerminalCore
import Widgets

/// What can be done around a ticket beside ending it, by the same keys on its page and in its queue.
extension Screen {
    /// The commands, on the ticket that a screen is about.
    ///
    /// - Parameters:
    ///   - missing: why none of them is possible while there is no ticket.
    ///   - footer: how early the first of them appears in the footer.
    ///   - ticket: the ticket.
    static func ticketWork(
        missing: String, footer: Int, on ticket: @escaping @Sendable (Self) -> Ticket?
    ) -> Commands {
        let opening = { @Sendable (work: TicketWork) in
            { @Sendable (ticket: Ticket, _: ConsoleContext) -> [Effect] in
                [.open(.work(TicketWorkSubject(work: work, ticket: ticket)))]
            }
        }
        let around = TicketWorkBinding(missing: missing, ticket: ticket)
        return [
            around.command(
                "ticket.wait", "Let the ticket wait for the customer, Apple or the app's makers", key: "z",
                label: "wait", footer: footer, unless: { $0.resolve }, opening(.wait)),
            around.command(
                "ticket.assign", "Hand the ticket over to another agent", key: "a", label: "hand over",
                footer: footer + 1, unless: { $0.resolve }, opening(.assign)),
            around.command(
                "ticket.contacted", "Note that the customer was contacted, and how", key: "e",
                label: "contacted", footer: footer + 3, unless: { $0.resolve }, opening(.contacted)),
            around.command(
                "ticket.skip", "Pass the ticket over and say why; leads read it", key: "x", label: "skip",
                footer: footer + 4, unless: { $0.resolve }, opening(.skip)),
            around.command(
                "ticket.retry", "Ask the server to try again to deliver it", key: "D",
                label: "try again", footer: nil, unless: { $0.retry }
            ) { ticket, context in
                [.ask(.write(.work(ticket.id, .retry, reference: nil), at: context.now))]
            },
            around.command(
                "ticket.link", "Link another ticket that belongs to this one", key: "L", label: "link",
                footer: nil, unless: { _ in nil }, opening(.link)),
        ]
    }
}

/// Makes commands on the ticket that a screen is about.
private struct TicketWorkBinding<Subject: Screen> {
    let missing: String
    let ticket: @Sendable (Subject) -> Ticket?

    func command(
        _ id: CommandID, _ title: String, key: Key, label: String, footer: Int?,
        unless refusal: @escaping @Sendable (TicketReasons) -> String?,
        _ action: @escaping @Sendable (Ticket, ConsoleContext) -> [Effect]
    ) -> Binding<Subject, Effect> {
        Binding(
            id, title, keys: [key], label: label, footer: footer,
            unless: { [missing, ticket] screen, context in
                guard let ticket = ticket(screen) else { return missing }
                return context.ticketRefusal ?? refusal(TicketReasons(ticket: ticket, context: context))
            }
        ) { [ticket] screen, context in ticket(screen).map { action($0, context) } ?? [] }
    }
}
