import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Draws a customer's page.
struct CustomerView {
    /// What is selected and scrolled.
    let screen: CustomerScreen
    let page: CustomerPage
    /// Who looks, in which role, and when.
    let context: ConsoleContext

    var time: TimeText { context.time }

    func draw(in canvas: inout Canvas, theme: Theme) {
        drawHead(in: &canvas, theme: theme)
        let columns = columns(of: canvas.size)
        canvas.within(Rectangle(size: columns.main)) {
            drawMain(in: &$0, theme: theme, hasTimelineBeside: columns.timeline != nil)
        }
        guard let outer = columns.timeline else { return }
        let bar = PaneBar(
            titles: [CustomerPane.timeline.title(page)], selected: screen.pane == .timeline ? 0 : nil,
            detail: detail(columns: PaneBar.detailColumns(in: outer), glyphs: canvas.glyphs))
        let room = bar.draw(in: &canvas, outer, theme: theme, isPlain: false)
        canvas.within(room) { drawPane(.timeline, in: &$0, theme: theme) }
    }

    /// The page's columns, in a body of a size.
    func columns(of size: Size) -> PageColumns { PageColumns(of: size, below: 1, isPlain: context.isPlain) }

    private func drawMain(in canvas: inout Canvas, theme: Theme, hasTimelineBeside: Bool) {
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
        let shown = Rectangle(column: 0, row: 1, columns: size.columns, rows: verdicts.lines.count)
        canvas.within(shown) {
            $0.drawEnds(above: verdicts.offset > 0, below: verdicts.hasMore, theme: theme)
        }
        let outer = Rectangle(size: size).below(1 + verdicts.lines.count)
        let (panes, pane) = panes(hasTimelineBeside: hasTimelineBeside)
        let bar = PaneBar(
            titles: panes.map { $0.title(page) }, selected: panes.firstIndex(of: screen.pane),
            detail: pane == .timeline
                ? detail(columns: PaneBar.detailColumns(in: outer), glyphs: canvas.glyphs) : nil)
        let room = bar.draw(in: &canvas, outer, theme: theme, isPlain: context.isPlain)
        canvas.within(room) { drawPane(pane, in: &$0, theme: theme) }
    }

    /// The panes below the verdicts, and which of them is shown.
    private func panes(hasTimelineBeside: Bool) -> (all: [CustomerPane], shown: CustomerPane) {
        guard hasTimelineBeside else { return (CustomerPane.allCases, screen.pane) }
        let panes = CustomerPane.allCases.filter { $0 != .timeline }
        return (panes, panes.contains(screen.pane) ? screen.pane : .chains)
    }

    /// The room inside the frame of the pane that takes keys, for a body of a size.
    func paneRoom(in size: Size, glyphs: Glyphs) -> Rectangle {
        let columns = columns(of: size)
        if screen.pane == .timeline, let room = columns.timeline {
            return PaneBar.inside(room, isPlain: false)
        }
        let lines = VerdictLayout(self, in: size, glyphs: glyphs).lines
        let outer = Rectangle(size: columns.main).below(1 + lines.count)
        return PaneBar.inside(outer, isPlain: context.isPlain)
    }

    /// How many rows an item of the shown pane has.
    func rowsPerItem(in room: Rectangle) -> Int {
        switch screen.pane {
        case .chains: chains(in: room).rowsPerItem
        case .grants: grants(in: room).rowsPerItem
        case .tickets: tickets(in: room).rowsPerItem
        case .timeline: events(in: room).rowsPerItem
        case .notes, .why: 1
        }
    }

    /// How wide a text may be in a room; for screen readers none is cut.
    private func columns(in room: Rectangle) -> Int { context.isPlain ? .max : room.columns - 4 }

    private func layout<ID>(
        _ ids: [ID], rows: Int, in room: Rectangle, _ lines: @escaping (ID) -> [StyledLine]
    ) -> RowLayout<ID> {
        RowLayout(
            ids, columns: room.columns - 4, isPlain: context.isPlain, rowsPerItem: rows, cells: lines,
            lines: lines)
    }

    private func chains(in room: Rectangle) -> RowLayout<ChainID> {
        let (rows, columns, glyphs) = (room.rows >= 4 ? 2 : 1, columns(in: room), context.options.glyphs)
        return layout(screen.chains.ids, rows: rows, in: room) {
            chainLines($0, columns: columns, rows: rows, glyphs: glyphs)
        }
    }

