import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// A pane of the review as lines: its heads, its rows, and what its signs mean.
struct ReviewTable {
    /// The narrowest bar that currencies leave room for, and how far labels grow before these do.
    private static let (bar, label) = (14, 22...40)
    /// The columns of a day's label with the blank behind it, in narrow panes without its year.
    private let day: Int

    let section: ReviewSection
    /// Who looks, in which role, and when.
    let context: ConsoleContext
    let glyphs: Glyphs
    /// The width of a line.
    let columns: Int
    let rows: [ReviewRow]

    private let fit: BarTable
    private let headTexts: [String]
    private let cells: [String: BarTable.Row]
    private let heat: HeatMap

    /// The lines of a pane in a width.
    init(
        _ section: ReviewSection, of page: ReviewPage, currency: String?, context: ConsoleContext,
        glyphs: Glyphs, columns: Int
    ) {
        (self.section, self.context, self.glyphs, self.columns) = (section, context, glyphs, columns)
        rows = ReviewRows(page: page, currency: currency, time: context.time).rows(of: section)
        let widestDay = rows.lazy.map(\.label.columns).max() ?? 0
        day = section == .days ? min(columns < 60 ? 7 : 14, max(7, widestDay + 2)) : 0
        heat = HeatMap(greatest: Int64(rows.compactMap(\.hours).joined().max() ?? 0))
        let cells = ReviewCells(
            section: section, page: page, currency: currency, context: context, rows: rows)
        let hours = ReviewTable.hourColumns(section, columns: columns - day, context: context)
        let label = columns < 90 ? Self.label.lowerBound : rows.lazy.map(\.label.columns).max() ?? 0
        let labels = min(max(label, Self.label.lowerBound), Self.label.upperBound)
        let numbers = cells.columns(
            in: context.isPlain
                ? .max / 2
                : columns - (hours > 0 ? day + hours * HeatMap.hours : labels)
                    - (hours > 0 ? 0 : ReviewTable.bar + 2))
        headTexts = numbers.map(\.head)
        var lines: [String: BarTable.Row] = [:]
        for row in rows {
            let label =
                section == .days
                ? ReviewTable.label(
                    of: row, in: day, heat: heat, hours: hours, glyphs: glyphs)
                : section == .incidents && row.incident?.state == .goingOn
                    ? StyledLine("\(glyphs.alert) ", .error) + row.label
                    : section == .incidents ? StyledLine("  ") + row.label : row.label
            lines[row.id] = BarTable.Row(
                label, numbers.map { $0.text(row) },
                bar: context.isPlain || section == .days ? nil : cells.bar(of: row))
        }
        self.cells = lines
        fit = BarTable(Array(lines.values), label: section.head, heads: headTexts, in: columns)
    }

    /// The heads of the columns.
    var heads: StyledLine {
        guard section == .days else { return fit.heads(section.head, headTexts) }
        let hours = ReviewTable.hourColumns(section, columns: columns - day, context: context)
        let label = CellText.fitted(section.head, to: day).text
        return fit.heads(label + (hours > 0 ? HeatMap.axis(hourColumns: hours) : ""), headTexts)
    }

    /// A row.
    func line(_ id: String) -> StyledLine {
        cells[id].map { fit.line($0, glyphs: glyphs) } ?? StyledLine()
    }

    /// A row's texts, each whole, for screen readers: every number behind its name.
    func texts(_ id: String) -> [StyledLine] {
        guard let row = cells[id] else { return [] }
        let numbers = zip(headTexts, row.numbers).map { StyledLine("\($0) ", .dim) + $1 }
        return [row.label] + numbers
    }

