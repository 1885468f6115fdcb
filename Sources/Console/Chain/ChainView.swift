import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Draws a chain's page.
struct ChainView {
    /// What is selected and scrolled.
    let screen: ChainScreen
    let page: ChainPage
    /// Who looks, in which role, and when.
    let context: ConsoleContext

    private var time: TimeText { context.time }
    private var text: ChainText { ChainText(page: page, time: time) }

    func draw(in canvas: inout Canvas, theme: Theme) {
        let size = canvas.size
        let banner = screen.asOf.banner(time)
        let end = banner.map { canvas.drawTrailing($0, row: 0, theme: theme) } ?? size.columns
        canvas.draw(headLine(canvas.glyphs), at: Position(column: 1, row: 0), theme: theme, limit: end - 2)
        let lines = bodyLines(size, glyphs: canvas.glyphs)
        _ = canvas.draw(lines, from: 1, until: size.rows, theme: theme)
        let outer = Rectangle(size: size).below(1 + lines.count)
        let bar = PaneBar(
            titles: ChainPane.allCases.map { $0.title(page) }, selected: screen.pane.rawValue,
            detail: detail(columns: PaneBar.detailColumns(in: outer), glyphs: canvas.glyphs))
        let room = bar.draw(in: &canvas, outer, theme: theme, isPlain: context.isPlain)
        canvas.within(room) { drawPane(in: &$0, theme: theme) }
    }

    /// The room inside the panes' frame, for a body of a size.
    func paneRoom(in size: Size) -> Rectangle {
        let lines = bodyLines(size, glyphs: context.options.glyphs)
        return PaneBar.inside(Rectangle(size: size).below(1 + lines.count), isPlain: context.isPlain)
    }

    /// How many rows a transaction has.
    func rowsPerItem(in room: Rectangle) -> Int { transactions(in: room).rowsPerItem }

    private func transactions(in room: Rectangle) -> RowLayout<TransactionID> {
        let rows = rowsPerTransaction(in: room)
        let isTight = rows == 1 && room.columns < 60
        let (columns, glyphs) = (TransactionColumns(page, time: time), context.options.glyphs)
        let text = { (id: TransactionID) in
            page.transaction(id).map {
                TransactionText(transaction: $0, page: page, time: time, columns: columns)
            }
        }
        return RowLayout(
            screen.transactions.ids, columns: room.columns - 4, isPlain: context.isPlain, rowsPerItem: rows,
            cells: { id in text(id).map { $0.lines(rows: 2, glyphs: glyphs) } ?? [] },
            lines: { id in
                let lines = text(id).map {
                    isTight ? [$0.shortLine(glyphs)] : $0.lines(rows: rows, glyphs: glyphs)
                }
                return (lines ?? []).marked(by: screen.search)
            })
    }

    /// The layout of the notifications' rows.
    func notifications(in room: Rectangle) -> RowLayout<StoreNotification> {
        let (rows, glyphs) = (NotificationText.rows(in: room), context.options.glyphs)
        let lines = { (notification: StoreNotification) in
            NotificationText(
                notification: notification, evidence: page.evidence.of(notification), time: time
            ).lines(rows: context.isPlain ? 2 : rows, glyphs: glyphs).marked(by: screen.search)
        }
        return RowLayout(
            screen.notifications.ids, columns: room.columns - 4, isPlain: context.isPlain, rowsPerItem: rows,
            cells: lines, lines: lines)
    }

    private func rowsPerTransaction(in room: Rectangle) -> Int {
        guard room.rows >= 4 else { return 1 }
        let columns = TransactionColumns(page, time: time)
        // Only the newest are measured: a list of two heights would jump while scrolling.
        let fit = page.chain.transactions.suffix(100).allSatisfy { transaction in
            let text = TransactionText(transaction: transaction, page: page, time: time, columns: columns)
            return text.lines(rows: 1, glyphs: .unicode).allSatisfy {
                $0.columns <= room.columns - 4
            }
        }
        return fit ? 1 : 2
    }

    private func headLine(_ glyphs: Glyphs) -> StyledLine {
        let owner = page.owner.map { owner in
            [owner.values.name?.text, owner.id.rawValue]
                .compactMap { $0 }.joined(separator: " ")
        }
        let bullet = " \(glyphs.bullet) "
        let environment = page.chain.id.environment
        return [
            TextSpan(page.chain.id.original.rawValue, .strong), TextSpan(bullet, .dim),
            TextSpan(page.chain.productID?.rawValue ?? "no transaction"), TextSpan(bullet, .dim),
            owner.map { TextSpan($0) } ?? TextSpan("no customer: a attaches it", .warning),
            TextSpan(bullet, .dim),
            TextSpan(environment.rawValue, environment == .production ? nil : .warning),
        ]
    }

