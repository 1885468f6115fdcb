import Persistence
import Purchases
import TerminalCore
import Widgets

/// The form that records an order id on a chain, so that the next search for it finds the customer.
struct OrderForm: FormContent {
    var form: Form

    /// The form with what is known already; the focus is on what is not.
    init(order: OrderID?, chain: OriginalTransactionID?) {
        form = Form([
            FormField("order", "Order id", order?.rawValue ?? "", placeholder: "M…, as on the receipt"),
            FormField("chain", "Chain", chain?.rawValue ?? "", placeholder: "the original_transaction_id"),
        ])
        if chain == nil, order != nil { form.focus(on: "chain") }
    }

    let title = "Order id"

    let asks = false

    func refusal(_ context: ConsoleContext) -> String? { context.refusal }

    private func typed(_ id: String) -> String { form.value(id).filter { !$0.isWhitespace } }

    var write: StoreRequest.Write? {
        .recordOrder(
            OrderID(typed("order").uppercased()), of: OriginalTransactionID(typed("chain")))
    }

    func submit(_ context: ConsoleContext) -> FormStep {
        if typed("order").isEmpty { return .correct(["order": "Type the order id"]) }
        return typed("chain").isEmpty ? .correct(["chain": "Name the chain"]) : .send
    }

    func heading(_ context: ConsoleContext) -> StyledLine { StyledLine("Record an order id", .title) }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        let hint =
            "^S records it: from then on the order id leads to the chain. It is in Apple's e-mail receipt to the "
            + "customer; one order can pay for several chains."
        return [StyledLine(hint, .dim)]
    }
}
