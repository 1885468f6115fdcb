import Persistence
import Purchases
import TerminalCore
import Widgets

/// The form that opens a ticket for a purchase that the app did not report.
struct OpenTicketForm: FormContent {
    /// Whose purchase.
    let customer: AppUserID
    var form = Form([
        FormField("product", "Product", placeholder: "the product's id, for example premium_month"),
        FormField(
            "charged", "Charged", placeholder: "2021-08-11 or 2021-08-11T19:41:58Z",
            hint: "Empty when nobody was charged"),
        FormField(
            "finished", "In the app",
            of: [.init("no", "still trying"), .init("yes", "closed without delivery")]),
        FormField("transaction", "Transaction", placeholder: "the id, where an invoice shows it"),
        FormField("price", "Price", placeholder: "9.99 EUR"),
        FormField("note", "Note", placeholder: "what the customer said"),
        .reference,
    ])

    /// The form for a customer.
    init(_ customer: AppUserID) { self.customer = customer }

    let title = "Open a ticket"

    let asks = false

    var about: FormSubject? { FormSubject(customer: customer) }

    func refusal(_ context: ConsoleContext) -> String? { context.ticketRefusal }

    func submit(_ context: ConsoleContext) -> FormStep {
        var problems: [String: String] = [:]
        if form.words("product") == nil { problems["product"] = "Name the product" }
        if form.words("charged") != nil, (chargedAt ?? .latest) > context.now {
            problems["charged"] = "Type a past day as 2021-08-11, or a moment as 2021-08-11T19:41:58Z"
        }
        if form.words("price") != nil, price == nil {
            problems["price"] = "Type an amount and a currency as 9.99 EUR"
        }
        return problems.isEmpty ? .send : .correct(problems)
    }

    var write: StoreRequest.Write? {
        .openTicket(
            OpenTicketRequest(
                customer: customer, product: ProductID(form.words("product") ?? ""), chargedAt: chargedAt,
                isFinished: chargedAt != nil && form.value("finished") == "yes",
                transactionID: form.words("transaction").map { TransactionID($0) }, price: price,
                note: form.words("note"), reference: form.words("reference")))
    }

    func leaving(after answer: Answer, to request: StoreRequest, in context: ConsoleContext) -> [Effect] {
        guard case .worked(.some(let page)) = answer, let news = request.news(answer) else { return [] }
        return [.closeSaying(MessageLine(.success, news)), .open(.ticket(page.ticket.id))]
    }

    func heading(_ context: ConsoleContext) -> StyledLine {
        [TextSpan("Open a ticket for ", .title), TextSpan(customer.rawValue, .strong)]
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        let hint = "^S opens it. Reports and receipts that come later join it by the transaction's id."
        return [StyledLine(hint, .dim)]
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
