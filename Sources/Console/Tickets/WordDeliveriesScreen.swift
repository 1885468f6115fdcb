public import Persistence
public import Purchases
import TerminalCore
import Widgets
import Wording

/// What was delivered by the app's word alone: purchases of which the App Store's record has not come for a day.
struct WordDeliveriesScreen: ListScreen {
    /// The purchases, the oldest charge first.
    var list = PagedList<WordDelivery, String>()

    func commands(_ context: ConsoleContext) -> Commands { Self.commands }

    func title(_ context: ConsoleContext) -> String { "Unconfirmed" }

    func question(after place: String?, limit: Int) -> WordDeliveryListQuery {
        WordDeliveryListQuery(after: place, limit: limit)
    }

    mutating func receive(
        _ page: WordDeliveryPage, to question: WordDeliveryListQuery, in context: ConsoleContext
    ) -> [Effect] {
        list.take(page.deliveries, after: question.after, next: page.next)
        return []
    }

    func drawHead(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        let (size, room) = (canvas.size, room(in: canvas.size, context))
        canvas.draw(
            "Unconfirmed deliveries", at: Position(column: 1, row: 0), theme: theme, .title,
            limit: size.columns - 2)
        _ = canvas.draw(explanation(size), from: 1, until: room.minRow, theme: theme)
    }

    func empty(_ context: ConsoleContext) -> String { "The App Store's record of every purchase has come" }

    func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<WordDelivery> {
        let heads = ["Charged", "Customer", "Product", "Transaction"].map { StyledLine($0, .columnHeader) }
        let widths = widths(size, in: context)
        let hasHeads = isWide(size) && size.rows >= 12
        return RowLayout(
            list.rows, columns: size.columns - 3, isPlain: context.isPlain,
            heads: hasHeads ? CellText.row(heads, widths: widths) : nil, rowsPerItem: isWide(size) ? 1 : 2,
            cells: { cells($0, in: context) },
            lines: { delivery in
                let cells = cells(delivery, in: context)
                guard !isWide(size) else { return [CellText.row(cells, widths: widths)] }
                return [cells[1], StyledLine("  ") + cells[2] + StyledLine("  ") + cells[0]]
            })
    }

    private func explanation(_ size: Size) -> [StyledLine] {
        let text =
            "The app says that these were paid and delivered; the App Store's record has not come for a day. They are no losses: look why it is missing."
        return size.rows < 12 ? [] : StyledLine(text, .dim).wrapped(to: size.columns - 2)
    }

    func room(in size: Size, _ context: ConsoleContext) -> Rectangle {
        Self.room(below: 1 + explanation(size).count + (size.rows < 12 ? 0 : 2), in: size)
    }

    private func isWide(_ size: Size) -> Bool { size.columns >= 76 }

    private func cells(_ delivery: WordDelivery, in context: ConsoleContext) -> [StyledLine] {
        [
            StyledLine(context.time.moment(delivery.chargedAt), .dim),
            StyledLine(who(delivery, in: context), .strong), StyledLine(productName(delivery, in: context)),
            StyledLine(transaction(delivery), delivery.transactionID == nil ? .dim : nil),
        ]
    }

    /// Times and ids are as wide as what is in them; the rest is the customer's.
    private func widths(_ size: Size, in context: ConsoleContext) -> [Int] {
        let width = { (head: String, limit: Int, text: (WordDelivery) -> String) in
            min(limit, list.rows.map { DisplayText.columns(of: text($0)) }.reduce(head.count, max))
        }
        let when = width("Charged", 20) { context.time.moment($0.chargedAt) }
        let product = width("Product", 30) { productName($0, in: context) }
        let transaction = width("Transaction", 24, transaction)
        let rest = size.columns - 3 - 6 - when - transaction
        let customer = width("Customer", max(8, rest - min(product, 16))) { who($0, in: context) }
        return [when, customer, max(8, min(product, rest - customer)), transaction]
    }

    private func who(_ delivery: WordDelivery, in context: ConsoleContext) -> String {
        let name = delivery.customerName?.text
        return [delivery.customer?.rawValue ?? "no customer", name].compactMap { $0 }.joined(separator: " ")
    }

    private func productName(_ delivery: WordDelivery, in context: ConsoleContext) -> String {
        delivery.product.map(context.shown) ?? "unknown"
    }

    private func transaction(_ delivery: WordDelivery) -> String {
        delivery.transactionID?.rawValue ?? "not named"
    }
}

extension WordDeliveriesScreen {
    /// What can be done with the selected purchase.
    static let commands: Commands = Binding.section(
        "Unconfirmed deliveries",
        [
            Binding(
                "open", "Open the customer", keys: [.enter], label: "customer", footer: 1,
                unless: { screen, _ in
                    guard let selected = screen.list.selected else { return nothing }
                    return selected.customer == nil ? "no customer is known for it" : nil
                }
            ) { screen, _ in screen.list.selected?.customer.map { [.open(.customer($0, asOf: nil))] } ?? [] },
            copying(
                "Copy the customer's, the transaction's or the attempt's id", footer: 2,
                unless: { screen, _ in screen.list.selected == nil ? nothing : nil }
            ) { screen, _ in
                screen.list.selected.map { delivery in
                    [
                        delivery.customer.map { CopyItem("i", "customer id", $0.rawValue) },
                        delivery.transactionID.map { CopyItem("t", "transaction id", $0.rawValue) },
                        CopyItem("d", "attempt id", delivery.attempt.rawValue),
                    ].compactMap { $0 }
                } ?? []
            },
        ])

    private static let nothing = "nothing is listed"
}

extension WordDelivery: Identifiable {
    /// A purchase is known by its first attempt.
    public var id: AttemptID { attempt }
}
