import Persistence
import Purchases
import TerminalCore
import Widgets

/// The form that asks why personal data of a customer is looked at, by somebody from whom it is hidden.
struct RevealForm: FormContent {
    let customer: AppUserID
    var form = Form([
        FormField("reason", "Reason", placeholder: "why, for the log")
    ])

    /// The form for a customer.
    init(customer: AppUserID) { self.customer = customer }

    let title = "Look"

    let asks = false

    func refusal(_ context: ConsoleContext) -> String? { context.revealRefusal }

    var write: StoreRequest.Write? {
        form.words("reason").map { .keepCustomer(customer, .look(because: $0)) }
    }

    func submit(_ context: ConsoleContext) -> FormStep {
        write == nil ? .correct(["reason": "Personal data is shown for a reason"]) : .send
    }

    func heading(_ context: ConsoleContext) -> StyledLine {
        [TextSpan("Look at personal data of ", .title), TextSpan(customer.rawValue, .strong)]
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        [StyledLine("^S shows it for 60 seconds, here alone. The log says that you looked, and why.", .dim)]
    }
}
