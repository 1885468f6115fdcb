import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Draws the review: the sums, the bar of panes, the shown pane, and charts beside it where there is width.
struct ReviewView {
    /// What is selected.
    let screen: ReviewScreen
    let page: ReviewPage
    /// Who looks, in which role, and when.
    let context: ConsoleContext

    /// From how many columns and rows on charts stand beside the pane.
    private static let (wide, tall) = (132, 14)

    func draw(in canvas: inout Canvas, theme: Theme) {
        let size = canvas.size
        _ = canvas.draw(summary(in: size, glyphs: canvas.glyphs), from: 0, until: size.rows, theme: theme)
        let (outer, charts) = rooms(in: size)
        let table = table(columns: listColumns(in: outer), glyphs: canvas.glyphs)
        let bar = PaneBar(
            titles: ReviewSection.allCases.map { $0.title(page) }, selected: screen.section.rawValue,
            detail: detail(table, columns: PaneBar.detailColumns(in: outer)))
        let room = bar.draw(in: &canvas, outer, theme: theme, isPlain: context.isPlain)
        canvas.within(room) { drawPane(table, in: &$0, theme: theme) }
        if let charts {
            canvas.within(charts) { draw(ReviewCharts(view: self, glyphs: $0.glyphs), in: &$0, theme: theme) }
        }
    }

    /// The room for the rows of the shown pane, in a body of a size.
    func listRoom(in size: Size) -> Rectangle {
        let inside = PaneBar.inside(rooms(in: size).pane, isPlain: context.isPlain)
        return inside.below(inside.rows >= 4 ? 1 : 0)
    }

    private func summary(in size: Size, glyphs: Glyphs) -> [StyledLine] {
        let least = size.rows >= 14 ? 9 : 4
        return ReviewSummary(
            page: page, period: screen.period, currency: screen.currency, context: context, glyphs: glyphs
        ).lines(columns: size.columns - 2, rows: max(1, size.rows - least))
    }

    private func rooms(in size: Size) -> (pane: Rectangle, charts: Rectangle?) {
        let lines = summary(in: size, glyphs: context.options.glyphs).count
        let first = lines + (size.rows >= 30 ? 1 : 0)
        let rows = size.rows - first
        guard size.columns >= Self.wide, rows >= Self.tall, !context.isPlain else {
            return (Rectangle(size: size).below(first), nil)
        }
        let left = max(92, size.columns * 54 / 100)
        return (
            Rectangle(column: 0, row: first, columns: left, rows: rows),
            Rectangle(column: left + 2, row: first, columns: size.columns - left - 3, rows: rows)
        )
    }

    /// A row begins behind the sign of the selection and ends before that of a longer list.
    private func listColumns(in outer: Rectangle) -> Int {
        PaneBar.inside(outer, isPlain: context.isPlain).columns - 3
    }

    private func table(columns: Int, glyphs: Glyphs) -> ReviewTable {
        ReviewTable(
            screen.section, of: page, currency: screen.currency, context: context, glyphs: glyphs,
            columns: columns)
    }

    /// What the signs mean, and of which charges the rows tell.
    private func detail(_ table: ReviewTable, columns: Int) -> StyledLine {
        let period: StyledLine =
            screen.period == .ever || screen.section == .ages
            ? StyledLine() : StyledLine("  of \(screen.period.words)", .dim)
        let measure: StyledLine =
            screen.currency.map { StyledLine("  by \($0)", .dim) } ?? StyledLine()
        let all = table.legend + measure + period
        return all.columns <= columns ? all : table.legend
    }

    private func drawPane(_ table: ReviewTable, in canvas: inout Canvas, theme: Theme) {
        let size = canvas.size
        let heads = size.rows >= 4 ? 1 : 0
        if heads > 0, !table.rows.isEmpty, !context.isPlain {
            canvas.draw(
                table.heads, at: Position(column: 2, row: 0), theme: theme, limit: size.columns - 3)
        }
        let layout = layout(table)
        canvas.within(canvas.bounds.below(heads)) {
            cursor.draw(layout, in: &$0, theme: theme, empty: table.empty)
        }
    }

