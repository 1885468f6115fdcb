import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Draws a queue of tickets below the names of all three.
struct TicketsView {
    /// What is shown and selected.
    let screen: TicketsScreen
    /// Who looks, in which role, and when.
    let context: ConsoleContext

    /// The queues, the worst first.
    static let queues = ErrorGroup.allCases.sorted(by: >)

    /// How the tickets are laid out.
    func layout(in size: Size) -> RowLayout<Ticket> {
        let (rows, room) = (screen.list.rows, size.columns - 3)
        return RowLayout(
            rows, in: room,
            TicketColumns.ofQueue(rows, sortedBy: screen.sort, width: room, in: context))
    }

    /// Draws what there is beside tickets.
    func drawBelow(in canvas: inout Canvas, theme: Theme) {
        drawSilentLosses(in: &canvas, theme: theme)
        drawUnconfirmedDeliveries(in: &canvas, theme: theme)
    }

    /// The rows above the list: queues, the filter or the incident or blank where there is room, heads.
    private func headRows(_ size: Size) -> Int {
        2 + max(notes(in: size).count, size.rows >= 12 || !screen.query.isEmpty ? 1 : 0)
    }

    /// Where the tickets stand.
    func listRoom(in size: Size) -> Rectangle {
        let first = headRows(size)
        let below = (silentLosses(size) == nil ? 0 : 1) + (unconfirmedDeliveries(size) == nil ? 0 : 1)
        return Rectangle(column: 0, row: first, columns: size.columns, rows: size.rows - first - below)
    }

    /// The names of the queues.
    func queues(in size: Size) -> StyledLine {
        let titles = TicketsView.queues.map { queue in
            let count = context.ticketCounts.map { " \($0.count(of: queue))" } ?? ""
            return "\(queue.title)\(count)"
        }
        let selected = TicketsView.queues.firstIndex(of: screen.queue) ?? 0
        return PaneBar(titles: titles, selected: selected).names(size.columns - 2)
    }

    /// Which ticket of how many is selected.
    var caption: String {
        guard !screen.list.rows.isEmpty else { return "" }
        let standing = screen.list.standing(
            of: screen.query.isEmpty ? context.ticketCounts?.count(of: screen.queue).description : nil)
        return screen.marks.isEmpty ? standing : "\(screen.marks.caption), \(standing)"
    }

    /// The filter with which ticket is selected, else the incident where there is a line for it; for screen readers on as
    /// many lines as that needs.
    func notes(in size: Size) -> [StyledLine] {
        guard !screen.query.isEmpty else {
            let incident = size.rows >= 12 ? incidentLine : nil
            return incident.map { context.isPlain ? $0.wrapped(to: size.columns - 2) : [$0] } ?? []
        }
        let room = max(1, size.columns - 3 - DisplayText.columns(of: caption))
        var lines = context.isPlain ? filterLine.wrapped(to: room) : [filterLine]
        lines[0] = CellText.fitted(lines[0], to: room) + StyledLine(" \(caption)", .dim)
        return lines
    }

    private var filterLine: StyledLine {
        [
            TextSpan("Filter ", .fieldLabel), TextSpan(screen.query.words(.person(at: context.now)), .strong),
            TextSpan("  Esc \(screen.isPushed ? "goes back" : "clears it")", .dim),
        ]
    }

    private var incidentLine: StyledLine? {
        screen.incident.map {
            StyledLine("\(context.options.glyphs.alert) \(sentence(about: $0))", .warning)
        }
    }

    /// What is to be seen of it in its queue, and how.
    private func sentence(about incident: Incident) -> String {
        Reader.person(at: context.now).sentence(about: incident) + ": i shows them"
    }

    /// What is said where there are none.
    var emptyText: String {
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

    private func drawUnconfirmedDeliveries(in canvas: inout Canvas, theme: Theme) {
        guard let text = unconfirmedDeliveries(canvas.size) else { return }
        let above = silentLosses(canvas.size) == nil ? 1 : 2
        canvas.draw(
            text, at: Position(column: 1, row: canvas.size.rows - above), theme: theme, .dim,
            limit: canvas.size.columns - 2)
    }

    /// That the App Store's record of some deliveries is missing; nil when it is of none, or where there is no room.
    private func unconfirmedDeliveries(_ size: Size) -> String? {
        guard let count = context.unconfirmedDeliveries, count.counted > 0, size.rows >= 12 else {
            return nil
        }
        return "Unconfirmed deliveries: \(count); b lists them"
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