    private func tickets(in room: Rectangle) -> RowLayout<TicketID> {
        let tickets = Dictionary(page.tickets.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        let columns = TicketColumns.ofCustomer(page.tickets, width: room.columns - 4, in: context)
        return layout(screen.tickets.ids, rows: 1, in: room) { id in
            guard let ticket = tickets[id] else { return [] }
            return context.isPlain ? columns.cells(ticket) : [columns.line(ticket)]
        }
    }

    private func grants(in room: Rectangle) -> RowLayout<GrantID> {
        layout(screen.grants.ids, rows: room.rows >= 4 ? 2 : 1, in: room) {
            grantLines($0, glyphs: context.options.glyphs)
        }
    }

    private func events(in room: Rectangle) -> RowLayout<TimelineEvent> {
        // The oldest event is the one that may need its year.
        let width = max(12, page.events.first.map { time.moment($0.happenedAt).count } ?? 0)
        return .ofTimeline(screen.events.ids, in: room, isPlain: context.isPlain) { event, rows, columns in
            EventText(event: event, time: time, momentWidth: width, at: page.at).lines(
                rows: rows, columns: columns, glyphs: context.options.glyphs
            ).marked(by: screen.search)
        }
    }

    /// The room for the items of the shown pane: below the axis, where the chains share one.
    func listRoom(of pane: CustomerPane, in room: Rectangle, columns: Int) -> Rectangle {
        room.below(pane == .chains && axisLine(columns: columns, in: room) != nil ? 1 : 0)
    }

    /// What the selected entry of the timeline rests on.
    private func detail(columns: Int, glyphs: Glyphs) -> StyledLine? {
        screen.events.selectedID.map {
            EvidenceDetail(time: time, glyphs: glyphs, columns: columns).line(of: $0)
        }
    }

    private func drawHead(in canvas: inout Canvas, theme: Theme) {
        let parts = page.customer.parts.enumerated().map { index, part in
            [TextSpan(part, index == 0 ? .strong : nil)]
        }
        var room = canvas.size.columns - 2
        let shown = context.secondsRevealed(screen.id).map { seconds -> StyledLine in
            [TextSpan(" SHOWN FOR \(seconds) s ", .readOnlyBanner)]
        }
        if let banner = shown ?? screen.asOf.banner(time) {
            room = canvas.drawTrailing(banner, row: 0, theme: theme) - 2
        }
        let others = context.others.line(screen.id, glyphs: canvas.glyphs)
        if others.columns > 0 {
            // Who else is here is worth more than the last half of what is known of the person.
            let columns = min(others.columns, room / 2)
            let place = Position(column: room + 1 - columns, row: 0)
            canvas.draw(others, at: place, theme: theme, limit: columns)
            room -= columns + 2
        }
        let head = StyledLine(bulleted: parts, canvas.glyphs)
        canvas.draw(head, at: Position(column: 1, row: 0), theme: theme, limit: room)
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

    private func drawPane(_ pane: CustomerPane, in canvas: inout Canvas, theme: Theme) {
        let (glyphs, columns) = (canvas.glyphs, canvas.size.columns - 4)
        let isFocused = !screen.isOnVerdict && pane == screen.pane
        switch pane {
        case .chains:
            let axis = axisLine(columns: columns, in: canvas.bounds)
            if let axis { canvas.draw(axis, at: Position(column: 2, row: 0), theme: theme) }
            let (list, layout) = (
                listRoom(of: .chains, in: canvas.bounds, columns: columns), chains(in: canvas.bounds)
            )
            canvas.within(list) { part in
                screen.chains.draw(
                    layout, in: &part, theme: theme, empty: "This customer has no chains",
                    isFocused: isFocused)
            }
        case .tickets:
            screen.tickets.draw(
                tickets(in: canvas.bounds), in: &canvas, theme: theme,
                empty: "No purchase failed; O opens a ticket by hand", isFocused: isFocused)
        case .grants:
            screen.grants.draw(
                grants(in: canvas.bounds), in: &canvas, theme: theme, empty: "Nothing was made good yet",
                isFocused: isFocused)
        case .timeline:
            screen.events.draw(
                events(in: canvas.bounds), in: &canvas, theme: theme, empty: "Nothing happened yet",
                isFocused: isFocused)
        case .notes:
            canvas.draw(noteLines, in: screen.notes, theme: theme, isFocused: !screen.isOnVerdict)
        case .why:
            let lines = walkLines(columns: columns, glyphs: glyphs)
            canvas.draw(lines, in: screen.walk, theme: theme, isFocused: !screen.isOnVerdict)
        }
    }
}

extension CustomerView {
    /// The axis that the strips of all chains share, drawn once above them; nil where no strip is drawn below it.
    func axisLine(columns: Int, in room: Rectangle) -> StyledLine? {
        guard !context.isPlain, room.rows >= 4, columns >= 50, let axis else { return nil }
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
            grant.reference.map { "case \($0)" }, taken, grant.note?.text,
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
