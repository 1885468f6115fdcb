import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Draws a whole screenful: the lines around the body, the screen in front and what lies over it.
struct ConsoleFrame {
    /// What to draw.
    let state: ConsoleState
    let theme: Theme

    private var context: ConsoleContext { state.context }

    /// Draws everything; in a terminal that is too small, one sentence.
    func draw(in canvas: inout Canvas) {
        canvas.fill(style: theme.style(.text))
        guard !TooSmall.applies(to: canvas.size) else {
            TooSmall.draw(in: &canvas, theme: theme)
            return
        }
        let layout = FrameLayout(size: canvas.size)
        canvas.within(layout.top) { drawTop(in: &$0) }
        canvas.within(layout.tabs) { drawTabs(in: &$0) }
        if layout.hasRule, !context.isPlain {
            canvas.within(layout.rule) { $0.drawRule(row: 0, theme: theme) }
        }
        canvas.within(layout.footer) { Footer(state.keyMap).draw(in: &$0, theme: theme) }
        canvas.within(layout.body) { body in
            drawFront(in: &body)
            if let overlay = state.overlay {
                body.hideCursor()
                overlay.draw(in: &body, theme: theme)
            }
        }
        drawMessage(in: &canvas, of: layout)
    }

    /// What happened last, on two lines where one is too short, and beside its end how long what was given can be
    /// taken back.
    private func drawMessage(in canvas: inout Canvas, of layout: FrameLayout) {
        let message = shownMessage
        guard message != nil || offer != nil else { return }
        let columns = canvas.size.columns
        let lines = message?.lines(columns: columns - 1, glyphs: canvas.glyphs) ?? []
        var end = offerLine(columns: columns)
        // What is left of the last row for the message.
        let room = { end.columns == 0 ? columns - 1 : columns - end.columns - 2 }
        let needsTwo = lines.count > 1 || (lines.first?.columns ?? 0) > room()
        if lines.count > FrameLayout.messageRows || lines.count > 1 && lines[1].columns > room() {
            end = [wholeKey, TextSpan(" whole ", .keyLabel)] + end
        }
        if needsTwo, layout.hasMessageRow {
            canvas.within(layout.raisedFooter) { row in
                row.fill(style: theme.style(.text))
                Footer(state.keyMap).draw(in: &row, theme: theme)
            }
        }
        canvas.within(layout.message(rows: needsTwo ? FrameLayout.messageRows : 1)) { part in
            part.fill(style: theme.style(.text))
            part.drawTrailing(end, row: part.size.rows - 1, theme: theme)
            message?.draw(in: &part, theme: theme, last: room())
        }
    }

    /// How to take back what was given; empty where nothing can be.
    private func offerLine(columns: Int) -> StyledLine {
        let key = isTyping ? Key.function(4) : "u"
        return offer.map { $0.line(key: key.label, at: context.now, columns: columns) } ?? StyledLine()
    }

    /// The key that shows a message whole that is cut.
    private var wholeKey: TextSpan { TextSpan((isTyping ? Key.function(12) : "!").label, .key) }

    private var isTyping: Bool { state.front?.screen.isTyping == true }

    /// What can be taken back now; nil where a question or a menu takes the keys.
    private var offer: CancelOffer? {
        state.overlay == nil ? context.cancellable.last?.standing(at: context.now) : nil
    }

    /// The screen in front, and beside it what its cursor stands on where there is width.
    private func drawFront(in body: inout Canvas) {
        if let closure = state.closure { return closure.draw(in: &body, theme: theme, at: context.now) }
        guard let screen = state.front?.screen else { return }
        let (size, columns) = (body.size, state.paneColumns(beside: screen))
        let known = state.context(of: screen)
        let left = Rectangle(column: 0, row: 0, columns: size.columns - columns, rows: size.rows)
        body.within(left) { screen.draw(in: &$0, theme: theme, context: known) }
        guard columns > 0, let pane = state.pane else { return }
        let right = Rectangle(column: left.columns, row: 0, columns: columns, rows: size.rows)
        body.within(right) { pane.draw(in: &$0, theme: theme, context: context) }
    }

    /// What is to be said: news first, else that a write waits.
    private var shownMessage: MessageLine? {
        if let message = state.message { return message }
        return state.writesUnderWay > 0 ? MessageLine(.note, "Writing; you can go on") : nil
    }

    /// The first line: store, agent and clock. Where room is short, banners, the clock and the server's sign stay; the
    /// alarms take the place of the names, and the agent and the environments go first.
    private func drawTop(in line: inout Canvas) {
        line.fill(style: theme.style(.header))
        let sign = context.server.flatMap {
            ServerSign(standing: $0, now: context.now).line(columns: line.size.columns, glyphs: line.glyphs)
        }
        let clock =
            (sign.map { $0 + StyledLine("  ") } ?? "") + StyledLine("\(TimeText.clock(context.now)) UTC ")
        let end = line.drawTrailing(clock, row: 0, theme: theme, over: .header)
        var left = StyledLine([TextSpan(" makegood", .strong)])
        left = left + StyledLine("  \(context.options.storeName)")
        var room = end - 2
        let alarms = waitingAlarms(line.glyphs)
        if let banner {
            let columns = banner.columns
            if left.columns + (alarms?.columns ?? 0) + columns + 2 < end {
                line.draw(
                    banner, at: Position(column: end - columns - 2, row: 0), theme: theme, over: .header)
                room = end - columns - 3
            } else {
                left = [TextSpan(" makegood ", .strong)]
                // What waits is worth more than the product's name.
                if let alarms, alarms.columns + columns < end { left = alarms }
                // And so is what is wrong with the server.
                if left.columns + 1 + columns > end { left = StyledLine() }
                line.draw(banner, at: Position(column: left.columns + 1, row: 0), theme: theme, over: .header)
                room = left.columns
            }
        } else if let alarms, left.columns + alarms.columns > room {
            left = [TextSpan(" makegood", .strong)]
        }
        if let alarms, left != alarms, left.columns + alarms.columns <= room { left = left + alarms }
        let who = StyledLine(" \(line.glyphs.bullet) \(context.agent) (\(context.role.rawValue))")
        let served = servedElsewhere.map { StyledLine([TextSpan("  serves \($0)", .warning)]) }
        for part in [who, served].compactMap({ $0 }) where left.columns + part.columns <= room {
            left = left + part
        }
        line.draw(left, at: .zero, theme: theme, over: .header, limit: room)
    }

