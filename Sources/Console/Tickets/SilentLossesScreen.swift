package import Persistence
package import Purchases
import TerminalCore
import Widgets
import Wording

/// The charges that the App Store knows of and no app ever reported as delivered: what the count of them opens.
struct SilentLossesScreen: PaneSearchable, ListScreen, Marking {
    var list = PagedList<SilentLoss, String>()

    var marks = Marks<SilentLoss>()
    /// For which losses it is asked if tickets are to be opened; nil while nothing is asked.
    private(set) var asked: Asked?

    /// For which losses tickets are opened at once.
    enum Asked: Hashable, Sendable {
        case one(SilentLoss)
        case marked
    }

    /// The search in the list; nil while there is none.
    var search: PaneSearch?

    /// The order that was chosen; nil for the list's own.
    var order: RowOrder?

    static let sortable: [ListColumn<SilentLoss>] = [.customer, .charged, .money, .product]

    func commands(_ context: ConsoleContext) -> Commands { searching(Self.commands + Self.sorting) }

    var awaited: Awaited? { list.isLoaded || asked != nil || search != nil ? nil : .page }

    func title(_ context: ConsoleContext) -> String { "Silent losses" }

    var beside: Beside? {
        list.selected.map { loss in loss.customer.map { .customer($0) } ?? .chain(loss.chain.original) }
            ?? .nothing
    }

    func question(after place: String?, limit: Int) -> SilentLossListQuery {
        SilentLossListQuery(after: place, limit: limit)
    }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        if let asked { return answer(key, about: asked, in: context) }
        if let effects = searchKey(key, in: context) { return effects }
        return move(key, in: context)
    }

    mutating func receive(
        _ page: SilentLossPage, to question: SilentLossListQuery, in context: ConsoleContext
    ) -> [Effect] {
        list.take(page.losses, after: question.after, next: page.next)
        marks.refresh(page.losses)
        sortRows(context)
        return []
    }

    mutating func receive(
        other answer: Answer, to request: StoreRequest, in context: ConsoleContext
    ) -> [Effect] {
        switch (answer, request) {
        case (.silentLossesOpened(let outcome), _):
            marks.clear()
            return load(context) + [.say(news(of: outcome))]
        case (.worked(let page), _):
            // The ticket is shown at once, so that nobody opens the next one without having seen this one.
            return load(context) + [page.map { .open(.ticket($0.ticket.id)) }].compactMap { $0 }
                + say(request.news(answer))
        case (.failed, .write): return load(context)
        default: break
        }
        return []
    }

    mutating func paste(_ text: String, in context: ConsoleContext) -> [Effect]? {
        searchPaste(text, in: context)
    }

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        drawSearching(in: &canvas, theme: theme) {
            drawHead(in: &$0, theme: theme, context: context)
            drawRows(in: &$0, theme: theme, context: context, marks: marks.ids, search: search)
        }
        guard let asked else { return }
        canvas.hideCursor()
        question(about: asked).dialog(context).draw(in: &canvas, theme: theme)
    }

    mutating func back(_ context: ConsoleContext) -> [Effect] {
        guard marks.isEmpty else {
            marks.clear()
            return []
        }
        return [.close]
    }

    /// What is asked before tickets are opened.
    private func question(about asked: Asked) -> Danger {
        let losses: [SilentLoss] = if case .one(let loss) = asked { [loss] } else { marks.rows }
        // A price too large to be true is not added (`Money.isCountable`).
        let told = losses.compactMap(\.money).filter(\.isCountable)
        let sums = Dictionary(grouping: told, by: \.currency).map {
            currency, amounts in
            Money(milliunits: amounts.reduce(0) { $0 + $1.milliunits }, currency: currency)
        }.sorted { $0.currency < $1.currency }
        let unknown = losses.count - told.count
        let money = sums.map(\.shown) + (unknown == 0 ? [] : ["\(unknown) without a price"])
        return Danger(
            title: losses.count == 1 ? "Open a ticket" : "Open tickets",
            what: [
                StyledLine(
                    losses.count == 1
                        ? "Open a ticket, a loss of funds?"
                        : "Open \(losses.count) tickets, each a loss of funds?", .strong),
                StyledLine(money.joined(separator: ", ")),
            ],
            howLong: StyledLine(
                losses.count == 1
                    ? "The log names you, and the ticket stays until it is resolved."
                    : "The log names you for each, and each stays until it is resolved."),
            verb: losses.count == 1 ? "open it" : "open them",
            otherwise: losses.count == 1 ? "leave it" : "leave them")
    }

    private mutating func answer(_ key: Key, about asked: Asked, in context: ConsoleContext) -> [Effect] {
        switch question(about: asked).dialog(context).handle(key) {
        case .answered("yes"):
            self.asked = nil
            let write: StoreRequest.Write =
                switch asked {
                case .one(let loss): .openSilentLoss(loss.transactionID)
                case .marked: .openSilentLosses(marks.rows.map(\.transactionID))
                }
            return [.ask(.write(write, at: context.now))]
        case .answered, .cancelled: self.asked = nil
        case .ignored: break
        }
        return []
    }

    private func news(of outcome: SilentLossOutcome) -> MessageLine {
        let opened = Counting.of(outcome.opened.count, "ticket is", "tickets are")
        guard !outcome.passedOver.isEmpty else {
            return MessageLine(.success, "\(opened) open: tab 2 has them")
        }
        return MessageLine(
            .warning,
            "\(opened) open; \(outcome.passedOver.count) not: somebody was first, or a document came")
    }

    fileprivate mutating func ask(about asked: Asked?) -> [Effect] {
        self.asked = asked
        return []
    }

    func head(in size: Size, _ context: ConsoleContext) -> StyledLine {
        let count = context.silentLosses?.count.description ?? list.rows.count.description
        return [
            TextSpan("Silent losses \(count)", .title),
            TextSpan("  charged, and no app reported a delivery", .dim),
            TextSpan(marks.isEmpty ? "" : "  \(marks.caption)", .strong),
        ]
    }

    func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<SilentLoss> {
        let room = size.columns - 3
        return RowLayout(
            list.rows, in: room,
            ScreenColumns(Self.columns, fitting: list.rows, in: room, atLeast: 2, context))
    }

    /// What is said where nothing is silent; before any app reports, that is no good news.
    func empty(_ context: ConsoleContext) -> String {
        context.silentLosses?.isAnythingReported == false
            ? "No app has sent a purchase report yet: nobody can tell what was delivered"
            : "No charge is silent: each was delivered, refunded, or has a ticket"
    }

    private static let columns: [ScreenColumn<SilentLoss>] = [
        ScreenColumn(.customer) { loss, context in
            let name = loss.customerName?.text ?? ""
            return StyledLine(name.isEmpty ? loss.customer?.rawValue ?? "no customer" : name)
        },
        ScreenColumn(.waits),
        ScreenColumn(.money) { loss, _ in StyledLine(loss.money?.shown ?? "no price") },
        ScreenColumn(.charged) { StyledLine($1.time.day($0.chargedAt)) }, ScreenColumn(.product),
        ScreenColumn(.transaction),
    ]
}

