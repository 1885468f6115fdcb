import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Draws a customer's page.
struct CustomerView {
    /// What is selected and scrolled.
    let screen: CustomerScreen
    /// What was read.
    let page: CustomerPage
    /// What may be known.
    let context: ConsoleContext

    /// How moments are said.
    var time: TimeText { context.time }

    /// Draws everything.
    func draw(in canvas: inout Canvas, theme: Theme) {
        drawHead(in: &canvas, theme: theme)
        let size = canvas.size
        let verdicts = VerdictLayout(self, in: size, glyphs: canvas.glyphs)
        _ = canvas.draw(verdicts.lines, from: 1, until: size.rows, theme: theme)
        if screen.isOnVerdict {
            if let line = verdicts.owedLine {
                drawFocus(on: verdicts.lines[line], row: 1 + line, in: &canvas, theme: theme)
            } else {
                canvas.placeCursor(at: Position(column: 1, row: 1))
            }
        }
        let edge = size.columns - 1
        if verdicts.offset > 0 {
            canvas.draw(canvas.glyphs.less, at: Position(column: edge, row: 1), theme: theme, .dim)
        }
        if verdicts.hasMore {
            let last = Position(column: edge, row: verdicts.lines.count)
            canvas.draw(canvas.glyphs.more, at: last, theme: theme, .dim)
        }
        let outer = outerRoom(in: size, below: verdicts.lines)
        let bar = PaneBar(
            titles: CustomerPane.allCases.map { $0.title(page) }, selected: screen.pane.rawValue,
            detail: detail(columns: PaneBar.detailColumns(in: outer), glyphs: canvas.glyphs))
        let room = bar.draw(in: &canvas, outer, theme: theme, isPlain: context.isPlain)
        canvas.within(room) { drawPane(in: &$0, theme: theme) }
    }

    /// The room inside the panes' frame, for a body of a size.
    func paneRoom(in size: Size, glyphs: Glyphs) -> Rectangle {
        let lines = VerdictLayout(self, in: size, glyphs: glyphs).lines
        return PaneBar.inside(outerRoom(in: size, below: lines), isPlain: context.isPlain)
    }

    /// How many rows an item of the shown pane has.
    func rowsPerItem(in room: Rectangle) -> Int {
        switch screen.pane {
        case .chains: room.rows >= 4 ? 2 : 1
        case .grants: room.rows >= 4 ? 2 : 1
        case .tickets: 1
        case .timeline: room.columns < 70 && room.rows >= 4 ? 2 : 1
        case .notes, .why: 1
        }
    }

    /// The room for the items of the shown pane: below the axis, where the chains share one.
    func listRoom(in room: Rectangle, columns: Int) -> Rectangle {
        let first = axisLine(columns: columns, in: room) == nil ? 0 : 1
        return Rectangle(
            column: room.minColumn, row: room.minRow + first, columns: room.columns, rows: room.rows - first)
    }

    /// What the selected entry of the timeline rests on.
    private func detail(columns: Int, glyphs: Glyphs) -> StyledLine? {
        guard screen.pane == .timeline else { return nil }
        return screen.events.selectedID.map {
            EvidenceDetail(time: time, glyphs: glyphs, columns: columns).line(of: $0)
        }
    }

    private func outerRoom(in size: Size, below lines: [StyledLine]) -> Rectangle {
        let first = 1 + lines.count
        return Rectangle(column: 0, row: first, columns: size.columns, rows: size.rows - first)
    }

    private func drawHead(in canvas: inout Canvas, theme: Theme) {
        let parts = context.people.parts(page.customer)
        let bullet = TextSpan(" \(canvas.glyphs.bullet) ", .dim)
        var spans: [TextSpan] = []
        for (index, part) in parts.enumerated() {
            spans += (index == 0 ? [] : [bullet]) + [TextSpan(part, index == 0 ? .strong : nil)]
        }
        var room = canvas.size.columns - 2
        if let seconds = context.secondsRevealed(screen.id) {
            let banner: StyledLine = [TextSpan(" SHOWN FOR \(seconds) s ", .readOnlyBanner)]
            let start = canvas.within(canvas.bounds.row(0)) { $0.drawTrailing(banner, row: 0, theme: theme) }
            room = start - 2
        } else if let banner = screen.asOf.banner(time) {
            let start = canvas.within(canvas.bounds.row(0)) { $0.drawTrailing(banner, row: 0, theme: theme) }
            room = start - 2
        }
        let others = context.others.line(screen.id, glyphs: canvas.glyphs)
        if others.columns > 0 {
            // Who else is here is worth more than the last half of what is known of the person.
            let columns = min(others.columns, room / 2)
            let place = Position(column: room + 1 - columns, row: 0)
            canvas.draw(others, at: place, theme: theme, limit: columns)
            room -= columns + 2
        }
        canvas.draw(StyledLine(spans), at: Position(column: 1, row: 0), theme: theme, limit: room)
    }

