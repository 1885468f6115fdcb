import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// What there is for leads to decide: every list with how much it holds and what it is about.
struct LeadListsScreen: ListScreen {
    /// One of the lists.
    struct Entry: Equatable, Identifiable, Sendable {
        /// Its place.
        let id: Int
        let title: String
        /// What it holds.
        let text: String
        let count: CappedCount
        /// What it opens.
        let route: Route
    }

    var list = PagedList<Entry, Int>()

    func title(_ context: ConsoleContext) -> String { "Leads' lists" }

    func question(after place: Int?, limit: Int) -> LeadListCountsQuery { LeadListCountsQuery() }

    mutating func receive(
        _ counts: LeadListCounts, to question: LeadListCountsQuery, in context: ConsoleContext
    ) -> [Effect] {
        list.take(Self.entries(counts), after: nil, next: nil)
        return []
    }

    func head(in size: Size, _ context: ConsoleContext) -> StyledLine {
        StyledLine("What leads decide", .title)
    }

    func empty(_ context: ConsoleContext) -> String { "Reading" }

    func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<Entry> {
        RowLayout(
            list.rows, columns: size.columns - 3, isPlain: context.isPlain, rowsPerItem: rowsPerItem(size),
            cells: { [StyledLine("\($0.count) \($0.title)", .strong), StyledLine($0.text, .dim)] },
            lines: { lines($0, size: size) })
    }

    private func lines(_ entry: Entry, size: Size) -> [StyledLine] {
        let count = entry.count.description
        let blanks = String(repeating: " ", count: max(0, 7 - count.count))
        let isNothing = entry.count.counted == 0
        let head: StyledLine = [
            TextSpan("\(blanks)\(count)  ", isNothing ? .dim : .strong),
            TextSpan(entry.title, isNothing ? .dim : .strong),
        ]
        let text = StyledLine(entry.text, .dim).wrapped(to: max(10, size.columns - 13))
        return [head] + text.map { StyledLine(String(repeating: " ", count: 9)) + $0 }
    }

    private func rowsPerItem(_ size: Size) -> Int {
        let isWide = size.columns >= 100
        let needed = isWide ? 3 : 4
        let room = max(1, size.rows - 2) / max(1, Self.count)
        return room >= needed ? needed : room >= 3 ? 3 : 1
    }

    func room(in size: Size, _ context: ConsoleContext) -> Rectangle {
        Self.room(below: size.rows >= 10 ? 2 : 1, in: size)
    }

    private static let count = LeadList.allCases.count + 2

    private static func entries(_ counts: LeadListCounts) -> [Entry] {
        let first = [
            Entry(
                id: 0, title: LeadListWords.refundsTitle, text: LeadListWords.refunds,
                count: counts.refunds, route: .refunds),
            Entry(
                id: 1, title: LeadListWords.silentTitle, text: LeadListWords.silent,
                count: counts.silentLosses.count, route: .silentLosses),
        ]
        return first
            + LeadList.allCases.enumerated().map { index, list in
                Entry(
                    id: index + first.count, title: list.title, text: list.explanation,
                    count: counts.count(of: list),
                    route: list == .byWord ? .unconfirmedDeliveries : .leadList(list))
            }
    }
}

extension LeadListsScreen {
    /// They are there as soon as they are counted.
    static let nothing = loading

    /// What can be done with the lists.
    static let commands: Commands = Binding.section(
        "Leads' lists",
        [
            onSelected("open", "Open the selected list", keys: [.enter], label: "open", footer: 1) {
                entry, _ in
                [.open(entry.route)]
            }
        ])
}
