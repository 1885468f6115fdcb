import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Draws an incident: what it is in a few lines, its curve, and a pane of what its purchases share.
struct IncidentView {
    /// What is selected.
    let screen: IncidentScreen
    let page: IncidentPage
    /// Who looks, in which role, and when.
    let context: ConsoleContext

    private var incident: Incident { page.incident }
    private var figures: IncidentFigures { incident.figures }
    private var time: TimeText { context.time }
    private var text: IncidentText { IncidentText(incident: incident, time: time) }

    func draw(in canvas: inout Canvas, theme: Theme) {
        let size = canvas.size
        let above = above(in: size, glyphs: canvas.glyphs)
        _ = canvas.draw(above, from: 0, until: size.rows, theme: theme)
        let outer = outerRoom(in: size)
        let bar = PaneBar(
            titles: IncidentScreen.Pane.allCases.map(title), selected: screen.pane.rawValue,
            detail: StyledLine(
                "Enter opens the tickets; Tab there: those that still wait for the app", .dim))
        let room = bar.draw(in: &canvas, outer, theme: theme, isPlain: context.isPlain)
        canvas.within(room) { drawPane(in: &$0, theme: theme) }
    }

    /// The room for the rows of the shown pane, in a body of a size.
    func listRoom(in size: Size) -> Rectangle {
        PaneBar.inside(outerRoom(in: size), isPlain: context.isPlain)
    }

    private func outerRoom(in size: Size) -> Rectangle {
        Rectangle(size: size).below(above(in: size, glyphs: context.options.glyphs).count)
    }

    private func title(_ pane: IncidentScreen.Pane) -> String {
        switch pane {
        case .people: "People \(figures.customers)"
        case .money: "Money"
        case .versions: "Versions \(page.versions.count)"
        case .products: "Products \(page.products.count)"
        case .storefronts: "Stores \(page.storefronts.count)"
        case .causes: "Causes \(page.causes.count)"
        }
    }

    /// The lines above the panes, as many as leave these some rows.
    private func above(in size: Size, glyphs: Glyphs) -> [StyledLine] {
        let columns = size.columns - 2
        let most = max(2, size.rows - (size.rows >= 14 ? 7 : 4))
        var lines =
            [head(glyphs), span, money(columns: columns), madeGood(columns: columns, glyphs: glyphs)]
            + extensions
        if context.isPlain { lines = lines.flatMap { $0.wrapped(to: columns, indent: 2) } }
        let rest = most - lines.count
        // A curve needs an axis below it and a row at least.
        if rest >= 3 { lines += curve(columns: columns, rows: min(10, rest - 2), glyphs: glyphs) }
        return Array(lines.prefix(most))
    }

    private func head(_ glyphs: Glyphs) -> StyledLine {
        let isOn = incident.state == .goingOn
        let sign: [TextSpan] = isOn ? [TextSpan("\(glyphs.alert) ", .error)] : []
        let state: TextSpan =
            switch incident.state {
            case .goingOn: TextSpan("ongoing", .error)
            case .closed: TextSpan("closed \(incident.closedAt.map(time.moment) ?? "")", .success)
            case .merged: TextSpan("merged into incident \(incident.mergedInto?.rawValue ?? "")", .dim)
            case .dissolved: TextSpan("turned out to be no incident", .dim)
            }
        return StyledLine(
            sign + [state, TextSpan(" \(glyphs.bullet) ", .dim), TextSpan("incident ", .dim)]
                + text.label.spans)
    }

    private var span: StyledLine {
        let usual = "\(incident.usual / 1000).\(incident.usual % 1000 / 100)"
        return [
            TextSpan("\(time.moment(incident.from))–\(text.end)", .strong),
            TextSpan(" (\(TimeText.length(incident.until - incident.from)))", .dim),
            TextSpan("; found \(time.moment(incident.openedAt)); usual \(usual) an hour", .dim),
            TextSpan(incident.isKept ? "; a lead shaped it" : "", .dim),
        ]
    }

