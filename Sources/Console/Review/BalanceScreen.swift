import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Where the money of all charges went: the balance of each currency, and of each day; open terms lead to what is behind
/// them.
struct BalanceScreen: PageScreen {
    /// What is listed.
    enum Pane: Hashable, Sendable, CaseIterable {
        /// The terms of each currency.
        case sums
        /// Each day of each currency.
        case days

        var title: String { self == .sums ? "Currencies" : "Days" }
    }

    /// What is listed now.
    private(set) var pane = Pane.sums
    /// The terms of each currency.
    private(set) var sums = PagedList<BalanceLine, Int>()
    /// Each day of each currency.
    private(set) var days = PagedList<BalanceLine, Int>()
    /// Whether nothing is forgotten and nothing counted twice.
    private(set) var holds = true

    var awaited: Awaited? { sums.isLoaded ? nil : .page }

    func title(_ context: ConsoleContext) -> String { "Balance" }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        [.ask(.read(BalanceQuery(), at: context.now))]
    }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        let page = layout(in: context.body, context).page(in: room(in: context.body, context))
        return (pane == .sums ? sums.handle(key, page: page) : days.handle(key, page: page)) ? [] : nil
    }

    mutating func receive(
        _ balance: Balance, to question: BalanceQuery, in context: ConsoleContext
    ) -> [Effect] {
        holds = balance.rows.allSatisfy(\.terms.holds)
        sums.take(BalanceLine.sums(balance), after: nil, next: nil)
        days.take(BalanceLine.days(balance), after: nil, next: nil)
        return []
    }

    /// The selected line; nil when there is none.
    var selected: BalanceLine? { pane == .sums ? sums.selected : days.selected }

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        let size = canvas.size
        canvas.draw(head, at: Position(column: 1, row: 0), theme: theme, limit: size.columns - 2)
        lines.draw(
            layout(in: size, context), in: &canvas, room(in: size, context), theme: theme,
            empty: "Nothing was charged")
        // For screen readers every row stands whole in the list.
        guard !context.isPlain else { return }
        let foot = foot(in: size)
        _ = canvas.draw(foot, from: size.rows - foot.count, until: size.rows, theme: theme)
    }

    /// What is listed now.
    private var lines: PagedList<BalanceLine, Int> { pane == .sums ? sums : days }

    private func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<BalanceLine> {
        let room = size.columns - 3
        return RowLayout(
            lines.rows, in: room, BalanceColumns.fitting(pane, lines.rows, in: room, context))
    }

    /// What the selected line says, whole: what its columns have no room for, and what is counted in it.
    private func foot(in size: Size) -> [StyledLine] {
        guard let line = selected else { return [] }
        return line.whole(inRows: size.rows).wrapped(to: size.columns - 2)
    }

    private var head: StyledLine {
        let names = Pane.allCases.flatMap { other in
            [TextSpan(other.title, other == pane ? .title : .dim), TextSpan("  ")]
        }
        let verdict =
            holds
            ? TextSpan("every charge is counted once", .dim)
            : TextSpan("the sums do not add up to the charges: makegood balance --check", .warning)
        return StyledLine(names + [verdict])
    }

    private func room(in size: Size, _ context: ConsoleContext) -> Rectangle {
        guard !context.isPlain else {
            return Rectangle(column: 0, row: 2, columns: size.columns, rows: max(1, size.rows - 2))
        }
        // As high as the longest of the first lines needs, so that the list stands still while the selection moves.
        let sample = lines.rows.prefix(BalanceTerm.allCases.count)
        let foot = max(
            foot(in: size).count,
            sample.map { $0.whole(inRows: size.rows).wrapped(to: size.columns - 2).count }.max() ?? 0)
        return Rectangle(column: 0, row: 3, columns: size.columns, rows: max(1, size.rows - 3 - foot))
    }
}

/// A line of the balance.
struct BalanceLine: Identifiable, Equatable, Sendable {
    /// What it is about: a term of a currency, or a day of one.
    enum Subject: Equatable, Sendable {
        case term(BalanceTerm)
        case day(Instant)
    }

    let subject: Subject
    /// The currency; nil where nothing tells what was paid.
    let currency: String?
    /// What became of the charges.
    let terms: BalanceTerms

    /// The term of a currency that it is about; nil for a day.
    var term: BalanceTerm? { if case .term(let term) = subject { term } else { nil } }

    /// It among the others.
    var id: String {
        switch subject {
        case .term(let term): "\(currency ?? "") \(term.rawValue)"
        case .day(let day): "\(currency ?? "") \(day)"
        }
    }

