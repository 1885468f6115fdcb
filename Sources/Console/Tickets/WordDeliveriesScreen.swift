import Persistence
import Purchases
import TerminalCore
import Widgets

/// What was delivered by the app's word alone: purchases of which the App Store's record has not come for a day.
struct WordDeliveriesScreen: Screen {
    /// The purchases, the oldest charge first.
    private(set) var rows: [WordDelivery] = []
    /// Which purchase is selected.
    private(set) var cursor = ListCursor<AttemptID>()
    private var next: String?
    private var isLoaded = false
    private var isLoadingMore = false

    /// How many purchases a page has.
    static let pageSize = 100

    var place: ConsolePlace { .wordDeliveries }

    func title(_ context: ConsoleContext) -> String { "By word" }

    /// The selected purchase.
    var selected: WordDelivery? { rows.first { $0.attempt == cursor.selectedID } }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        isLoadingMore = false
        return [ask(after: nil, count: max(WordDeliveriesScreen.pageSize, rows.count), context)]
    }

    func disabled(_ context: ConsoleContext) -> [CommandID: String] {
        var reasons: [CommandID: String] = [:]
        if selected == nil {
            for command in [CommandID.open, .copy] { reasons[command] = "nothing is listed" }
        }
        if let selected, selected.customer == nil { reasons[.open] = "nobody knows whose purchase it is" }
        if let refusal = context.copyRefusal { reasons[.copy] = refusal }
        return reasons
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        guard cursor.handle(key, page: max(1, list(context.body).rows / rowsPerItem(context.body))) else {
            return nil
        }
        guard let next, !isLoadingMore, cursor.index >= rows.count - 50 else { return [] }
        isLoadingMore = true
        return [ask(after: next, count: WordDeliveriesScreen.pageSize, context)]
    }

    mutating func perform(_ command: CommandID, _ context: ConsoleContext) -> [Effect] {
        guard command == .open, let customer = selected?.customer else { return [] }
        return [.open(.customer(customer, asOf: nil))]
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        switch (answer, request) {
        case (.wordDeliveries(let page), .wordDeliveries(let after, _, _)):
            (isLoaded, isLoadingMore, next) = (true, false, page.next)
            let known = Set(after == nil ? [] : rows.map(\.attempt))
            rows = (after == nil ? [] : rows) + page.deliveries.filter { !known.contains($0.attempt) }
            cursor.update(rows.map(\.attempt))
        case (.failed, .wordDeliveries): isLoadingMore = false
        default: break
        }
        return []
    }

    func copies(_ context: ConsoleContext) -> [CopyItem] {
        guard let selected else { return [] }
        return [
            selected.customer.map { CopyItem("i", "customer id", $0.rawValue) },
            selected.transactionID.map { CopyItem("t", "transaction id", $0.rawValue) },
            CopyItem("d", "attempt id", selected.attempt.rawValue),
        ].compactMap { $0 }
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        let size = canvas.size
        canvas.draw(
            "Delivered by the app's word alone", at: Position(column: 1, row: 0), theme: theme, .title,
            limit: size.columns - 2)
        _ = canvas.draw(explanation(size), from: 1, until: list(size).minRow, theme: theme)
        let known = Dictionary(rows.map { ($0.attempt, $0) }, uniquingKeysWith: { first, _ in first })
        canvas.within(list(size)) { part in
            cursor.draw(
                in: &part, theme: theme, rowsPerItem: rowsPerItem(size),
                empty: isLoaded ? "The App Store's record of every purchase came" : "Reading"
            ) { id in known[id].map { lines($0, size, context) } ?? [] }
        }
    }

    private func explanation(_ size: Size) -> [StyledLine] {
        let text =
            "The app says that these were paid and delivered; the App Store's record has not come for a day. They are no losses: look why it is missing."
        return size.rows < 12 ? [] : StyledLine(text, .dim).wrapped(to: size.columns - 2)
    }

    private func list(_ size: Size) -> Rectangle {
        let head = 1 + explanation(size).count + (size.rows < 12 ? 0 : 1)
        return Rectangle(column: 0, row: head, columns: size.columns, rows: max(1, size.rows - head))
    }

    private func rowsPerItem(_ size: Size) -> Int { size.columns >= 76 ? 1 : 2 }

    private func lines(_ delivery: WordDelivery, _ size: Size, _ context: ConsoleContext) -> [StyledLine] {
        let who = [
            delivery.customer?.rawValue ?? "nobody's",
            delivery.customerName.map { context.people.isMasked ? Masking.name($0) : $0 },
        ].compactMap { $0 }.joined(separator: " ")
        let when = TextSpan(context.time.moment(delivery.chargedAt), .dim)
        let product = TextSpan(delivery.product?.rawValue ?? "unknown product")
        let transaction = TextSpan(
            delivery.transactionID.map { "transaction \($0)" } ?? "no transaction named", .dim)
        guard rowsPerItem(size) == 1 else {
            return [[TextSpan(who, .strong)], [TextSpan("  "), product, TextSpan("  "), when]]
        }
        let width = (size.columns - 5 - 14) / 3
        return [
            CellText.fitted([when], to: 12) + StyledLine("  ") + CellText.fitted(who, .strong, to: width)
                + StyledLine("  ") + CellText.fitted([product], to: width) + StyledLine("  ")
                + CellText.fitted([transaction], to: width)
        ]
    }

    private func ask(after: String?, count: Int, _ context: ConsoleContext) -> Effect {
        .ask(.wordDeliveries(after: after, count: count, at: context.now))
    }
}
