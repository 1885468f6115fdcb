public import Persistence
public import Purchases
import TerminalCore
import Widgets
import Wording

/// What agents asked of leads: those that wait, who waits longest first, then what was decided, newest first.
struct ApprovalsScreen: PageScreen {
    /// The requests.
    private(set) var list = PagedList<ApprovalListPage.Row, String>()

    func commands(_ context: ConsoleContext) -> Commands { Self.commands }

    var awaited: Awaited? { list.isLoaded ? nil : .page }

    func title(_ context: ConsoleContext) -> String { "Approvals" }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        [ask(after: nil, count: list.reload(), in: context)]
    }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        let page = layout(in: context.body, context).page(in: Self.room(in: context.body))
        guard list.handle(key, page: page) else { return nil }
        return list.readOn().map { [ask(after: $0, count: list.pageSize, in: context)] } ?? []
    }

    mutating func receive(
        _ page: ApprovalListPage, to question: RequestListQuery, in context: ConsoleContext
    ) -> [Effect] {
        list.take(page.rows, after: question.after, next: page.next)
        return []
    }

    mutating func miss(
        _ question: RequestListQuery, because failure: StoreFailure, in context: ConsoleContext
    ) {
        list.failed()
    }

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        let size = canvas.size
        let about: StyledLine = [
            TextSpan("Approvals", .title), TextSpan("  \(Self.summary(context))", .dim),
        ]
        canvas.draw(about, at: Position(column: 1, row: 0), theme: theme, limit: size.columns - 2)
        list.draw(
            layout(in: size, context), in: &canvas, Self.room(in: size), theme: theme,
            empty: context.role == .agent
                ? "You have no requests: a grant above your limits becomes one"
                : "No requests: nobody asked for more than the limits allow")
    }

    private func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<ApprovalListPage.Row> {
        RowLayout(
            list.rows, columns: size.columns - 3, isPlain: context.isPlain,
            heads: ["State", "Asked", "By", "Customer", "Asks for", "Because"],
            widths: Self.widths(size.columns - 3)
        ) { cells($0, in: context) }
    }

    private static func summary(_ context: ConsoleContext) -> String {
        let open = context.openRequests.map { Counting.of($0, "request waits", "requests wait") } ?? ""
        return switch context.role {
        case .lead: "\(open) for a lead; Enter opens one"
        case .agent: "\(open) of yours; leads decide"
        case .viewer, .service: "\(open); leads decide"
        }
    }

    private func cells(_ row: ApprovalListPage.Row, in context: ConsoleContext) -> [StyledLine] {
        let (request, reader) = (row.request, context.reader)
        let name = row.customerName.map { context.people.personal($0) } ?? ""
        let what = reader.what(of: request.wish)
        let state: StyledLine =
            switch request.state {
            case .open: StyledLine("waits", .warning)
            case .approved: StyledLine("approved", .success)
            case .declined, .withdrawn: StyledLine(request.state.rawValue, .dim)
            }
        let asked = TimeText.age(max(.zero, context.now - request.askedAt))
        let texts = [
            asked, request.askedBy.rawValue, name.isEmpty ? reader.whom(of: request.wish) : name, what,
            request.decision?.note ?? reader.words(of: request.because),
        ]
        return [state] + texts.map { StyledLine($0) }
    }

    /// The widths of as many columns as fit; reasons take what is left.
    private static func widths(_ columns: Int) -> [Int] {
        var widths = [9, 6, 8, 16, 22, 20]
        while widths.count > 4, widths.reduce(-2, { $0 + $1 + 2 }) > columns { widths.removeLast() }
        let rest = max(0, columns - widths.reduce(-2) { $0 + $1 + 2 })
        widths[3] += min(10, rest / 4)
        widths[widths.count - 1] += rest - min(10, rest / 4)
        return widths
    }

    private static func room(in size: Size) -> Rectangle {
        let first = size.rows >= 10 ? 3 : 2
        return Rectangle(column: 0, row: first, columns: size.columns, rows: max(1, size.rows - first))
    }

    private func ask(after: String?, count: Int, in context: ConsoleContext) -> Effect {
        .ask(.read(RequestListQuery(.all, after: after, limit: count), at: context.now))
    }
}

extension ApprovalsScreen {
    /// What can be done about the selected request; it is decided on its own page alone, where all of it is seen.
    static let commands: Commands = Binding.section(
        "Approvals",
        [
            onSelected(
                "open", "Show the request beside what is known now", keys: [.enter], label: "open", footer: 1
            ) {
                [.open(.request($0.request.id))]
            },
            onSelected("request.customer", "Go to the customer", keys: ["p"], label: "customer", footer: 2) {
                row in
                row.request.wish.customer.map { [.open(.customer($0, asOf: nil))] }
                    ?? [.say(MessageLine(.note, "It is for no single customer: Enter shows it"))]
            },
        ])

    /// A command that works on the selected request.
    private static func onSelected(
        _ id: CommandID, _ title: String, keys: [Key], label: String, footer: Int,
        _ action: @escaping @Sendable (ApprovalListPage.Row) -> [Effect]
    ) -> Binding<ApprovalsScreen, Effect> {
        Binding(
            id, title, keys: keys, label: label, footer: footer,
            unless: { screen, _ in screen.list.selected == nil ? "there is no request" : nil }
        ) { screen, _ in screen.list.selected.map(action) ?? [] }
    }
}

extension ApprovalListPage.Row: Identifiable {
    /// A request is known by its number.
    public var id: RequestID { request.id }
}