    /// The terms of each currency in which anything stands.
    static func sums(_ balance: Balance) -> [BalanceLine] {
        balance.totals.flatMap { total in
            BalanceTerm.allCases.filter { term in
                let sum = total.terms[term]
                return term == .charged || sum.charges != 0 || sum.milliunits != 0
            }.map { BalanceLine(subject: .term($0), currency: total.currency, terms: total.terms) }
        }
    }

    /// Each day of each currency, the newest first.
    static func days(_ balance: Balance) -> [BalanceLine] {
        balance.rows.map { BalanceLine(subject: .day($0.day), currency: $0.currency, terms: $0.terms) }
    }

    /// All that it says: a term with what is counted in it, a day with every term in which anything stands. In a low
    /// terminal it does not say what other pages count otherwise.
    func whole(inRows rows: Int) -> StyledLine {
        switch subject {
        case .term(let term):
            let words = rows < 14 ? term.meaning : term.explanation
            return [
                TextSpan("\(BalanceText.currency(currency)) \(term.title): ", .strong),
                TextSpan("\(Counting.of(terms[term].charges, "charge")), \(words)"),
            ]
        case .day(let day):
            let told = BalanceTerm.allCases.filter { terms[$0].charges != 0 || terms[$0].milliunits != 0 }
            let sums = told.map { term -> String in
                let sum = terms[term]
                return "\(term.title) \(sum.money(in: currency)?.shown ?? Counting.of(sum.charges, "charge"))"
            }
            return [
                TextSpan("\(TimeText.date(day)) \(BalanceText.currency(currency)): ", .strong),
                TextSpan(sums.joined(separator: ", ")),
            ]
        }
    }

    /// What is behind it; nil where no list has it.
    func route(at now: Instant) -> Route? {
        switch subject {
        case .term(let term): route(term, charged: nil, at: now)
        case .day(let day):
            [BalanceTerm.open, .silent, .closedWithoutProof, .madeGood, .credited, .writtenOff].first {
                terms[$0].charges != 0
            }.flatMap { route($0, charged: TimeText.date(day), at: now) }
        }
    }

    private func route(_ term: BalanceTerm, charged day: String?, at now: Instant) -> Route? {
        let words: String? =
            switch term {
            case .open, .openOwned: "state:unresolved"
            case .openUnowned: "agent:none assigned:none"
            case .madeGood, .credited, .writtenOff: "resolution:\(term.rawValue)"
            default: nil
            }
        guard let words else {
            return switch term {
            case .silent: .silentLosses
            case .closedWithoutProof: .leadList(.closedWithoutProof)
            default: nil
            }
        }
        let money = currency.map { "currency:\($0)" } ?? "price:unknown"
        let query = [words, money, day.map { "charged:\($0)" }].compactMap { $0 }.joined(separator: " ")
        return (try? TicketsFilter(query, at: now)).map { .tickets($0, .lossOfFunds) }
    }
}

/// The columns of the balance: amounts stand in any case, sentences where they fit whole.
private enum BalanceColumns {
    private typealias Column = ScreenColumn<BalanceLine>

    private static let dayTerms: [BalanceTerm] = [
        .charged, .open, .silent, .madeGood, .refunded, .delivered, .credited, .writtenOff,
        .closedWithoutProof,
    ]

    /// The columns of lines in a width.
    static func fitting(
        _ pane: BalanceScreen.Pane, _ lines: [BalanceLine], in room: Int, _ context: ConsoleContext
    ) -> ScreenColumns<BalanceLine> {
        let amount = max(10, lines.lazy.map { widest(of: $0) }.max() ?? 0)
        return pane == .sums
            ? sums(amount: amount, in: room, context) : days(lines, amount: amount, in: room, context)
    }

    private static func widest(of line: BalanceLine) -> Int {
        switch line.subject {
        case .term(let term): line.terms[term].money(in: line.currency)?.shown.count ?? 0
        case .day: BalanceText.amount(line.terms[.charged], in: line.currency).count
        }
    }

    // MARK: A term on a line

    private static func sums(
        amount: Int, in room: Int, _ context: ConsoleContext
    ) -> ScreenColumns<BalanceLine> {
        let meaning = BalanceTerm.allCases.map { DisplayText.columns(of: $0.meaning) }.max() ?? 0
        var widths = [20, amount, 7, meaning]
        // The line below says what has no room here.
        while widths.count > 2, ColumnFit.room(for: widths) > room { widths.removeLast() }
        return ScreenColumns(columns: sumColumns, widths: widths, context: context)
    }

