import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The pane beside a list: what it is about, and what was read of that.
///
/// It is read after the key that moved the cursor was handled and drawn; a newer cursor overtakes it.
struct BesidePane: Sendable {
    let subject: Beside
    /// What was read; nil until the answer comes.
    var page: BesidePage?
    /// Whether the store could not tell.
    var hasFailed = false

    /// The narrowest screen with a pane, and the least that the list beside it keeps: its columns all fit.
    private static let (narrowest, leastList) = (140, 92)
    /// The widest pane: longer lines are not read with ease.
    private static let widest = 76

    /// The pane's columns, the line between it and its list among them; 0 where the screen is too narrow.
    static func columns(in width: Int) -> Int {
        guard width >= narrowest else { return 0 }
        return min(widest, width - max(leastList, width * 62 / 100))
    }

    /// Draws the line between list and pane, and what is known.
    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        for row in 0..<canvas.size.rows {
            canvas.draw(canvas.glyphs.vertical, at: Position(column: 0, row: row), theme: theme, .border)
        }
        let room = Rectangle(column: 2, row: 0, columns: canvas.size.columns - 2, rows: canvas.size.rows)
        canvas.within(room) { part in
            let size = Size(columns: part.size.columns - 1, rows: part.size.rows)
            let text = BesideText(pane: self, context: context, size: size, glyphs: part.glyphs)
            _ = part.draw(text.lines, from: 0, until: part.size.rows, theme: theme, column: 0)
        }
    }
}

/// What the pane says.
struct BesideText {
    let pane: BesidePane
    /// Who looks, in which role, and when.
    let context: ConsoleContext
    /// The room.
    let size: Size
    let glyphs: Glyphs

    private var time: TimeText { context.time }

    /// Everything that fits.
    var lines: [StyledLine] {
        switch (pane.subject, pane.page) {
        case (.nothing, _): []
        case (.entry(let entry), _):
            AuditEntryScreen(entry).lines(context).flatMap { $0.wrapped(to: size.columns, indent: 9) }
        case _ where pane.hasFailed: [StyledLine("It could not be read: R tries again", .warning)]
        case (_, .customer(let page?)): customer(page)
        case (_, .chain(let page?)): chain(page)
        case (_, .ticket(let page?)): ticket(page)
        case (_, nil): [StyledLine("Reading", .dim)]
        case (_, .some): [StyledLine("It is gone", .dim)]
        }
    }

    /// Who it is, what holds or is owed and why, then what there is to look at.
    private func customer(_ page: CustomerPage) -> [StyledLine] {
        let parts = page.customer.parts
        let who: [StyledLine] = parts.prefix(1).map { StyledLine($0, .strong) }
        let about = StyledLine(parts.dropFirst().joined(separator: " \(glyphs.bullet) "), .dim)
        let head = who.flatMap { $0.wrapped(to: size.columns) } + about.wrapped(to: size.columns, indent: 2)
        let counts = [
            Counting.of(page.chains.count, "chain"), Counting.of(page.tickets.count, "ticket"),
            Counting.of(page.grants.count, "grant"), Counting.of(page.notes.count, "note"),
        ]
        let foot = StyledLine(counts.joined(separator: " \(glyphs.bullet) "), .dim)
        let chains = page.chains.prefix(4).flatMap { chain in
            ChainText(page: chain, time: time).summary(glyphs, columns: size.columns).wrapped(
                to: size.columns, indent: 2)
        }
        let verdicts = verdicts(page, rows: size.rows - head.count - 4)
        return head + [""] + verdicts + (chains.isEmpty ? [] : [""] + chains) + ["", foot]
    }

    /// Each verdict whole, else with its deciding step; what matters most first.
    private func verdicts(_ page: CustomerPage, rows: Int) -> [StyledLine] {
        let ranked = page.access.advice(at: page.at).verdicts
        guard !ranked.isEmpty else {
            let bought = page.access.usedUp(at: page.at)
            let words = bought.first.map { time.reader.words(of: $0.fact) }
            return StyledLine(words ?? "No purchase and no grant is known", .dim)
                .wrapped(to: size.columns, indent: 2)
        }
        let texts = ranked.map {
            VerdictText(verdict: $0, time: time, isUnchecked: page.restsOnUnchecked($0))
        }
        let whole = texts.map { $0.lines(columns: size.columns, glyphs: glyphs) }
        let blocks =
            whole.reduce(0) { $0 + $1.count + 1 } <= rows
            ? whole : texts.map { $0.shortLines(columns: size.columns, glyphs: glyphs) }
        return Array(blocks.joined(separator: [StyledLine()]))
    }

    private func chain(_ page: ChainPage) -> [StyledLine] {
        let text = ChainText(page: page, time: time)
        let head = StyledLine(page.chain.id.original.rawValue, .strong)
        return [head, "", text.summary(glyphs, columns: size.columns)]
            + [text.renewal, text.commitment, text.knowledge].compactMap { $0 }.flatMap {
                StyledLine($0).wrapped(to: size.columns, indent: 2)
            }
    }

    /// What it is, whose, and the explanation as its page gives it.
    private func ticket(_ page: TicketPage) -> [StyledLine] {
        let text = TicketText(ticket: page.ticket, context: context)
        let who = page.customer.map { $0.parts.joined(separator: " \(glyphs.bullet) ") }
        let product = page.ticket.product.map { StyledLine($0.rawValue, .dim) }
        let head =
            text.head(glyphs, columns: max(60, size.columns)).wrapped(to: size.columns, indent: 2)
            + (who.map { StyledLine($0).wrapped(to: size.columns, indent: 2) } ?? [])
            + [product].compactMap { $0 } + [""]
        let summary = TicketSummary(page: page, context: context)
        return head + summary.lines(columns: size.columns, rows: size.rows - head.count, glyphs: glyphs)
    }
}