    /// What the signs mean.
    var legend: StyledLine {
        switch section {
        case .days: StyledLine("losses an hour (UTC)  ", .dim) + heat.legend(glyphs)
        case .ages: StyledLine("open losses, by how long their customers wait", .dim)
        case .incidents, .causes, .products, .versions, .money, .storefronts:
            StyledLine(
                [
                    (Bar.Fill.solid, "open  "), (.done, "made good, credited, refunded  "),
                    (.rest, section == .incidents ? "delivered late, written off" : "written off"),
                ]
                .flatMap { fill, words in
                    [TextSpan(fill.sign(glyphs), fill.scope), TextSpan(" \(words)", .dim)]
                })
        }
    }

    /// What is said where there is no row.
    var empty: String {
        section == .incidents
            ? "No incident: what failed came one by one, as it does on any day" : "Nothing was lost"
    }

    private static func hourColumns(_ section: ReviewSection, columns: Int, context: ConsoleContext) -> Int {
        guard section == .days, !context.isPlain else { return 0 }
        return HeatMap.hourColumns(in: columns - (columns < 56 ? 5 : 16))
    }

    private static func label(
        of row: ReviewRow, in day: Int, heat: HeatMap, hours: Int, glyphs: Glyphs
    ) -> StyledLine {
        let label = CellText.fitted(row.label, to: day)
        guard let counts = row.hours else { return label }
        if hours > 0 { return label + heat.line(counts.map(Int64.init), hourColumns: hours, glyphs: glyphs) }
        guard let most = counts.max(), most > 0, let hour = counts.firstIndex(of: most) else { return label }
        return label + StyledLine("most at \(hour) h: \(most)", .dim)
    }
}

/// The numbers beside the rows of a pane.
struct ReviewCells {
    /// One column: its head, and what a row says in it.
    struct Column {
        let head: String
        /// Whether it has a row's money of one currency, or what has no price.
        var isMoney = false
        let text: (ReviewRow) -> StyledLine
    }

    let section: ReviewSection
    let page: ReviewPage
    /// The currency by whose amounts rows are compared; nil: by their numbers of tickets.
    let currency: String?
    /// Who looks, in which role, and when.
    let context: ConsoleContext
    let rows: [ReviewRow]

    /// As many columns as fit a width, the most telling first; currencies that do not are folded into one.
    func columns(in width: Int) -> [Column] {
        let always = section == .incidents ? 2 : 1
        let all = self.all
        let widths = all.map { column in
            let most = rows.lazy.map { column.text($0).columns }.max() ?? 0
            return max(DisplayText.columns(of: column.head), most) + 2
        }
        var (count, used) = (0, 0)
        while count < all.count, used + widths[count] <= width || count < always {
            used += widths[count]
            count += 1
        }
        guard all.dropFirst(count).contains(where: \.isMoney) else { return Array(all.prefix(count)) }
        // What is folded takes room, too.
        while count > always, used + ReviewCells.leastFold > width {
            count -= 1
            used -= widths[count]
        }
        return Array(all.prefix(count)) + [fold(all.dropFirst(count), in: width - used - 2)]
    }

    /// The columns of the narrowest fold with the gap before it.
    private static let leastFold = 5

    /// The column in which a row says in how many currencies more it has something.
    private func fold(_ columns: ArraySlice<Column>, in room: Int) -> Column {
        let hidden = columns.filter(\.isMoney)
        let words = ReviewRows.folded(hidden.count)
        return Column(head: words.count <= room ? words : "+\(hidden.count)") { row in
            let told = hidden.count { $0.text(row).text != ReviewCells.none }
            return StyledLine(told == 0 ? "" : "+\(told)", .dim)
        }
    }

    /// What stands where a row has no money of a currency.
    private static let none = "–"

    /// The bar of a row; nil where there is none.
    func bar(of row: ReviewRow) -> Bar? {
        switch section {
        case .incidents:
            row.incident.map { IncidentText(incident: $0, time: context.time).bar }
        case .money: row.bar
        case .ages: Bar(Int64(row.tickets), of: Int64(rows.map(\.tickets).max() ?? 0))
        case .causes, .products, .versions, .storefronts, .days:
            row.figures?.bar(
                in: currency, of: rows.compactMap { $0.figures?.measure(in: currency) }.max() ?? 0)
        }
    }