    private static let sumColumns: [Column] = [
        ofTerm("") { line, term in
            switch term {
            case .charged: StyledLine("\(BalanceText.currency(line.currency)) \(term.title)", .strong)
            case _ where term.isPart: StyledLine("    \(term.title)", scope(term))
            default: StyledLine("  \(term.title)", scope(term))
            }
        },
        ofTerm("Amount", alignment: .trailing) { line, term in
            StyledLine(line.terms[term].money(in: line.currency)?.shown ?? "", scope(term))
        },
        ofTerm("Charges", alignment: .trailing) { line, term in
            StyledLine(String(line.terms[term].charges), scope(term))
        }.speaking { line, _ in
            StyledLine(line.term.map { Counting.of(line.terms[$0].charges, "charge") } ?? "")
        },
        ofTerm("What it is") { _, term in StyledLine(term.meaning, .dim) },
    ]

    private static func ofTerm(
        _ head: String, alignment: ColumnAlignment = .leading,
        _ cell: @escaping @Sendable (BalanceLine, BalanceTerm) -> StyledLine
    ) -> Column {
        ScreenColumn(head, alignment: alignment) { line, _ in
            line.term.map { cell(line, $0) } ?? StyledLine()
        }
    }

    // MARK: A day on a line

    private static func days(
        _ lines: [BalanceLine], amount: Int, in room: Int, _ context: ConsoleContext
    ) -> ScreenColumns<BalanceLine> {
        let terms = dayTerms.filter { term in
            term == .charged
                || lines.contains { $0.terms[term].charges != 0 || $0.terms[term].milliunits != 0 }
        }
        let widths = { (count: Int) -> [Int] in
            [14] + Array(repeating: amount, count: count) + (count < terms.count ? [8] : [])
        }
        var count = terms.count
        while count > 1, ColumnFit.room(for: widths(count)) > room { count -= 1 }
        let shown = Array(terms.prefix(count))
        let columns = [day] + shown.map(ofDay) + [fold(of: shown, more: terms.count - count)]
        return ScreenColumns(columns: columns, widths: widths(count), context: context, spoken: [whole])
    }

    private static let day = Column("Day") { line, _ in
        guard case .day(let day) = line.subject else { return StyledLine() }
        return StyledLine("\(TimeText.date(day)) \(line.currency ?? "–")")
    }

    private static let whole = Column("") { line, _ in line.whole(inRows: .max) }

    private static func ofDay(_ term: BalanceTerm) -> Column {
        let head = Counting.capitalized(term.title)
        return Column(head, alignment: .trailing) { line, _ in
            StyledLine(BalanceText.amount(line.terms[term], in: line.currency), scope(term))
        }
    }

    /// How many terms of a day have no column; the line below the list says them.
    private static func fold(of terms: [BalanceTerm], more: Int) -> Column {
        Column("+\(more) \(Counting.noun(more, "term"))", alignment: .trailing) { line, _ in
            let hidden = dayTerms.filter { !terms.contains($0) && line.terms[$0].charges != 0 }
            return StyledLine(hidden.isEmpty ? "" : "+\(hidden.count)", .dim)
        }
    }

    /// What is still to be answered for is marked, where anything is.
    private static func scope(_ term: BalanceTerm) -> StyleName? {
        switch term {
        case .openUnowned, .silent, .closedWithoutProof: .warning
        case .untold, .openOwned: .dim
        default: nil
        }
    }
}

extension BalanceScreen {
    /// What can be done with the balance.
    static let commands: Commands = Binding.section(
        "Balance",
        [
            Binding(
                "open", "Open what is behind the selected line", keys: [.enter], label: "open", footer: 1,
                unless: { screen, context in
                    guard let line = screen.selected else { return "nothing was charged" }
                    return line.route(at: context.now) == nil ? "no list has just these" : nil
                }
            ) { screen, context in
                screen.selected?.route(at: context.now).map { [.open($0)] } ?? []
            },
            Binding(
                "review.lists", "Leads' lists: what review, balance and queue count differently, and more",
                keys: ["L"], label: "lists", footer: 3
            ) { _, _ in [.open(.leadLists)] },
            Binding(
                "balance.pane", "Currencies, or days", keys: [.tab, .backtab], label: "days", footer: 2
            ) { screen, _ in
                screen.pane = screen.pane == .sums ? .days : .sums
                return []
            },
        ])
}
