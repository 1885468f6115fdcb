package import Persistence
package import Purchases
import TerminalCore
import Widgets
import Wording

/// What agents asked of leads: those that wait, who waits longest first, then what was decided, newest first.
struct ApprovalsScreen: ListScreen {
    /// The requests.
    var list = PagedList<ApprovalListPage.Row, String>()

    func title(_ context: ConsoleContext) -> String { "Approvals" }

    func question(after place: String?, limit: Int) -> RequestListQuery {
        RequestListQuery(.all, after: place, limit: limit)
    }

    mutating func receive(
        _ page: ApprovalListPage, to question: RequestListQuery, in context: ConsoleContext
    ) -> [Effect] {
        list.take(page.rows, after: question.after, next: page.next)
        return []
    }

    func head(in size: Size, _ context: ConsoleContext) -> StyledLine {
        [TextSpan("Approvals", .title), TextSpan("  \(Self.summary(context))", .dim)]
    }

    func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<ApprovalListPage.Row> {
        RowLayout(list.rows, in: size, context, columns: Self.columns, atLeast: 4)
    }

    func empty(_ context: ConsoleContext) -> String {
        context.role == .agent
            ? "You have no requests: a grant above your limits becomes one"
            : "No requests: nobody asked for more than the limits allow"
    }

    private static func summary(_ context: ConsoleContext) -> String {
        let open = context.openRequests.map { Counting.of($0, "request waits", "requests wait") } ?? ""
        return switch context.role {
        case .lead: "\(open) for a lead; Enter opens one"
        case .agent: "\(open) of yours; leads decide"
        case .viewer, .service: "\(open); leads decide"
        }
    }

    private static let columns: [ScreenColumn<ApprovalListPage.Row>] = [
        ScreenColumn(.state) { row, _ in
            switch row.request.state {
            case .open: StyledLine("waits", .warning)
            case .approved: StyledLine("approved", .success)
            case .declined, .withdrawn: StyledLine(row.request.state.rawValue, .dim)
            }
        },
        ScreenColumn(.asked) { StyledLine(TimeText.age(max(.zero, $1.now - $0.request.askedAt))) },
        ScreenColumn(.askedBy, head: "By"),
        ScreenColumn(.customer) { row, context in
            let name = row.customerName?.text ?? ""
            return StyledLine(name.isEmpty ? context.reader.whom(of: row.request.wish) : name)
        },
        ScreenColumn("Asks for", width: 22) { StyledLine($1.reader.what(of: $0.request.wish)) },
        ScreenColumn(.because) { row, context in
            StyledLine(row.request.decision?.note?.text ?? context.reader.words(of: row.request.because))
        },
    ]
}

extension ApprovalsScreen {
    static let nothing = "there is no request"

    /// What can be done about the selected request; it is decided on its own page alone, where all of it is seen.
    static let commands: Commands = Binding.section(
        "Approvals",
        [
            onSelected(
                "open", "Show the request beside what is known now", keys: [.enter], label: "open", footer: 1
            ) { row, _ in [.open(.request(row.request.id))] },
            onSelected("request.customer", "Go to the customer", keys: ["p"], label: "customer", footer: 2) {
                row, _ in
                row.request.wish.customer.map { [.open(.customer($0, asOf: nil))] }
                    ?? [.say(MessageLine(.note, "It is for no single customer: Enter shows it"))]
            },
        ])
}

extension ApprovalListPage.Row: Identifiable {
    /// A request is known by its number.
    package var id: RequestID { request.id }
}