    /// The verdict with the focus, drawn like a selected row: Enter acts on it.
    private func drawFocus(on line: StyledLine, row: Int, in canvas: inout Canvas, theme: Theme) {
        canvas.fill(canvas.bounds.row(row), style: theme.style(.selection))
        canvas.draw(canvas.glyphs.pointer, at: Position(column: 0, row: row), theme: theme, .selection)
        canvas.draw(
            line, at: Position(column: 1, row: row), theme: theme, over: .selection,
            limit: canvas.size.columns - 2)
        canvas.placeCursor(at: Position(column: 0, row: row))
    }

    private func drawPane(in canvas: inout Canvas, theme: Theme) {
        let rows = rowsPerItem(in: canvas.bounds)
        let glyphs = canvas.glyphs
        let columns = canvas.size.columns - 4
        switch screen.pane {
        case .chains:
            let axis = axisLine(columns: columns, in: canvas.bounds)
            if let axis { canvas.draw(axis, at: Position(column: 2, row: 0), theme: theme) }
            let list = listRoom(in: canvas.bounds, columns: columns)
            canvas.within(list) { part in
                screen.chains.draw(
                    in: &part, theme: theme, rowsPerItem: rows, empty: "This customer has no chains",
                    isFocused: !screen.isOnVerdict
                ) {
                    chainLines($0, columns: columns, rows: rows, glyphs: glyphs)
                }
            }
        case .tickets:
            let line = TicketColumns.ofCustomer(page.tickets, width: columns, in: context)
            let tickets = Dictionary(page.tickets.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            screen.tickets.draw(
                in: &canvas, theme: theme, rowsPerItem: rows,
                empty: "No purchase failed; O opens a ticket by hand", isFocused: !screen.isOnVerdict
            ) { id in tickets[id].map { [line.line($0, glyphs: glyphs)] } ?? [] }
        case .grants:
            screen.grants.draw(
                in: &canvas, theme: theme, rowsPerItem: rows, empty: "Nothing was made good yet",
                isFocused: !screen.isOnVerdict
            ) {
                grantLines($0, glyphs: glyphs)
            }
        case .timeline:
            // The oldest event is the one that may need its year.
            let width = max(12, page.events.first.map { time.moment($0.happenedAt).count } ?? 0)
            screen.events.draw(
                in: &canvas, theme: theme, rowsPerItem: rows, empty: "Nothing happened yet",
                isFocused: !screen.isOnVerdict
            ) {
                EventText(event: $0, time: time, momentWidth: width, at: page.at).lines(
                    rows: rows, columns: columns, glyphs: glyphs
                ).marked(by: screen.search)
            }
        case .notes: drawText(screen.notes, noteLines, in: &canvas, theme: theme)
        case .why:
            drawText(screen.walk, walkLines(columns: columns, glyphs: glyphs), in: &canvas, theme: theme)
        }
    }

    private func drawText(_ view: ScrollView, _ lines: [StyledLine], in canvas: inout Canvas, theme: Theme) {
        var view = view
        view.lines = lines
        let room = Rectangle(column: 1, row: 0, columns: canvas.size.columns - 1, rows: canvas.size.rows)
        canvas.within(room) { view.draw(in: &$0, theme: theme) }
        // Screen readers follow the cursor: it stands where the text begins.
        if !screen.isOnVerdict { canvas.placeCursor(at: Position(column: 1, row: 0)) }
    }
}

extension CustomerView {
    /// The axis that the strips of all chains share, drawn once above them; nil where no strip is drawn below it.
    func axisLine(columns: Int, in room: Rectangle) -> StyledLine? {
        guard screen.pane == .chains, !context.isPlain, room.rows >= 4, columns >= 50, let axis else {
            return nil
        }
        let strips = page.chains.lazy.compactMap { CoverageStrip($0.coverage, on: axis, at: page.at) }
        return strips.first.map { strip in
            let axis = CoverageAxis(strip: strip, time: time, asOf: screen.asOf.instant)
            return StyledLine(axis.text(columns: columns), .dim)
        }
    }