    private var cursor: ListCursor<String> { screen.cursors[screen.section] ?? ListCursor() }

    /// How many rows of the shown pane are visible, in a body of a size.
    func visibleRows(in size: Size) -> Int {
        let columns = listColumns(in: rooms(in: size).pane)
        return layout(table(columns: columns, glyphs: context.options.glyphs)).page(in: listRoom(in: size))
    }

    private func layout(_ table: ReviewTable) -> RowLayout<String> {
        let marked = screen.section == .incidents ? screen.marked?.rawValue : nil
        let mark = StyledLine("\(context.options.glyphs.mark) ", .marked)
        return RowLayout(
            cursor.ids, columns: table.columns, isPlain: context.isPlain,
            cells: { id in (id == marked ? [mark] : []) + table.texts(id) },
            lines: { id in [id == marked ? mark + table.line(id) : table.line(id)] })
    }

    private func draw(_ charts: ReviewCharts, in canvas: inout Canvas, theme: Theme) {
        let lines = charts.lines(columns: canvas.size.columns - 1, rows: canvas.size.rows)
        _ = canvas.draw(lines, from: 0, until: canvas.size.rows, theme: theme, column: 0)
    }
}

/// The charts beside a pane, where a screen is wide: the days as columns, their hours, and the causes.
struct ReviewCharts {
    let view: ReviewView
    let glyphs: Glyphs

    /// How high the columns of the days are.
    private static let height = 6

    private var losses: LossReview { view.page.losses }
    private var time: TimeText { view.context.time }

    /// As many charts as fit below each other.
    func lines(columns: Int, rows: Int) -> [StyledLine] {
        var lines: [StyledLine] = []
        for chart in [days(columns: columns), causes(columns: columns), hours(columns: columns, rows: rows)] {
            let gap = lines.isEmpty ? 0 : 1
            guard !chart.isEmpty, lines.count + gap + min(chart.count, 4) <= rows else { continue }
            lines += (gap == 0 ? [] : [""]) + chart.prefix(rows - lines.count - gap)
        }
        return lines
    }

    private func days(columns: Int) -> [StyledLine] {
        let series = ReviewSeries(losses: losses, currency: view.screen.currency)
        guard let peak = series.line.peak else { return [] }
        let head: StyledLine = [
            TextSpan("By day", .title),
            TextSpan("  most: \(series.words(peak.value)) on \(time.day(series.starts[peak.index]))", .dim),
        ]
        let chart = series.line.lines(columns: columns, rows: Self.height, widest: 3, glyphs: glyphs)
        let width = series.line.columns(in: columns, widest: 3)
        return [head] + chart + [StyledLine(axis(series, columns: width), .dim)]
    }

    /// The first day, and every further one whose label does not touch the one before.
    private func axis(_ series: ReviewSeries, columns: Int) -> String {
        var text = ""
        for (index, start) in series.starts.enumerated() {
            let column = series.line.column(of: index, columns: columns)
            let label = time.day(start)
            guard text.isEmpty ? index == 0 : column >= text.count + 3, column + label.count <= columns else {
                continue
            }
            text += String(repeating: " ", count: column - text.count) + label
        }
        return text
    }

    private func causes(columns: Int) -> [StyledLine] {
        guard view.screen.section != .causes else { return [] }
        let table = ReviewTable(
            .causes, of: view.page, currency: view.screen.currency, context: view.context, glyphs: glyphs,
            columns: columns)
        guard !table.rows.isEmpty else { return [] }
        return [StyledLine("By cause", .title), table.heads] + table.rows.prefix(8).map { table.line($0.id) }
    }

    private func hours(columns: Int, rows: Int) -> [StyledLine] {
        guard view.screen.section != .days else { return [] }
        let table = ReviewTable(
            .days, of: view.page, currency: nil, context: view.context, glyphs: glyphs, columns: columns)
        let days = table.rows.prefix(max(4, rows - 24))
        return [[TextSpan("By hour  ", .title)] + table.legend, table.heads] + days.map { table.line($0.id) }
    }
}