    private func money(columns: Int) -> StyledLine {
        let (lost, open) = (figures.money, figures.openMoney)
        let people = Counting.of(figures.customers, "customer")
        let count = "\(Counting.of(figures.tickets, "loss", "losses")), \(figures.open) open, \(people)"
        let unknown = figures.unpriced == 0 ? "" : ", \(figures.unpriced) without a price"
        let rest = max(20, columns - count.count - unknown.count - 12) / 2
        return [
            TextSpan(count, .strong), TextSpan(": "), TextSpan(text.money(lost, columns: rest), .money),
            TextSpan(open.isEmpty || open == lost ? "" : ", open \(text.money(open, columns: rest))"),
            TextSpan(unknown, .dim),
        ]
    }

    private func madeGood(columns: Int, glyphs: Glyphs) -> StyledLine {
        let done = figures.tickets - figures.open
        let percent = figures.madeGoodPercent.map { "\($0) %" } ?? "nothing"
        let what = columns < 70 ? "given back" : "made good, credited or refunded"
        let words = "\(what) \(percent) (\(done) of \(figures.tickets) ended)"
        guard !context.isPlain else { return StyledLine(words) }
        let room = max(4, min(40, columns - words.count - 2))
        return text.bar.line(columns: room, glyphs: glyphs) + StyledLine("  \(words)")
    }

    /// How far Apple is with what it was asked to renew later.
    private var extensions: [StyledLine] {
        time.reader.lines(of: page.extensions).map { StyledLine($0, .dim) }
    }

    /// The curve with its most and its ends.
    private func curve(columns: Int, rows: Int, glyphs: Glyphs) -> [StyledLine] {
        let line = Sparkline(page.curve.map { Int64($0.tickets) })
        guard let peak = line.peak, let first = page.curve.first, let last = page.curve.last else {
            return []
        }
        let step = page.step < .days(1) ? "an hour" : "a day"
        let at =
            page.step < .days(1)
            ? time.moment(page.curve[peak.index].at) : time.day(page.curve[peak.index].at)
        let most = "most \(peak.value) \(step), \(at)"
        guard !context.isPlain else { return [StyledLine("Curve: \(most)")] }
        let widest = max(1, min(6, columns / max(1, page.curve.count)))
        let used = line.columns(in: columns, widest: widest)
        let (from, until) = (time.moment(first.at), time.moment(last.at + page.step))
        let ends =
            from.count + until.count + 2 <= used
            ? from + String(repeating: " ", count: used - from.count - until.count) + until
            : "\(from)–\(until)"
        let legend = ends.count + most.count + 3 <= columns ? "   \(most)" : ""
        return line.lines(columns: columns, rows: rows, widest: widest, glyphs: glyphs)
            + [StyledLine(ends + legend, .dim)]
    }

    private func drawPane(in canvas: inout Canvas, theme: Theme) {
        cursor.draw(
            layout(columns: canvas.size.columns - 3), in: &canvas, theme: theme, empty: "Nothing is known")
    }

    private var cursor: ListCursor<String> { screen.cursors[screen.pane] ?? ListCursor() }

    /// How many rows of the shown pane are visible, in a body of a size.
    func visibleRows(in size: Size) -> Int {
        let room = listRoom(in: size)
        return layout(columns: room.columns - 3).page(in: room)
    }

    private func layout(columns: Int) -> RowLayout<String> {
        let rows = IncidentRows(page: page, time: time).rows(of: screen.pane)
        let whole = screen.pane == .money ? rows.compactMap(\.tickets).max() ?? 0 : figures.tickets
        let table = Dictionary(
            rows.map { row in
                let share = row.tickets.map { Counting.share(Int64($0), of: Int64(figures.tickets)) } ?? ""
                let count = StyledLine(row.tickets.map { "\($0)" } ?? "")
                let amount = screen.pane == .money ? [StyledLine(row.amount ?? "", .money)] : []
                return (
                    row.id,
                    BarTable.Row(
                        row.label, amount + [count, StyledLine(share, .dim)],
                        bar: context.isPlain
                            ? nil
                            : row.tickets.map { Bar([.init(Int64($0), row.fill)], of: Int64(whole)) })
                )
            }, uniquingKeysWith: { $1 })
        let (fit, glyphs) = (BarTable(Array(table.values), in: columns), context.options.glyphs)
        return RowLayout(
            cursor.ids, columns: columns, isPlain: context.isPlain,
            cells: { id in table[id].map { [$0.label] + $0.numbers } ?? [] },
            lines: { id in [table[id].map { fit.line($0, glyphs: glyphs) } ?? StyledLine()] })
    }
}
