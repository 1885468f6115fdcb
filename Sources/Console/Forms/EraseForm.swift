import Persistence
import Purchases
import TerminalCore
import Widgets

/// The form that erases a person: why, and the customer's id typed once more.
struct EraseForm: FormContent {
    let customer: AppUserID
    var form = Form([
        FormField("why", "Reason", placeholder: "why, for the log"),
        FormField("confirmation", "Type the id", placeholder: "the customer's id once more"),
    ])

    /// The form for a customer.
    init(customer: AppUserID) { self.customer = customer }

    let title = "Erase"
    let verb = "Erasing"
    let stopped = "nobody was erased"

    var about: FormSubject? { FormSubject(customer: customer) }

    func refusal(_ context: ConsoleContext) -> String? { context.erasureRefusal }

    var write: StoreRequest.Write? {
        form.words("why").map {
            .erase(
                ErasureRequest(
                    customer, reason: $0, confirmation: form.words("confirmation") ?? ""))
        }
    }

    func submit(_ context: ConsoleContext) -> FormStep {
        guard form.words("why") != nil else { return .correct(["why": "A person is erased for a reason"]) }
        guard form.words("confirmation") == customer.rawValue else {
            return .correct(["confirmation": "Type \(customer) to erase that person"])
        }
        let danger = Danger(
            title: "Erase the person behind \(customer)",
            what: ["Purchases, grants and the audit log stay, under \(customer.rawValue)."],
            howLong: "Address, name, token, notes and every other text go, for good.", verb: "erase",
            otherwise: "keep")
        return .confirm(danger.dialog(context))
    }

    func heading(_ context: ConsoleContext) -> StyledLine {
        [TextSpan("Erase the person behind ", .title), TextSpan(customer.rawValue, .strong)]
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        [StyledLine("Nothing brings it back. Backups that were made before still hold it.", .dim)]
    }
}
