import Purchases
import TerminalCore
import Widgets

/// The form that records an order id on a chain, so that the next search for it finds the customer.
struct OrderScreen: SubmittedScreen {
    /// The fields.
    private(set) var form: Form
    /// Whether it is on its way.
    private(set) var isSending = false

    /// The form with what is known already; the focus is on what is not.
    init(_ draft: OrderDraft) {
        form = Form([
            FormField(
                "order", "Order id",
                .text(TextField(draft.order.rawValue, placeholder: "M…, as on the receipt"))),
            FormField(
                "chain", "Chain",
                .text(TextField(draft.chain.rawValue, placeholder: "the original_transaction_id"))),
        ])
        if draft.chain.rawValue.isEmpty, !draft.order.rawValue.isEmpty { form.focus(on: "chain") }
    }

    func title(_ context: ConsoleContext) -> String { "Order id" }

    mutating func load(_ context: ConsoleContext) -> [Effect] { [] }

    func submitRefusal(_ context: ConsoleContext) -> String? {
        context.refusal ?? (isSending ? "it is on its way" : nil)
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        form.handle(key) ? [] : nil
    }

    mutating func submit(_ context: ConsoleContext) -> [Effect] {
        guard !isSending else { return [] }
        let values = ["order", "chain"].map { form.value($0).filter { !$0.isWhitespace } }
        guard !values.contains("") else {
            form.show(problems: [
                values[0].isEmpty ? "order" : "chain": values[0].isEmpty
                    ? "Type the order id" : "Name the chain"
            ])
            return []
        }
        isSending = true
        let draft = OrderDraft(
            order: OrderID(values[0].uppercased()), chain: OriginalTransactionID(values[1]))
        return [.ask(.recordOrder(draft, at: context.now))]
    }

    mutating func paste(_ text: String, _ context: ConsoleContext) -> [Effect]? {
        form.paste(text) ? [] : nil
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        isSending = false
        return answer.news.map { [.closeSaying(MessageLine(.success, $0))] } ?? []
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        let hint =
            isSending
            ? "Sent; waiting for the store"
            : "^S records it: from then on the order id leads to the chain. It is in Apple's e-mail receipt to the "
                + "customer; one order can pay for several chains."
        FormView(
            title: StyledLine("Record an order id", .title), form: form, lines: [StyledLine(hint, .dim)]
        ).draw(in: &canvas, theme: theme)
    }
}