    private var all: [Column] {
        switch section {
        case .incidents: incidents
        case .ages: [count, share(of: Int64(page.losses.ages.values.reduce(0, +))) { Int64($0.tickets) }]
        case .money: money
        case .causes, .products, .versions, .storefronts: compared
        case .days: [lost] + open + amounts
        }
    }

    private var count: Column {
        Column(head: "Tickets") { StyledLine("\($0.tickets)", $0.tickets == 0 ? .dim : nil) }
    }

    /// How much of them all a row has.
    private func share(of whole: Int64, _ part: @escaping (ReviewRow) -> Int64) -> Column {
        Column(head: "Share") { StyledLine(Counting.share(part($0), of: whole), .dim) }
    }

    private var lost: Column {
        Column(head: "Lost") { row in
            let count = row.figures?.tickets() ?? 0
            return StyledLine("\(count)", count == 0 ? .dim : nil)
        }
    }

    private var open: [Column] {
        [
            Column(head: "Open") { row in
                let count = row.figures?.tickets([.open]) ?? 0
                return StyledLine(count == 0 ? "–" : "\(count)", count == 0 ? .dim : .strong)
            }
        ]
    }

    private var compared: [Column] {
        let whole = page.losses.total.measure(in: currency)
        let part = share(of: whole) { $0.figures?.measure(in: currency) ?? 0 }
        guard let currency else { return [lost] + open + [part] + amounts }
        return [
            amount("Lost \(currency)", LossStatus.lost, in: currency),
            amount("Open \(currency)", [.open], in: currency), part, lost,
        ]
    }

    /// What was lost, a column a currency.
    private var amounts: [Column] {
        let known = ReviewRows.currencies(of: page.losses.total).map { code in
            Column(head: code, isMoney: true, text: amount(code, LossStatus.lost, in: code).text)
        }
        guard page.losses.total.unpriced() > 0 else { return known }
        let unknown = Column(head: "No price", isMoney: true) { row in
            let count = row.figures?.unpriced() ?? 0
            return StyledLine(count == 0 ? ReviewCells.none : "\(count)", .dim)
        }
        return known + [unknown]
    }

    private func amount(_ head: String, _ standings: Set<LossStatus>, in currency: String) -> Column {
        Column(head: head) { row in
            guard let figures = row.figures, figures.tickets(standings, in: currency) > 0 else {
                return StyledLine(ReviewCells.none, .dim)
            }
            return StyledLine(figures.money(standings, in: currency).shownAmount, .money)
        }
    }

    private var money: [Column] {
        [
            Column(head: "Amount") { row in
                row.amount.map { StyledLine($0.shownAmount, .money) } ?? StyledLine("unknown", .dim)
            },
            count,
        ]
    }

    private var incidents: [Column] {
        let text = { (row: ReviewRow) in row.incident.map { IncidentText(incident: $0, time: context.time) } }
        return [
            Column(head: "Lasted") { row in text(row).map { [$0.state] } ?? StyledLine() },
            Column(head: "Losses") { StyledLine("\($0.incident?.figures.tickets ?? 0)") },
            Column(head: "Since") { row in
                StyledLine(row.incident.map { context.time.moment($0.from) } ?? "")
            },
            Column(head: "Open") { StyledLine("\($0.incident?.figures.open ?? 0)", .strong) },
            Column(head: "People") { StyledLine("\($0.incident?.figures.customers ?? 0)") },
            Column(head: "Money") { row in
                StyledLine(text(row).map { $0.money($0.incident.figures.money, columns: 26) } ?? "", .money)
            },
            Column(head: "Made good") { row in
                StyledLine(row.incident?.figures.madeGoodPercent.map { "\($0) %" } ?? "", .dim)
            },
        ]
    }
}
