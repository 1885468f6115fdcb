package import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// A list of what leads decide; every row opens what it is about.
struct LeadListScreen: ListScreen {
    let kind: LeadList
    var list = PagedList<LeadListRow, String>()

    init(_ kind: LeadList) { self.kind = kind }

    func title(_ context: ConsoleContext) -> String { kind.title }

    var beside: Beside? {
        switch list.selected {
        case .ticket(let ticket, _, _)?: .ticket(ticket.id)
        case .chain(let chain)?: .chain(chain.id.original)
        case .grant(let grant, _)?: .customer(grant.customer)
        case .delivery(let delivery)?: delivery.customer.map { .customer($0) } ?? .nothing
        case .closed(let closed)?: .ticket(closed.ticket.id)
        case .token?, nil: .nothing
        }
    }

    func question(after place: String?, limit: Int) -> LeadListQuery {
        LeadListQuery(kind, after: place, limit: limit)
    }

    mutating func receive(
        _ page: LeadListPage, to question: LeadListQuery, in context: ConsoleContext
    ) -> [Effect] {
        list.take(page.rows, after: question.after, next: page.next)
        return []
    }

    func head(in size: Size, _ context: ConsoleContext) -> StyledLine {
        [TextSpan(kind.title, .title), TextSpan(list.rows.isEmpty ? "" : "  \(list.standing())", .dim)]
    }

    func notes(in size: Size, _ context: ConsoleContext) -> [StyledLine] {
        size.rows < 12 ? [] : StyledLine(kind.explanation, .dim).wrapped(to: size.columns - 2)
    }

    func empty(_ context: ConsoleContext) -> String { "Nothing is here: \(kind.nothing)" }

    func room(in size: Size, _ context: ConsoleContext) -> Rectangle {
        Self.room(below: size.rows < 12 ? 1 : 2 + notes(in: size, context).count, in: size)
    }

    /// What a row is about, whose it is and what it cost; then what there is to know, beside it where there is width.
    func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<LeadListRow> {
        let isWide = size.columns >= 140
        let columns = ScreenColumns(
            columns: Self.columns,
            widths: isWide ? [24, 24, 18, 12, 13] : Self.widths(size.columns - 3), context: context)
        return RowLayout(
            list.rows, columns: size.columns - 3, isPlain: context.isPlain, rowsPerItem: isWide ? 1 : 2,
            cells: columns.cells,
            lines: { row in
                let (line, words) = (columns.line(row), StyledLine("  ") + Self.words.whole(row, context))
                return isWide ? [line + words] : [line, words]
            })
    }

    private static let columns: [ScreenColumn<LeadListRow>] = [
        ScreenColumn(.about, in: .strong),
        ScreenColumn("Customer") { row, context in
            let name = row.customerName?.text
            let who = [row.customer?.rawValue ?? "no customer", name].compactMap { $0 }
            return StyledLine(who.joined(separator: " "))
        },
        ScreenColumn(.thing), ScreenColumn(.money), ScreenColumn(.when, in: .dim), words,
    ]

    private static let words = ScreenColumn<LeadListRow>(.words, in: .dim)

    /// What does not fit is left out from the right, but for the time.
    private static func widths(_ columns: Int) -> [Int] {
        switch columns {
        case 86...: [24, 24, columns - 24 - 24 - 12 - 13 - 8, 12, 13]
        case 70...: [18, columns - 18 - 12 - 13 - 6, 0, 12, 13]
        case 50...: [18, columns - 18 - 13 - 4, 0, 0, 13]
        default: [16, columns - 18, 0, 0, 0]
        }
    }
}

extension LeadListScreen {
    /// What can be done with the selected row.
    static let commands: Commands = Binding.section(
        "A list of leads",
        [
            onSelected(
                "open", "Open what the selected row is about", keys: [.enter], label: "open", footer: 1
            ) { row, _ in route(row).map { [.open($0)] } ?? [] },
            toCustomer("ticket.customer", "Go to the row's customer", footer: 2) { $0.customer },
            copyingSelected("Copy the customer's id, or the id of the row's subject", footer: 3) { row in
                [row.customer.map { CopyItem("i", "customer id", $0.rawValue) }, item(of: row)]
            },
        ])

    static let nothing = "there is no row"

    private static func route(_ row: LeadListRow) -> Route? {
        switch row {
        case .ticket(let ticket, _, _): .ticket(ticket.id)
        case .chain(let chain): .chain(chain.id.original, chain.id.environment, asOf: nil)
        case .grant(let grant, _): .customer(grant.customer, asOf: nil)
        case .delivery(let delivery): delivery.customer.map { .customer($0, asOf: nil) }
        case .token(let unreported): .document(unreported.document)
        case .closed(let closed): .ticket(closed.ticket.id)
        }
    }

    private static func item(of row: LeadListRow) -> CopyItem? {
        switch row {
        case .ticket(let ticket, _, _): CopyItem("d", "ticket id", ticket.id.rawValue)
        case .chain(let chain): CopyItem("h", "chain id", chain.id.original.rawValue)
        case .grant(let grant, _): CopyItem("g", "grant id", grant.id.rawValue)
        case .delivery(let delivery):
            delivery.transactionID.map { CopyItem("t", "transaction id", $0.rawValue) }
        case .token(let unreported): CopyItem("t", "token", unreported.token.id)
        case .closed(let closed): CopyItem("d", "ticket id", closed.ticket.id.rawValue)
        }
    }
}

extension LeadListRow: Identifiable {
    /// A row is known by what it is about.
    package var id: String {
        switch self {
        case .chain(let chain): "\(name) \(chain.id.environment.rawValue)"
        case .token(let unreported): "\(name) \(unreported.noticedAt.milliseconds)"
        case .ticket, .grant, .delivery, .closed: name
        }
    }
}
