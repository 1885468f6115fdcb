import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The refunds that customers asked Apple for: what can still be answered, the soonest deadline first, then the others.
struct RefundsScreen: ListScreen {
    var list = PagedList<RefundTask, RefundPlace>()

    func title(_ context: ConsoleContext) -> String { "Refund requests" }

    var beside: Beside? { list.selected?.customer.map { .customer($0) } ?? .nothing }

    func question(after place: RefundPlace?, limit: Int) -> RefundListQuery {
        RefundListQuery(.all, after: place, limit: limit)
    }

    mutating func receive(
        _ tasks: [RefundTask], to question: RefundListQuery, in context: ConsoleContext
    ) -> [Effect] {
        let isLast = question.limit.map { tasks.count < $0 } ?? true
        list.take(
            tasks, after: question.after,
            next: isLast ? nil : tasks.last.map { RefundPlace($0, at: context.now) })
        return []
    }

    func head(in size: Size, _ context: ConsoleContext) -> StyledLine {
        let open = list.rows.count { $0.standing(at: context.now).isOpen }
        let words = open == 0 ? "none waits for an answer" : "\(open) to answer; Enter shows the evidence"
        return [TextSpan("Refund requests", .title), TextSpan("  \(words)", .dim)]
    }

    func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<RefundTask> {
        let room = size.columns - 3
        return RowLayout(
            list.rows, in: room,
            ScreenColumns(columns: Self.columns, widths: Self.widths(room), context: context))
    }

    func empty(_ context: ConsoleContext) -> String { "Apple has no open refund questions." }

    private static let columns: [ScreenColumn<RefundTask>] = [
        ScreenColumn("Left") { task, context in
            let standing = task.standing(at: context.now)
            let left = task.request.dueAt - context.now
            return standing.isOpen || standing == .sending
                ? StyledLine(context.reader.length(left), left < .hours(2) ? .error : .warning)
                : StyledLine(context.time.day(task.request.askedAt), .dim)
        },
        ScreenColumn(.state).scoped { task, context in
            switch task.standing(at: context.now) {
            case .open: .warning
            case .answered, .sending: .success
            default: .dim
            }
        },
        ScreenColumn(.customer), ScreenColumn(.product), ScreenColumn(.why),
    ]

    /// What does not fit is left out from the right.
    private static func widths(_ columns: Int) -> [Int] {
        switch columns {
        case 76...: [10, 14, 12, columns - 10 - 14 - 12 - 18 - 8, 18]
        case 50...: [12, 13, columns - 12 - 13 - 14 - 6, 14]
        default: [10, 12, max(4, columns - 10 - 12 - 4)]
        }
    }
}

extension RefundsScreen {
    /// What can be done about the selected refund; it is answered on its own page alone, where all of it is seen.
    static let commands: Commands = Binding.section(
        "Refund requests",
        [
            onSelected(
                "open", "Show the evidence and the prepared answer", keys: [.enter], label: "open", footer: 1
            ) { task, _ in [.open(.refund(task.id))] },
            toCustomer("refund.customer", "Go to the customer", footer: 2) { $0.customer },
        ])

    static let nothing = "there is no refund request"
}
