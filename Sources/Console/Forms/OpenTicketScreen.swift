import Persistence
import Purchases
import TerminalCore
import Widgets

/// The form that opens a ticket for a purchase that the app did not report.
struct OpenTicketScreen: SubmittedScreen {
    /// Whose purchase.
    let customer: AppUserID
    /// The fields.
    private(set) var form = OpenTicketForm()
    /// Whether it is on its way.
    private(set) var isSending = false

    /// The form for a customer.
    init(_ customer: AppUserID) { self.customer = customer }

    var holdsTypedText: Bool { !isSending && form.form.holdsTypedText }

    func title(_ context: ConsoleContext) -> String { "Open a ticket" }

    mutating func load(_ context: ConsoleContext) -> [Effect] { [] }

    func submitRefusal(_ context: ConsoleContext) -> String? {
        context.ticketRefusal ?? (isSending ? "it is on its way" : nil)
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? { form.handle(key) ? [] : nil }

    mutating func submit(_ context: ConsoleContext) -> [Effect] {
        guard !isSending else { return [] }
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

/// The fields of the form that opens a ticket by hand, and the purchase that they describe.
struct OpenTicketForm: Hashable, Sendable {
    /// The fields.
    private(set) var form = Form([
        FormField(
            "product", "Product", .text(TextField(placeholder: "the product's id, for example premium_month"))
        ),
        FormField(
            "charged", "Charged", .text(TextField(placeholder: "2021-08-11 or 2021-08-11T19:41:58Z")),
            hint: "Empty when nobody was charged"),
        FormField(
            "finished", "In the app",
            .choice(ChoiceField([.init("no", "still trying"), .init("yes", "closed without delivery")]))),
        FormField(
            "transaction", "Transaction", .text(TextField(placeholder: "the id, where an invoice shows it"))),
        FormField("price", "Price", .text(TextField(placeholder: "9.99 EUR"))),
        FormField("note", "Note", .text(TextField(placeholder: "what the customer said"))),
        FormField("reference", "Case", .text(TextField(placeholder: "the helpdesk's number"))),
    ])

    /// Takes a key.
    mutating func handle(_ key: Key) -> Bool { form.handle(key) }

    /// Takes a pasted text.
    mutating func paste(_ text: String) -> Bool { form.paste(text) }

    /// Says what is wrong with fields.
    mutating func show(problems: [String: String]) { form.show(problems: problems) }

    /// What is wrong, by field; empty when the form can be sent.
    func problems(_ context: ConsoleContext) -> [String: String] {
        var problems: [String: String] = [:]
        if form.words("product") == nil { problems["product"] = "Name the product" }
        if form.words("charged") != nil, (chargedAt ?? .latest) > context.now {
            problems["charged"] = "Type a past day as 2021-08-11, or a moment as 2021-08-11T19:41:58Z"
        }
        if form.words("price") != nil, price == nil {
            problems["price"] = "Type an amount and a currency as 9.99 EUR"
        }
        return problems
    }

    /// The purchase that is described.
    func opening(for customer: AppUserID) -> OpenTicketRequest {
        OpenTicketRequest(
            customer: customer, product: ProductID(form.words("product") ?? ""), chargedAt: chargedAt,
            isFinished: chargedAt != nil && form.value("finished") == "yes",
            transactionID: form.words("transaction").map { TransactionID($0) }, price: price,
            note: form.words("note"), reference: form.words("reference"))
    }

    private var chargedAt: Instant? {
        form.words("charged").flatMap { Instant($0) ?? Instant($0 + ":00Z") }
    }

    private var price: Money? {
        let parts = (form.words("price") ?? "").split(separator: " ").map(String.init)
        guard parts.count == 2 else { return nil }
        let amount = parts[0].replacing(",", with: ".")
        return Money(amount: amount, currency: parts[1].uppercased())
    }
}