    /// Status, strip and what else stands above the panes, as much as leaves room for them.
    private func bodyLines(_ size: Size, glyphs: Glyphs) -> [StyledLine] {
        let columns = size.columns - 2
        var status: StyledLine = [StatusText.span(page.status, glyphs: glyphs)]
        if let date = text.statusDate { status = status + [TextSpan(" \(date)")] }
        if size.rows < 12, !page.warnings.isEmpty {
            let word = page.dispute == nil ? "see Claims" : "disputed"
            status = status + [TextSpan("  \(glyphs.alert) \(word)", .warning)]
        }
        if !page.isServed { status = status + [TextSpan("  gives no access here", .warning)] }
        let renewed = status + [TextSpan("  \(Reader.renewed(page.renewals))", .dim)]
        if page.renewals > 0, renewed.columns <= columns { status = renewed }
        var lines = [status]
        let strip = CoverageStrip(page.coverage, at: page.at)
        if let strip, !context.isPlain {
            lines += stripLines(strip, columns: columns, rows: size.rows, glyphs: glyphs)
        }
        guard size.rows >= 12 else { return lines }
        for warning in page.warnings {
            lines += StyledLine("\(glyphs.alert) \(time.reader.words(of: warning))", .warning).wrapped(
                to: columns, indent: 2)
        }
        for sentence in [text.renewal] + [text.commitment].compactMap({ $0 }) {
            lines += StyledLine(sentence).wrapped(to: columns, indent: 2)
        }
        if page.asked.waiting != nil, let asked = AskedLines(rows: page.asked, time: time).newest {
            lines += StyledLine(asked, .dim).wrapped(to: columns, indent: 2)
        }
        if size.rows >= 30 { lines += facts.flatMap { $0.wrapped(to: columns, indent: 2) } }
        return lines
    }

    private func stripLines(_ strip: CoverageStrip, columns: Int, rows: Int, glyphs: Glyphs)
        -> [StyledLine]
    {
        let line = strip.line(columns: columns, glyphs: glyphs)
        guard rows >= 12 else { return [line] }
        let axis = StyledLine(
            CoverageAxis(strip: strip, time: time, asOf: screen.asOf.instant).text(columns: columns), .dim)
        return [axis, line, strip.legend(glyphs)]
    }

    private var facts: [StyledLine] {
        ([text.commission] + text.lapses + [text.knowledge] + [text.orders].compactMap { $0 }).map {
            StyledLine($0)
        }
    }

    private func drawPane(in canvas: inout Canvas, theme: Theme) {
        switch screen.pane {
        case .transactions: drawTransactions(in: &canvas, theme: theme)
        case .notifications: drawNotifications(in: &canvas, theme: theme)
        case .facts, .claims:
            let lines = textLines(columns: canvas.size.columns - 3, glyphs: canvas.glyphs)
            canvas.draw(lines.marked(by: screen.search), in: screen.text, theme: theme)
        }
    }

    private func drawNotifications(in canvas: inout Canvas, theme: Theme) {
        screen.notifications.draw(
            notifications(in: canvas.bounds), in: &canvas, theme: theme,
            empty: "No notification about it was received")
    }

    /// What the selected transaction rests on; a notification says it in its own line.
    private func detail(columns: Int, glyphs: Glyphs) -> StyledLine? {
        guard screen.pane == .transactions else { return nil }
        return screen.selectedTransaction.flatMap {
            EvidenceDetail(time: time, glyphs: glyphs, columns: columns).line(of: $0, page.evidence)
        }
    }

    private func drawTransactions(in canvas: inout Canvas, theme: Theme) {
        screen.transactions.draw(
            transactions(in: canvas.bounds), in: &canvas, theme: theme,
            empty: "No transaction of this chain is known")
    }

    /// What the shown pane says, entry by entry or line by line; of a transaction its id too, which one row has no room for.
    var searchTexts: [String] {
        let glyphs = context.options.glyphs
        let whole = { (lines: [StyledLine]) in lines.map(\.text).joined(separator: " ") }
        switch screen.pane {
        case .transactions:
            let columns = TransactionColumns(page, time: time)
            return screen.transactions.ids.map { id in
                let text = page.transaction(id).map {
                    TransactionText(transaction: $0, page: page, time: time, columns: columns)
                }
                return text.map { whole($0.lines(rows: 2, glyphs: glyphs)) } ?? ""
            }
        case .notifications:
            return screen.notifications.ids.map { notification in
                let evidence = page.evidence.of(notification)
                let text = NotificationText(notification: notification, evidence: evidence, time: time)
                return whole(text.lines(rows: 2, glyphs: glyphs))
            }
        case .facts, .claims: return screen.text.lines.map(\.text)
        }
    }

    /// The lines of a pane that is text.
    func textLines(columns: Int, glyphs: Glyphs) -> [StyledLine] {
        let lines =
            switch screen.pane {
            case .transactions, .notifications: [StyledLine]()
            case .facts:
                renewal + facts + coverageLines(glyphs)
                    + AskedLines(rows: page.asked, time: time).section
                    + RefundLines(tasks: page.refunds, time: time).section + selectedLines(glyphs)
            case .claims: ClaimText(page: page, time: time).lines(glyphs)
            }
        return lines.flatMap { $0.wrapped(to: columns, indent: 2) }
    }

    /// What comes next, what told the newest of it, and the commitment.
    private var renewal: [StyledLine] {
        var lines = [StyledLine(text.renewal)]
        if let evidence = page.evidence.ofRenewal(of: page.chain) {
            lines.append(StyledLine("  told by \(EvidenceText(evidence: evidence).words)", .dim))
        }
        if let commitment = text.commitment { lines.append(StyledLine(commitment)) }
        return lines
    }

    private func coverageLines(_ glyphs: Glyphs) -> [StyledLine] {
        let sentences = CoverageStrip(page.coverage, at: page.at)?.sentences(time) ?? []
        return [StyledLine(""), StyledLine("Coverage", .title)] + sentences.map { StyledLine($0) }
    }

    private func selectedLines(_ glyphs: Glyphs) -> [StyledLine] {
        let columns = TransactionColumns(page, time: time)
        let sentences = page.chain.transactions.reversed().map {
            TransactionText(transaction: $0, page: page, time: time, columns: columns).sentence(glyphs)
        }
        return [StyledLine(""), StyledLine("Ids", .title)] + sentences.map { StyledLine($0, .dim) }
    }
}
