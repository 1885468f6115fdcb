import Persistence
import Purchases
import TerminalCore
import Widgets

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
        drawHead(in: &canvas, theme)
        let size = canvas.size
        let lines = verdictLines(in: size, canvas.glyphs)
        _ = canvas.draw(lines, from: 1, until: size.rows, theme: theme)
        let outer = outerRoom(in: size, below: lines)
        let bar = PaneBar(
            titles: CustomerPane.allCases.map { $0.title(page) }, selected: screen.pane.rawValue,
            detail: detail(columns: PaneBar.detailColumns(in: outer), canvas.glyphs))
        let room = bar.draw(in: &canvas, outer, theme: theme, isPlain: context.isPlain)
        canvas.within(room) { drawPane(in: &$0, theme) }
    }

    /// The room inside the panes' frame, for a body of a size.
    func paneRoom(in size: Size, _ glyphs: Glyphs) -> Rectangle {
        PaneBar.inside(outerRoom(in: size, below: verdictLines(in: size, glyphs)), isPlain: context.isPlain)
    }

    /// How many rows an item of the shown pane has.
    func rowsPerItem(in room: Rectangle) -> Int {
        switch screen.pane {
        case .chains: room.rows >= 6 && room.columns >= 50 ? 3 : room.rows >= 4 ? 2 : 1
        case .grants: room.rows >= 4 ? 2 : 1
        case .tickets: 1
        case .timeline: room.columns < 70 && room.rows >= 4 ? 2 : 1
        case .notes, .why: 1
        }
    }

    /// What the selected entry of the timeline rests on.
    private func detail(columns: Int, _ glyphs: Glyphs) -> StyledLine? {
        guard screen.pane == .timeline else { return nil }
        return screen.events.selectedID.map {
            EvidenceDetail(time: time, glyphs: glyphs, columns: columns).line(of: $0)
        }
    }

    private func outerRoom(in size: Size, below lines: [StyledLine]) -> Rectangle {
        let first = 1 + lines.count
        return Rectangle(column: 0, row: first, columns: size.columns, rows: size.rows - first)
    }

    private func drawHead(in canvas: inout Canvas, _ theme: Theme) {
        let parts = context.people.parts(page.customer)
        let bullet = TextSpan(" \(canvas.glyphs.bullet) ", .dim)
        var spans: [TextSpan] = []
        for (index, part) in parts.enumerated() {
            spans += (index == 0 ? [] : [bullet]) + [TextSpan(part, index == 0 ? .strong : nil)]
        }
        var room = canvas.size.columns - 2
        if let banner = screen.asOf.banner(time) {
            let start = canvas.within(canvas.bounds.row(0)) { $0.drawTrailing(banner, row: 0, theme: theme) }
            room = start - 2
        }
        canvas.draw(StyledLine(spans), at: Position(column: 1, row: 0), theme: theme, limit: room)
    }

    /// The verdicts under warnings where others claim a chain or carry the token too and where a ticket is urgent, as much as leaves room for the panes.
    private func verdictLines(in size: Size, _ glyphs: Glyphs) -> [StyledLine] {
        let others = page.warnings.count > 1 ? "; \(page.warnings.count - 1) more like it" : ""
        let warnings = page.warnings.prefix(1).map {
            StyledLine("\(glyphs.alert) \($0)\(others)", .warning)
        }
        let tickets = CustomerTickets(tickets: page.tickets).headline(
            context, columns: size.columns - 2, glyphs)
        return warnings + [tickets].compactMap { $0 } + verdictsOnly(in: size, glyphs)
    }

    private func verdictsOnly(in size: Size, _ glyphs: Glyphs) -> [StyledLine] {
        let texts = page.verdicts.map(verdictText)
        let columns = size.columns - 2
        guard !texts.isEmpty else {
            let next = StyledLine("  next     ", .dim) + StyledLine(NextStep.sentence(for: .noRecord))
            let known = StyledLine(
                "\(glyphs.bad) NO ACCESS: no purchase and no grant is known", "verdict.no")
            let answer = known.wrapped(to: columns, indent: 2)
            return size.rows < 10 ? answer : answer + next.wrapped(to: columns, indent: 11)
        }
        let room = size.rows < 10 ? 2 : size.rows / 2
        let whole = texts.flatMap { $0.lines(columns: columns, glyphs) }
        if whole.count <= room { return whole }
        let shorter = texts.flatMap { $0.shortLines(columns: columns, glyphs) }
        if shorter.count <= room { return shorter }
        let heads = texts.map { $0.headline(glyphs, columns: columns) }
        guard heads.count > room else { return heads }
        let more = StyledLine("  and \(heads.count - room + 1) more: see the pane Why", .dim)
        return heads.prefix(room - 1) + [more]
    }

    private func drawPane(in canvas: inout Canvas, _ theme: Theme) {
        let rows = rowsPerItem(in: canvas.bounds)
        let glyphs = canvas.glyphs
        let columns = canvas.size.columns - 4
        switch screen.pane {
        case .chains:
            screen.chains.draw(
                in: &canvas, theme: theme, rowsPerItem: rows, empty: "No chain is this customer's"
            ) {
                chainLines($0, columns: columns, rows: rows, glyphs)
            }
        case .tickets:
            let line = TicketColumns.ofCustomer(width: columns)
            let tickets = Dictionary(page.tickets.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            screen.tickets.draw(
                in: &canvas, theme: theme, rowsPerItem: rows,
                empty: "No purchase failed; O opens a ticket by hand"
            ) { id in tickets[id].map { [line.line($0, context, glyphs)] } ?? [] }
        case .grants:
            screen.grants.draw(
                in: &canvas, theme: theme, rowsPerItem: rows, empty: "Nothing was made good yet"
            ) {
                grantLines($0, glyphs)
            }
        case .timeline:
            // The oldest event is the one that may need its year.
            let width = max(12, page.events.first.map { time.moment($0.happenedAt).count } ?? 0)
            screen.events.draw(in: &canvas, theme: theme, rowsPerItem: rows, empty: "Nothing happened yet") {
                EventText(event: $0, time: time, momentWidth: width, at: page.at).lines(
                    rows: rows, columns: columns, glyphs)
            }
        case .notes: drawText(screen.notes, noteLines, in: &canvas, theme)
        case .why: drawText(screen.walk, walkLines(columns: columns, glyphs), in: &canvas, theme)
        }
    }

    private func drawText(_ view: ScrollView, _ lines: [StyledLine], in canvas: inout Canvas, _ theme: Theme)
    {
        var view = view
        view.lines = lines
        let room = Rectangle(column: 1, row: 0, columns: canvas.size.columns - 1, rows: canvas.size.rows)
        canvas.within(room) { view.draw(in: &$0, theme: theme) }
        // Screen readers follow the cursor: it stands where the text begins.
        canvas.placeCursor(at: Position(column: 1, row: 0))
    }
}
