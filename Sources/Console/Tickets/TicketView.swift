import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Draws a ticket: who, what and why above, the panes below.
struct TicketView {
    /// What is selected and scrolled.
    let screen: TicketScreen
    let page: TicketPage
    /// Who looks, in which role, and when.
    let context: ConsoleContext

    private var time: TimeText { context.time }
    private var text: TicketText { TicketText(ticket: page.ticket, context: context) }
    private var summary: TicketSummary { TicketSummary(page: page, context: context) }

    func draw(in canvas: inout Canvas, theme: Theme) {
        let columns = columns(of: canvas.size)
        canvas.within(Rectangle(size: columns.main)) {
            drawMain(in: &$0, theme: theme, hasTimelineBeside: columns.timeline != nil)
        }
        guard let outer = columns.timeline else { return }
        let bar = PaneBar(
            titles: [TicketPane.timeline.title(page)], selected: screen.pane == .timeline ? 0 : nil)
        let room = bar.draw(in: &canvas, outer, theme: theme, isPlain: false)
        canvas.within(room) { drawTimeline(in: &$0, theme: theme) }
    }

    private func columns(of size: Size) -> PageColumns {
        PageColumns(of: size, below: 0, isPlain: context.isPlain)
    }

    private func drawMain(in canvas: inout Canvas, theme: Theme, hasTimelineBeside: Bool) {
        let size = canvas.size
        let lines = head(in: size, glyphs: canvas.glyphs)
        _ = canvas.draw(lines, from: 0, until: size.rows, theme: theme)
        let panes = TicketPane.allCases.filter { $0 != .timeline || !hasTimelineBeside }
        let bar = PaneBar(
            titles: panes.map { $0.title(page) }, selected: panes.firstIndex(of: screen.pane))
        let room = bar.draw(
            in: &canvas, Rectangle(size: size).below(lines.count), theme: theme, isPlain: context.isPlain)
        // What colleagues wrote is the first thing that the timeline does not say whole.
        let shown = panes.contains(screen.pane) ? screen.pane : .notes
        canvas.within(room) { part in
            if shown == .timeline {
                drawTimeline(in: &part, theme: theme)
            } else {
                drawText(of: shown, in: &part, theme: theme)
            }
        }
    }

    /// The room inside the frame of the pane that takes keys, for a body of a size.
    func paneRoom(in size: Size) -> Rectangle {
        let columns = columns(of: size)
        if screen.pane == .timeline, let room = columns.timeline {
            return PaneBar.inside(room, isPlain: false)
        }
        let lines = head(in: columns.main, glyphs: context.options.glyphs)
        let outer = Rectangle(size: columns.main).below(lines.count)
        return PaneBar.inside(outer, isPlain: context.isPlain)
    }

    /// How many rows an entry of the timeline has.
    func rowsPerItem(in room: Rectangle) -> Int { events(in: room).rowsPerItem }

    private func events(in room: Rectangle) -> RowLayout<TicketEvent> {
        let width = max(12, page.events.first.map { time.moment($0.happenedAt).count } ?? 0)
        return .ofTimeline(screen.events.ids, in: room, isPlain: context.isPlain) { event, rows, columns in
            TicketEventText(event: event, time: time, momentWidth: width).lines(
                rows: rows, columns: columns, glyphs: context.options.glyphs
            ).marked(by: screen.search)
        }
    }

    /// Number, customer, and as much of the explanation as leaves room for the panes.
    private func head(in size: Size, glyphs: Glyphs) -> [StyledLine] {
        let panes = size.rows >= 30 ? 12 : size.rows >= 14 ? 5 : size.rows >= 10 ? 3 : 2
        let who = standing(in: size, glyphs: glyphs)
        let lines = summary.lines(
            columns: size.columns - 2, rows: size.rows - panes - 1 - who.count, glyphs: glyphs)
        let about = who + [subject(glyphs, columns: size.columns)]
        return (context.isPlain ? wrapped(about, to: size.columns - 2) : about) + lines
    }

    /// What the ticket is and who holds it, and who else has it in front, beside that where there is room.
    private func standing(in size: Size, glyphs: Glyphs) -> [StyledLine] {
        let head = text.head(glyphs, columns: size.columns)
        let others = context.others.line(page.ticket.id, glyphs: glyphs)
        guard others.columns > 0 else { return [head] }
        let whole = StyledLine(bulleted: [head.spans, others.spans], glyphs)
        return whole.columns <= size.columns - 2 ? [whole] : [head, others]
    }

    /// Whose it is and what was bought.
    private func subject(_ glyphs: Glyphs, columns: Int) -> StyledLine {
        let ticket = page.ticket
        let known = page.customer?.parts ?? []
        // Where there is little room the address gives way to the product.
        let person = known.prefix(3).filter { columns >= 60 || !$0.contains("@") }
        let parts =
            [person.first.map { TextSpan($0, .strong) } ?? text.who] + person.dropFirst().map { TextSpan($0) }
            + [
                ticket.product.map { TextSpan($0.rawValue) },
                ticket.transactionID.map { TextSpan($0.rawValue) },
                ticket.environment == .production ? nil : TextSpan(ticket.environment.rawValue, .warning),
            ].compactMap { $0 }
        return StyledLine(bulleted: parts.map { [$0] }, glyphs)
    }

    private func drawText(of pane: TicketPane, in canvas: inout Canvas, theme: Theme) {
        let isFocused = pane == screen.pane
        let lines = textLines(of: pane, columns: canvas.size.columns - 3, glyphs: canvas.glyphs)
        canvas.draw(
            lines.marked(by: screen.search), in: isFocused ? screen.text : ScrollView([], wraps: false),
            theme: theme, isFocused: isFocused)
    }

    private func drawTimeline(in canvas: inout Canvas, theme: Theme) {
        screen.events.draw(
            events(in: canvas.bounds), in: &canvas, theme: theme, empty: "Nothing was told yet",
            isFocused: screen.pane == .timeline)
    }

    /// The lines of a pane that is text, no wider than `columns`.
    func textLines(of pane: TicketPane, columns: Int, glyphs: Glyphs) -> [StyledLine] {
        switch pane {
        case .timeline: []
        case .attempts: wrapped(attemptLines(glyphs), to: columns)
        case .notes:
            wrapped(NoteText(notes: page.notes, time: time, standingOn: page.ticket.id).lines, to: columns)
        case .moves: wrapped(moveLines, to: columns)
        case .why: summary.whole(columns: columns, glyphs: glyphs)
        }
    }

    private func attemptLines(_ glyphs: Glyphs) -> [StyledLine] {
        guard !page.attempts.isEmpty else { return [StyledLine("The app reported no attempt", .dim)] }
        return page.attempts.flatMap { AttemptText(attempt: $0, time: time).lines(glyphs) }
    }

    private var moveLines: [StyledLine] {
        page.moves.reversed().map { move in
            let late =
                move.learnedAt - move.at >= .seconds(60) ? "  learned \(time.moment(move.learnedAt))" : ""
            let agent = move.agent.map { " by \($0)" } ?? ""
            return [
                TextSpan("\(time.moment(move.at))  ", .dim),
                TextSpan("\(time.reader.words(of: move))\(agent)"),
                TextSpan(late, .dim),
            ]
        }
    }

    private func wrapped(_ lines: [StyledLine], to columns: Int) -> [StyledLine] {
        lines.flatMap { $0.wrapped(to: columns, indent: 2) }
    }
}
