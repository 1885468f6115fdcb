import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Draws a ticket: who, what and why above, the panes below.
struct TicketView {
    /// What is selected and scrolled.
    let screen: TicketScreen
    /// What was read.
    let page: TicketPage
    /// What may be known.
    let context: ConsoleContext

    private var time: TimeText { context.time }
    private var text: TicketText { TicketText(ticket: page.ticket, context: context) }
    private var summary: TicketSummary { TicketSummary(page: page, context: context) }

    /// Draws everything.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let size = canvas.size
        let lines = head(in: size, glyphs: canvas.glyphs)
        _ = canvas.draw(lines, from: 0, until: size.rows, theme: theme)
        let bar = PaneBar(titles: TicketPane.allCases.map { $0.title(page) }, selected: screen.pane.rawValue)
        let room = bar.draw(
            in: &canvas, outerRoom(in: size, below: lines), theme: theme, isPlain: context.isPlain)
        canvas.within(room) { drawPane(in: &$0, theme: theme) }
    }

    /// The room inside the panes' frame, for a body of a size.
    func paneRoom(in size: Size) -> Rectangle {
        let lines = head(in: size, glyphs: context.options.glyphs)
        return PaneBar.inside(outerRoom(in: size, below: lines), isPlain: context.isPlain)
    }

    /// How many rows an entry of the timeline has.
    func rowsPerItem(in room: Rectangle) -> Int { room.columns < 70 && room.rows >= 4 ? 2 : 1 }

    private func outerRoom(in size: Size, below lines: [StyledLine]) -> Rectangle {
        Rectangle(
            column: 0, row: lines.count, columns: size.columns, rows: size.rows - lines.count)
    }

    /// Number, customer, and as much of the explanation as leaves room for the panes.
    private func head(in size: Size, glyphs: Glyphs) -> [StyledLine] {
        let panes = size.rows >= 30 ? 12 : size.rows >= 14 ? 5 : 3
        let who = standing(in: size, glyphs: glyphs)
        let lines = summary.lines(
            columns: size.columns - 2, rows: size.rows - panes - 1 - who.count, glyphs: glyphs)
        return who + [subject(glyphs, columns: size.columns)] + lines
    }

    /// What the ticket is and who holds it, and who else has it in front, beside that where there is room.
    private func standing(in size: Size, glyphs: Glyphs) -> [StyledLine] {
        let head = text.head(glyphs, columns: size.columns)
        let others = context.others.line(page.ticket.id, glyphs: glyphs)
        guard others.columns > 0 else { return [head] }
        let whole = head + [TextSpan(" \(glyphs.bullet) ", .dim)] + others
        return whole.columns <= size.columns - 2 ? [whole] : [head, others]
    }

    /// Whose it is and what was bought.
    private func subject(_ glyphs: Glyphs, columns: Int) -> StyledLine {
        let ticket = page.ticket
        let bullet = TextSpan(" \(glyphs.bullet) ", .dim)
        let known = page.customer.map { context.people.parts($0) } ?? []
        // Where there is little room the address gives way to the product.
        let person = known.prefix(3).filter { columns >= 60 || !$0.contains("@") }
        let parts =
            [person.first.map { TextSpan($0, .strong) } ?? text.who] + person.dropFirst().map { TextSpan($0) }
            + [
                ticket.product.map { TextSpan($0.rawValue) },
                ticket.transactionID.map { TextSpan($0.rawValue) },
                ticket.environment == .production ? nil : TextSpan(ticket.environment.rawValue, .warning),
            ].compactMap { $0 }
        return StyledLine(
            parts.enumerated().flatMap { $0.offset == 0 ? [$0.element] : [bullet, $0.element] })
    }

    private func drawPane(in canvas: inout Canvas, theme: Theme) {
        guard screen.pane == .timeline else {
            var view = screen.text
            view.lines = textLines(columns: canvas.size.columns - 3, glyphs: canvas.glyphs).marked(
                by: screen.search)
            let room = Rectangle(column: 1, row: 0, columns: canvas.size.columns - 1, rows: canvas.size.rows)
            canvas.within(room) { view.draw(in: &$0, theme: theme) }
            canvas.placeCursor(at: Position(column: 1, row: 0))
            return
        }
        let (rows, columns, glyphs) = (rowsPerItem(in: canvas.bounds), canvas.size.columns - 4, canvas.glyphs)
        let width = max(12, page.events.first.map { time.moment($0.happenedAt).count } ?? 0)
        screen.events.draw(in: &canvas, theme: theme, rowsPerItem: rows, empty: "Nothing was told yet") {
            TicketEventText(event: $0, time: time, momentWidth: width).lines(
                rows: rows, columns: columns, glyphs: glyphs
            ).marked(by: screen.search)
        }
    }

    /// The lines of a pane that is text, no wider than `columns`.
    func textLines(columns: Int, glyphs: Glyphs) -> [StyledLine] {
        switch screen.pane {
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
                TextSpan("\(time.reader.words(ofWay: move)): \(time.reader.words(of: move.because))\(agent)"),
                TextSpan(late, .dim),
            ]
        }
    }

    private func wrapped(_ lines: [StyledLine], to columns: Int) -> [StyledLine] {
        lines.flatMap { $0.wrapped(to: columns, indent: 2) }
    }
}