    /// What is unusual about the store or the console: for practice, read-only, something amiss with the file.
    private var banner: StyledLine? {
        var spans: [TextSpan] = []
        if context.options.isPractice { spans.append(TextSpan(" PRACTICE ", .practiceBanner)) }
        if context.options.isReadOnly { spans.append(TextSpan(" READ-ONLY ", .readOnlyBanner)) }
        if let notice = context.options.notice { spans.append(TextSpan(" \(notice.sign) ", .readOnlyBanner)) }
        return spans.isEmpty ? nil : StyledLine(spans)
    }

    /// The alarms that wait because a try to deliver one failed, or because nobody here may, before everything that can
    /// be looked up elsewhere.
    private func waitingAlarms(_ glyphs: Glyphs) -> StyledLine? {
        guard let alarms = context.ticketCounts?.alarms, alarms.waiting.counted > 0 else { return nil }
        let other = alarms.account.flatMap { $0 == context.agent ? nil : $0 }
        guard alarms.worst != nil || alarms.hindrance != nil || other != nil else { return nil }
        let whom =
            alarms.hindrance == nil ? other.map { " for \($0)" } ?? "" : ", and nobody is called"
        let words = Counting.of(alarms.waiting, "alarm waits", "alarms wait") + whom
        return StyledLine([TextSpan("  \(glyphs.alert) \(words)", .warning)])
    }

    /// The environments that give access, when they are not the usual one.
    private var servedElsewhere: String? {
        let environments = context.options.environments
        guard environments != [.production] else { return nil }
        return environments.isEmpty ? "nothing" : environments.map(\.rawValue).joined(separator: ", ")
    }

    private func drawTabs(in line: inout Canvas) {
        let keys = state.keyMap
        let tabs = Tabs(
            ConsoleTab.allCases.map {
                Tabs.Item(
                    $0.rawValue, $0.rawValue, digit: $0.digit, badge: badge($0),
                    keyLabel: keys.command($0.command)?.keys.first?.label)
            },
            selectedID: state.tab.rawValue)
        let titles = state.stack.map { $0.screen.title(context) }
        let way = Breadcrumbs(titles)
        // Where there is no room for both, the name of this place is worth more than those of other tabs.
        let least =
            context.isPlain
            ? min(way.columns(line.glyphs) + 3, line.size.columns)
            : line.size.columns < 60
                ? line.size.columns / 3 : min(way.least(line.glyphs) + 3, line.size.columns / 2)
        let kept = titles.count > 1 ? least : 0
        let room = Rectangle(column: 0, row: 0, columns: line.size.columns - kept, rows: 1)
        let used = line.within(room) { tabs.draw(in: &$0, theme: theme) }
        // The bottom screen is named by its tab already.
        guard titles.count > 1, line.size.columns - used > 6 else { return }
        let rest = Rectangle(column: used + 2, row: 0, columns: line.size.columns - used - 3, rows: 1)
        line.within(rest) { way.draw(in: &$0, theme: theme) }
    }

    /// How many tickets wait to be worked on, and how many requests to be decided.
    private func badge(_ tab: ConsoleTab) -> String {
        switch tab {
        case .tickets: context.ticketCounts?.toWork.description ?? ""
        case .approvals: context.openRequests.flatMap { $0.counted == 0 ? nil : $0.description } ?? ""
        case .customers, .review, .audit: ""
        }
    }
}

/// Where the parts of the frame stand; small terminals give their rows to the body.
struct FrameLayout: Hashable, Sendable {
    /// The whole screen.
    let size: Size

    /// Whether a rule stands below the tabs.
    var hasRule: Bool { size.rows >= 14 }
    /// Whether keys and message have a row each; else the message takes the place of the keys.
    var hasMessageRow: Bool { size.rows >= 14 }

    /// The row of product, store and clock.
    var top: Rectangle { row(0) }
    /// The row of tabs and breadcrumbs.
    var tabs: Rectangle { row(1) }
    /// The row of the rule.
    var rule: Rectangle { row(2) }
    /// The room for the screen.
    var body: Rectangle {
        let first = hasRule ? 3 : 2
        return Rectangle(
            column: 0, row: first, columns: size.columns,
            rows: size.rows - first - (hasMessageRow ? 2 : 1))
    }
    /// The row of keys.
    var footer: Rectangle { row(size.rows - (hasMessageRow ? 2 : 1)) }
    /// Where the row of keys stands above a message of two rows.
    var raisedFooter: Rectangle { row(size.rows - 1 - FrameLayout.messageRows) }
    /// How many rows a message takes at the most.
    static let messageRows = 2

    /// The rows of a message: the last ones, over the keys where both have one row alone.
    func message(rows: Int) -> Rectangle {
        let rows = min(max(1, rows), FrameLayout.messageRows)
        return Rectangle(column: 0, row: size.rows - rows, columns: size.columns, rows: rows)
    }

    private func row(_ index: Int) -> Rectangle {
        Rectangle(column: 0, row: index, columns: size.columns, rows: 1)
    }
}
