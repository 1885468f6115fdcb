import Persistence
import Purchases
import TerminalCore
import Widgets

/// The form that opens a ticket for a purchase that the app did not report.
struct OpenTicketScreen: Screen {
    /// Whose purchase.
    let customer: AppUserID
    /// The fields.
    private(set) var form = OpenTicketForm()
    /// Whether it is on its way.
    private(set) var isSending = false

    /// The form for a customer.
    init(_ customer: AppUserID) { self.customer = customer }

    var place: KeyContext { .form }

    var holdsTypedText: Bool { !isSending && form.form.holdsTypedText }

    func title(_ context: ConsoleContext) -> String { "Open a ticket" }

    mutating func load(_ context: ConsoleContext) -> [Effect] { [] }

    func disabled(_ context: ConsoleContext) -> [CommandID: String] {
        context.ticketRefusal.map { [.submit: $0] } ?? (isSending ? [.submit: "it is on its way"] : [:])
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? { form.handle(key) ? [] : nil }

    mutating func perform(_ command: CommandID, _ context: ConsoleContext) -> [Effect] {
        guard command == .submit, !isSending else { return [] }
        let problems = form.problems(context)
        guard problems.isEmpty else {
            form.show(problems: problems)
            return []
        }
        isSending = true
        return [.ask(.work(.open(form.opening(for: customer)), at: context.now))]
    }

    mutating func paste(_ text: String, _ context: ConsoleContext) -> [Effect]? {
        form.paste(text) ? [] : nil
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        isSending = false
        guard case .worked(.some(let page), let text) = answer else { return [] }
        return [.closeSaying(MessageLine(.success, text)), .open(.ticket(page.ticket.id))]
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        let title: StyledLine = [
            TextSpan("Open a ticket for ", .title), TextSpan(customer.rawValue, .strong),
        ]
        let hint =
            isSending
            ? "Sent; waiting for the store"
            : "^S opens it. Reports and receipts that come later join it by the transaction's id."
        FormView(title: title, form: form.form, lines: [StyledLine(hint, .dim)]).draw(
            in: &canvas, theme: theme)
    }
}