extension SilentLossesScreen {
    /// What can be done about the selected loss.
    static let commands: Commands = Binding.section(
        "Silent losses",
        [
            onSelected(
                "open", "Open the selected charge's chain", keys: [.enter], label: "chain", footer: 1
            ) { loss, _ in [.open(.chain(loss.chain.original, loss.chain.environment, asOf: nil))] },
            Binding(
                "ticket.open", "Open a ticket for the selected charge", keys: ["O"], label: "open ticket",
                footer: 2,
                unless: { unselected($0, in: $1) ?? $1.ticketRefusal }
            ) { screen, _ in screen.ask(about: screen.list.selected.map { .one($0) }) },
            marking("Mark the selected charge, or take its mark away", footer: 5),
            markingAll("Mark all charges loaded so far", label: "mark all", footer: 6),
            Binding(
                "mark.open", "Open a ticket for each marked charge", keys: ["A"], label: "open marked",
                footer: 7,
                unless: { screen, context in
                    context.ticketRefusal ?? (screen.marks.isEmpty ? "no charge is marked: Space marks" : nil)
                }
            ) { screen, _ in screen.ask(about: .marked) },
            toCustomer("ticket.customer", "Go to the charge's customer", footer: 3) { $0.customer },
            copyingSelected("Copy the transaction's, the chain's or the customer's id", footer: 4) { loss in
                [
                    loss.customer.map { CopyItem("i", "customer id", $0.rawValue) },
                    CopyItem("h", "chain id", loss.chain.original.rawValue),
                    CopyItem("t", "transaction id", loss.transactionID.rawValue),
                ]
            },
        ])

    static let nothing = "there is no silent loss"
}

extension SilentLossesScreen: RowSorting {}

extension SilentLossesScreen {
    var isSearchable: Bool { true }

    func searchTexts(_ context: ConsoleContext) -> [String] {
        list.rows.map { row in Self.columns.map { $0.whole(row, context).text }.joined(separator: "  ") }
    }
}

extension SilentLoss: Identifiable {
    /// A charge is known by its transaction.
    package var id: TransactionID { transactionID }
}
