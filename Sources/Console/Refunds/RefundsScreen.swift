import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The refunds that customers asked Apple for: what can still be answered, the soonest deadline first, then the others.
struct RefundsScreen: PageScreen {
    /// The refunds.
    private(set) var list = PagedList<RefundTask, String>()

    func commands(_ context: ConsoleContext) -> Commands { Self.commands }

    var awaited: Awaited? { list.isLoaded ? nil : .page }

    func title(_ context: ConsoleContext) -> String { "Refund requests" }

    var beside: Beside? { list.selected?.customer.map { .customer($0) } ?? .nothing }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        list.reload()
        return [.ask(.read(RefundListQuery(.all, limit: 500), at: context.now))]
    }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        let page = layout(in: context.body, context).page(in: Self.room(in: context.body))
        return list.handle(key, page: page) ? [] : nil
    }

    mutating func receive(
        _ tasks: [RefundTask], to question: RefundListQuery, in context: ConsoleContext
    ) -> [Effect] {
        list.take(tasks, after: nil, next: nil)
        return []
    }

    mutating func miss(_ question: RefundListQuery, because failure: StoreFailure, in context: ConsoleContext)
    {
        list.failed()
    }

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        let size = canvas.size
        let open = list.rows.count { $0.standing(at: context.now).isOpen }
        let head: StyledLine = [
            TextSpan("Refund requests", .title),
            TextSpan(
                open == 0 ? "  none waits for an answer" : "  \(open) to answer; Enter shows the evidence",
                .dim),
        ]
        canvas.draw(head, at: Position(column: 1, row: 0), theme: theme, limit: size.columns - 2)
        list.draw(
            layout(in: size, context), in: &canvas, Self.room(in: size), theme: theme,
            empty: "Apple has no open refund questions.")
    }

    private func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<RefundTask> {
        RowLayout(
            list.rows, columns: size.columns - 3, isPlain: context.isPlain,
            heads: ["Left", "State", "Customer", "Product", "Why"], widths: Self.widths(size.columns - 3)
        ) { Self.cells($0, in: context) }
    }

    private static func cells(_ task: RefundTask, in context: ConsoleContext) -> [StyledLine] {
        let standing = task.standing(at: context.now)
        let left = task.request.dueAt - context.now
        let isLive = standing.isOpen || standing == .sending
        let time =
            isLive
            ? StyledLine(context.reader.length(left), left < .hours(2) ? .error : .warning)
            : StyledLine(context.time.day(task.request.askedAt), .dim)
        let state: StyleName? =
            switch standing {
            case .open: .warning
            case .answered, .sending: .success
            default: .dim
            }
        return [
            time, StyledLine(standing.title, state), StyledLine(task.customer?.rawValue ?? "no customer"),
            StyledLine(task.request.product.map(context.shown) ?? ""), StyledLine(task.request.why),
        ]
    }

    /// What does not fit is left out from the right.
    private static func widths(_ columns: Int) -> [Int] {
        switch columns {
        case 76...: [10, 14, 12, columns - 10 - 14 - 12 - 18 - 8, 18]
        case 50...: [12, 13, columns - 12 - 13 - 14 - 6, 14]
        default: [10, 12, max(4, columns - 10 - 12 - 4)]
        }
    }

    private static func room(in size: Size) -> Rectangle {
        let first = size.rows >= 10 ? 3 : 2
        return Rectangle(column: 0, row: first, columns: size.columns, rows: max(1, size.rows - first))
    }
}

extension RefundsScreen {
    /// What can be done about the selected refund; it is answered on its own page alone, where all of it is seen.
    static let commands: Commands = Binding.section(
        "Refund requests",
        [
            Binding(
                "open", "Show the evidence and the prepared answer", keys: [.enter], label: "open",
                footer: 1, unless: { screen, _ in screen.list.selected == nil ? nothing : nil }
            ) { screen, _ in screen.list.selected.map { [.open(.refund($0.id))] } ?? [] },
            Binding(
                "refund.customer", "Go to the customer", keys: ["p"], label: "customer", footer: 2,
                unless: { screen, _ in
                    guard let selected = screen.list.selected else { return nothing }
                    return selected.customer == nil ? "no customer is known for it" : nil
                }
            ) { screen, _ in screen.list.selected?.customer.map { [.open(.customer($0, asOf: nil))] } ?? [] },
        ])

    private static let nothing = "there is no refund request"
}
