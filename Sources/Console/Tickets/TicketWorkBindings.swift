import Persistence
import Purchases
import TerminalCore
import Widgets

extension Screen {
    /// The commands of what can be done around a ticket beside ending it, by the same keys on its page and in its queue.
    ///
    /// - Parameters:
    ///   - missing: why none of them is possible while there is no ticket.
    ///   - footer: how early the first of them appears in the footer.
    ///   - ticket: the ticket that the screen is about.
    static func ticketWork(
        missing: String, footer: Int, on ticket: @escaping @Sendable (Self) -> Ticket?
    ) -> Commands {
        TicketActForm.all.map { form in
            Binding<Self, Effect>(
                form.id, form.explanation, keys: form.key.map { [$0] } ?? [], label: form.label,
                footer: form.footer.map { footer + $0 }, about: ticket, missing: missing,
                unless: { ticket, context in
                    context.ticketRefusal ?? form.unless(TicketReasons(ticket: ticket, context: context))
                }
            ) { form.begin(on: $0, in: $1) }
        }
    }
}

extension TicketActForm {
    /// Opens the form, or does the act where nothing is asked.
    fileprivate func begin(on ticket: Ticket, in context: ConsoleContext) -> [Effect] {
        if fields == nil, case .act(let act) = filled(Form([]), context.now) {
            return [.ask(.write(.act(act, on: ticket.id), at: context.now))]
        }
        return [.open(.act(TicketActSubject(form: self, ticket: ticket)))]
    }
}