    /// The stretch of time on which all chains of the customer are drawn.
    private var axis: Span? { CoverageStrip.axis(of: page.chains.map(\.coverage), at: page.at) }

    /// A chain: what it is, and its coverage to scale, on the axis of all.
    func chainLines(_ id: ChainID, columns: Int, rows: Int, glyphs: Glyphs) -> [StyledLine] {
        let found = page.chains.first { $0.chain.id == id }
        guard let chain = found else { return [] }
        let text = ChainText(page: chain, time: time)
        let head =
            StyledLine([TextSpan("\(id.original.rawValue)  ", .strong)])
            + text.summary(glyphs, columns: columns - 20)
        guard rows > 1, let axis, let strip = CoverageStrip(chain.coverage, on: axis, at: page.at) else {
            return [head]
        }
        if context.isPlain {
            let words = strip.sentences(time).suffix(2).joined(separator: "; ")
            return [head, StyledLine(words, .dim)]
        }
        return [head, strip.line(columns: columns, glyphs: glyphs)]
    }

    /// A grant: what it gives, and who gave it why.
    func grantLines(_ id: GrantID, glyphs: Glyphs) -> [StyledLine] {
        guard let grant = page.grants.first(where: { $0.id == id }) else { return [] }
        let end = grant.endsAt.map { "to \(time.moment($0))" } ?? "without end"
        let head: StyledLine = [
            StatusText.span(grant.state(at: page.at), glyphs: glyphs),
            TextSpan("  \(grant.entitlement)  ", .strong),
            TextSpan("\(time.moment(grant.startsAt)) \(end)"),
        ]
        let taken = grant.revokedAt.map { "taken back \(time.moment($0))" }
        let about = [
            "by \(grant.grantedBy) on \(time.moment(grant.grantedAt))", grant.reason,
            grant.reference.map { "case \($0)" }, taken, grant.note,
        ]
        let text = about.compactMap { $0 }.joined(separator: " \(glyphs.bullet) ")
        return [head, StyledLine("  \(text)", .dim)]
    }

    /// The notes, newest first.
    var noteLines: [StyledLine] { NoteText(notes: page.notes, time: time).lines }

    /// How a verdict is said, with the reservation it deserves.
    func verdictText(_ verdict: EntitlementAccess, showsNext: Bool = true) -> VerdictText {
        VerdictText(
            verdict: verdict, time: time, isUnchecked: page.restsOnUnchecked(verdict),
            asOf: screen.asOf.instant, showsNext: showsNext)
    }

    /// Every verdict with its whole walk.
    func walkLines(columns: Int, glyphs: Glyphs) -> [StyledLine] {
        let verdicts = page.access.advice(at: page.at).verdicts.map { verdictText($0) }
        let asked = AskedLines(rows: page.asked, time: time).section
        guard !verdicts.isEmpty else {
            return unlistedLines(columns: columns, glyphs: glyphs) + downloadLines(columns: columns) + asked
        }
        return verdicts.flatMap {
            $0.lines(columns: columns, glyphs: glyphs, isWhole: true)
                + $0.sourceLines(columns: columns, glyphs: glyphs) + [
                    ""
                ]
        } + downloadLines(columns: columns) + asked.dropFirst()
    }

    /// The downloads of the app with which the purchases were made.
    private func downloadLines(columns: Int) -> [StyledLine] {
        let ids = page.access.facts.appTransactionIDs
        guard !ids.isEmpty else { return [] }
        return StyledLine("App downloads (appTransactionId): \(ids.joined(separator: ", "))", .dim)
            .wrapped(to: columns, indent: 2) + [""]
    }
}
