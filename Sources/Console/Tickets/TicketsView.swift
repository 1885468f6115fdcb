import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Draws a queue of tickets below the names of all three.
struct TicketsView {
    /// What is shown and selected.
    let screen: TicketsScreen
    /// What may be known.
    let context: ConsoleContext

    /// The queues, the worst first.
    static let queues = ErrorGroup.allCases.sorted(by: >)

    /// How many tickets are visible between heads and silent losses.
    func visibleRows(in size: Size) -> Int { max(1, listRoom(in: size).rows) }

    /// Draws everything.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let size = canvas.size
        let columns = TicketColumns.ofQueue(
            screen.list.rows, sortedBy: screen.sort, width: size.columns - 3, in: context)
        drawQueues(in: &canvas, theme: theme)
        drawFilter(in: &canvas, theme: theme)
        let glyphs = canvas.glyphs
        screen.list.draw(
            in: &canvas, listRoom(in: size), theme: theme, heads: columns.heads, empty: emptyText,
            marks: screen.marks.ids
        ) { [columns.line($0, glyphs: glyphs)].marked(by: screen.search) }
        drawSilentLosses(in: &canvas, theme: theme)
        drawWordDeliveries(in: &canvas, theme: theme)
    }

    /// The rows above the list: queues, a line for the filter or blank where there is room, heads.
    private func headRows(_ size: Size) -> Int { size.rows >= 12 || !screen.query.isEmpty ? 3 : 2 }

    private func listRoom(in size: Size) -> Rectangle {
        let first = headRows(size)
        let below = (silentLosses(size) == nil ? 0 : 1) + (wordDeliveries(size) == nil ? 0 : 1)
        return Rectangle(column: 0, row: first, columns: size.columns, rows: size.rows - first - below)
    }

    private func drawQueues(in canvas: inout Canvas, theme: Theme) {
        let titles = TicketsView.queues.map { queue in
            let count = context.ticketCounts.map { " \($0.count(of: queue))" } ?? ""
            return "\(queue.title)\(count)"
        }
        let selected = TicketsView.queues.firstIndex(of: screen.queue) ?? 0
        let bar = PaneBar(titles: titles, selected: selected)
        _ = bar.draw(in: &canvas, canvas.bounds, theme: theme, isPlain: true)
        guard canvas.size.columns >= 90 || !screen.query.isEmpty || !screen.marks.isEmpty else { return }
        let row = screen.query.isEmpty ? 0 : 1
        canvas.within(Rectangle(column: 0, row: row, columns: canvas.size.columns - 1, rows: 1)) {
            _ = $0.drawTrailing(StyledLine(caption, .dim), row: 0, theme: theme)
        }
    }

    /// Which ticket of how many is selected.
    private var caption: String {
        guard !screen.list.rows.isEmpty else { return "" }
        let standing = screen.list.standing(
            of: screen.query.isEmpty ? context.ticketCounts?.count(of: screen.queue).description : nil)
        return screen.marks.isEmpty ? standing : "\(screen.marks.caption), \(standing)"
    }

    /// The filter, else the incident where there is a line for it.
    private func drawFilter(in canvas: inout Canvas, theme: Theme) {
        guard !screen.query.isEmpty else { return drawIncident(in: &canvas, theme: theme) }
        let line: StyledLine = [
            TextSpan("Filter ", .fieldLabel), TextSpan(screen.query.words(.person(at: context.now)), .strong),
            TextSpan("  Esc \(screen.isPushed ? "goes back" : "clears it")", .dim),
        ]
        let room = canvas.size.columns - 3 - DisplayText.columns(of: caption)
        canvas.draw(line, at: Position(column: 1, row: 1), theme: theme, limit: room)
    }

    private func drawIncident(in canvas: inout Canvas, theme: Theme) {
        guard let incident = screen.incident, headRows(canvas.size) == 3 else { return }
        canvas.draw(
            "\(canvas.glyphs.alert) \(sentence(about: incident))", at: Position(column: 1, row: 1),
            theme: theme, .warning, limit: canvas.size.columns - 2)
    }

    /// What is to be seen of it in its queue, and how.
    private func sentence(about incident: Incident) -> String {
        Reader.person(at: context.now).sentence(about: incident) + ": i shows them"
    }

    private var emptyText: String {
        guard screen.query.isEmpty else { return "No ticket of this queue passes the filter" }
        return switch screen.queue {
        case .lossOfFunds where hasSilentLosses: "No ticket waits here"
        case .lossOfFunds where isNobodyReporting, .undelivered where isNobodyReporting: Self.nobodyReports
        case .lossOfFunds: "Nothing is lost: every charge was delivered, made good or given back"
        case .undelivered: "Nobody waits: every paid purchase was delivered"
        case .notCharged: "No payment failed"
        }
    }

    /// Whether charges are lost of which there is no ticket.
    private var hasSilentLosses: Bool { (context.silentLosses?.count.counted ?? 0) > 0 }

    /// Whether no app has sent a purchase report yet, so that an empty queue promises nothing.
    private var isNobodyReporting: Bool { context.silentLosses?.isAnythingReported == false }

    private static let nobodyReports =
        "No app reports yet: without purchase reports nobody can tell which charges were delivered"

    private func drawSilentLosses(in canvas: inout Canvas, theme: Theme) {
        guard let text = silentLosses(canvas.size) else { return }
        canvas.draw(
            "\(canvas.glyphs.alert) \(text)", at: Position(column: 1, row: canvas.size.rows - 1),
            theme: theme, .warning, limit: canvas.size.columns - 2)
    }

    private func drawWordDeliveries(in canvas: inout Canvas, theme: Theme) {
        guard let text = wordDeliveries(canvas.size) else { return }
        let above = silentLosses(canvas.size) == nil ? 1 : 2
        canvas.draw(
            text, at: Position(column: 1, row: canvas.size.rows - above), theme: theme, .dim,
            limit: canvas.size.columns - 2)
    }

    /// That the App Store's record of some deliveries is missing; nil when it is of none, or where there is no room.
    private func wordDeliveries(_ size: Size) -> String? {
        guard let count = context.wordDeliveries, count.counted > 0, size.rows >= 12 else { return nil }
        return "Delivered by the app's word alone: \(count); b lists them"
    }

    /// The losses that nobody reported; nil when there are none.
    private func silentLosses(_ size: Size) -> String? {
        guard let losses = context.silentLosses?.count, losses.counted > 0 else { return nil }
        let charges = Counting.of(losses, "charge")
        return size.columns < 60
            ? "Silent losses: \(charges); S"
            : "Silent losses: \(charges) that no app reported as delivered; S lists them"
    }
}
