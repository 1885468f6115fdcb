package import Persistence
package import Purchases
import TerminalCore
import Widgets
import Wording

/// What was delivered by the app's word alone: purchases of which the App Store's record has not come for a day.
struct UnconfirmedDeliveriesScreen: ListScreen {
    /// The purchases, the oldest charge first.
    var list = PagedList<UnconfirmedDelivery, String>()

    func title(_ context: ConsoleContext) -> String { "Unconfirmed" }

    func question(after place: String?, limit: Int) -> UnconfirmedDeliveryListQuery {
        UnconfirmedDeliveryListQuery(after: place, limit: limit)
    }

    mutating func receive(
        _ page: UnconfirmedDeliveryPage, to question: UnconfirmedDeliveryListQuery, in context: ConsoleContext
    ) -> [Effect] {
        list.take(page.deliveries, after: question.after, next: page.next)
        return []
    }

    func head(in size: Size, _ context: ConsoleContext) -> StyledLine {
        StyledLine("Unconfirmed deliveries", .title)
    }

    func empty(_ context: ConsoleContext) -> String { "The App Store's record of every purchase has come" }

    func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<UnconfirmedDelivery> {
        let columns = ScreenColumns(
            columns: Self.columns, widths: widths(size, in: context), context: context)
        let hasHeads = isWide(size) && size.rows >= 12
        return RowLayout(
            list.rows, columns: size.columns - 3, isPlain: context.isPlain,
            heads: hasHeads ? columns.heads : nil, rowsPerItem: isWide(size) ? 1 : 2, cells: columns.cells,
            lines: { delivery in
                guard !isWide(size) else { return [columns.line(delivery)] }
                let cells = columns.cells(delivery)
                return [cells[1], StyledLine("  ") + cells[2] + StyledLine("  ") + cells[0]]
            })
    }

    func notes(in size: Size, _ context: ConsoleContext) -> [StyledLine] {
        let text =
            "The app says that these were paid and delivered; the App Store's record has not come for a day. They are no losses: look why it is missing."
        return size.rows < 12 ? [] : StyledLine(text, .dim).wrapped(to: size.columns - 2)
    }

    func room(in size: Size, _ context: ConsoleContext) -> Rectangle {
        Self.room(below: 1 + notes(in: size, context).count + (size.rows < 12 ? 0 : 2), in: size)
    }

    private func isWide(_ size: Size) -> Bool { size.columns >= 76 }

    private static let columns: [ScreenColumn<UnconfirmedDelivery>] = [
        ScreenColumn(.charged, in: .dim),
        ScreenColumn(.customer) { delivery, context in
            let name = delivery.customerName?.text
            let who = [delivery.customer?.rawValue ?? "no customer", name].compactMap { $0 }
            return StyledLine(who.joined(separator: " "), .strong)
        },
        ScreenColumn(.product) { StyledLine($0.product.map($1.shown) ?? "unknown") },
        ScreenColumn(.transaction) { delivery, _ in
            delivery.transactionID.map { StyledLine($0.rawValue) } ?? StyledLine("not named", .dim)
        },
    ]

    /// Times and ids are as wide as what is in them; the rest is the customer's.
    private func widths(_ size: Size, in context: ConsoleContext) -> [Int] {
        let width = { (column: ScreenColumn<UnconfirmedDelivery>, limit: Int) in
            min(limit, list.rows.map { column.whole($0, context).columns }.reduce(column.head.count, max))
        }
        let (when, transaction) = (width(Self.columns[0], 20), width(Self.columns[3], 24))
        let product = width(Self.columns[2], 30)
        let rest = size.columns - 3 - 6 - when - transaction
        let customer = width(Self.columns[1], max(8, rest - min(product, 16)))
        return [when, customer, max(8, min(product, rest - customer)), transaction]
    }
}

extension UnconfirmedDeliveriesScreen {
    /// What can be done with the selected purchase.
    static let commands: Commands = Binding.section(
        "Unconfirmed deliveries",
        [
            toCustomer("open", "Open the customer", keys: [.enter], footer: 1) { $0.customer },
            copyingSelected("Copy the customer's, the transaction's or the attempt's id", footer: 2) {
                delivery in
                [
                    delivery.customer.map { CopyItem("i", "customer id", $0.rawValue) },
                    delivery.transactionID.map { CopyItem("t", "transaction id", $0.rawValue) },
                    CopyItem("d", "attempt id", delivery.attempt.rawValue),
                ]
            },
        ])

    static let nothing = "nothing is listed"
}

extension UnconfirmedDelivery: Identifiable {
    /// A purchase is known by its first attempt.
    package var id: AttemptID { attempt }
}
