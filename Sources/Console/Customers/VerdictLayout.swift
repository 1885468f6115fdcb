import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The lines above a customer's panes: what to do about the whole customer, warnings, then every verdict with why and what
/// to do next, what matters most first.
///
/// The panes shrink before a reason or an advice goes. Where there is not even room for that, verdicts give their
/// reasons up one by one, the least pressing first; going up to the verdicts scrolls through all of it.
struct VerdictLayout {
    /// The lines that are shown.
    let lines: [StyledLine]
    /// The shown line of the verdict that tells of what is owed; nil where nothing is, or it is scrolled away.
    let owedLine: Int?
    /// How many lines are scrolled away above.
    let offset: Int
    /// How many can be.
    let furthest: Int
    /// Whether something is not shown: a reason or an advice that gave way, or lines below.
    let hasMore: Bool

    /// The least room that panes are left: a frame and two lines, or without a frame their names and two lines.
    ///
    /// In a low terminal the panes wait behind their names for as long as the verdict has the focus.
    private static func leastPane(_ view: CustomerView, in size: Size) -> Int {
        size.rows >= 10 ? 4 : view.screen.isOnVerdict ? 1 : 3
    }

    /// The lines of a page below its head, in a body of a size.
    init(_ view: CustomerView, in body: Size, glyphs: Glyphs) {
        let size = view.columns(of: body).main
        let columns = size.columns - 2
        let advice = view.page.access.advice(at: view.page.at)
        let top = view.nextOfAll(advice, columns: columns)
        let above = top + view.warnings(advice, columns: columns, glyphs: glyphs)
        let room = max(2, size.rows - 1 - Self.leastPane(view, in: size))
        let blocks: [[StyledLine]]
        let whole: [[StyledLine]]
        if advice.verdicts.isEmpty {
            let answer = view.unlistedLines(columns: columns, glyphs: glyphs)
            let advised = above.isEmpty ? answer + view.next(advice, columns: columns) : answer
            blocks = [size.rows < 10 ? answer : advised]
            whole = [advised]
        } else {
            let texts = advice.verdicts.map { verdict in
                // What is said of the whole customer is not said again.
                view.verdictText(verdict, showsNext: top.isEmpty || advice.subject != .verdict(verdict))
            }
            blocks = Self.blocks(
                texts, columns: columns, comfortable: size.rows / 2, most: max(1, room - above.count),
                glyphs: glyphs)
            whole = texts.map { $0.shortLines(columns: columns, glyphs: glyphs) }
        }
        let isReduced = zip(blocks, whole).contains { $0.count < $1.count }
        let isCut = above.count + Self.rows(blocks) > room
        let isScrolled = isCut || (isReduced && view.screen.isOnVerdict)
        let chosen = isScrolled ? whole : blocks
        let all = above + chosen.flatMap { $0 }
        furthest = isScrolled ? max(0, all.count - room) : 0
        offset = min(view.screen.verdictOffset, furthest)
        lines = isScrolled ? Array(all.dropFirst(offset).prefix(room)) : all
        hasMore = isScrolled ? offset < furthest : isReduced
        if let owed = advice.verdicts.firstIndex(where: { !$0.owed.isEmpty }) {
            let line = above.count + Self.rows(Array(chosen.prefix(owed))) - offset
            owedLine = lines.indices.contains(line) ? line : nil
        } else {
            owedLine = nil
        }
    }

    /// Each verdict's lines: the whole walk, the deciding step, or the answer alone.
    private static func blocks(
        _ texts: [VerdictText], columns: Int, comfortable: Int, most: Int, glyphs: Glyphs
    ) -> [[StyledLine]] {
        let whole = texts.map { $0.lines(columns: columns, glyphs: glyphs) }
        if rows(whole) <= comfortable { return whole }
        var blocks = texts.map { [$0.headline(glyphs, columns: columns)] }
        for index in texts.indices {
            let forms = [
                texts[index].shortLines(columns: columns, glyphs: glyphs),
                texts[index].owedLines(columns: columns, glyphs: glyphs),
            ]
            let room = most - rows(blocks) + 1
            if let form = forms.first(where: { $0.count <= room }) { blocks[index] = form }
        }
        return blocks
    }

    private static func rows(_ blocks: [[StyledLine]]) -> Int { blocks.reduce(0) { $0 + $1.count } }
}

extension CustomerView {
    /// What to do about the whole customer, where more than one thing is told.
    func nextOfAll(_ advice: CustomerAdvice, columns: Int) -> [StyledLine] {
        switch advice.subject {
        case .verdict: advice.verdicts.count > 1 ? next(advice, columns: columns) : []
        case .owed: advice.verdicts.isEmpty ? [] : next(advice, columns: columns)
        case .usedUp: []
        }
    }

    /// What to do next about the whole customer; of another day it is said to be of then.
    func next(_ advice: CustomerAdvice, columns: Int) -> [StyledLine] {
        let step = time.reader.nextStep(
            of: advice, asOf: screen.asOf.instant, isUnchecked: page.restsOnUnchecked)
        return LabelledText.lines("next", StyledLine(step), columns: columns)
    }

    /// Where others claim a chain or carry the token too, and what is owed that no verdict tells because its product unlocks
    /// nothing.
    func warnings(_ advice: CustomerAdvice, columns: Int, glyphs: Glyphs) -> [StyledLine] {
        let others = page.warnings.count > 1 ? "; \(page.warnings.count - 1) more like it" : ""
        let disputes = page.warnings.prefix(1).map {
            StyledLine("\(glyphs.alert) \(time.reader.words(of: $0))\(others)", .warning)
        }
        let untold = page.access.untold(at: page.at)
        guard let first = untold.first, let ticket = page.tickets.first(where: { $0.id == first.ticket })
        else { return disputes }
        let text = TicketText(ticket: ticket, context: context)
        let more = untold.count > 1 ? " and \(untold.count - 1) more" : ""
        let head = StyledLine(
            "\(glyphs.alert) \(text.summary)\(more) \(glyphs.bullet) waits \(text.age) \(glyphs.bullet) T opens it",
            .warning)
        // What is said of the whole customer is not said again.
        let isSaid = advice.subject == .owed(first) && !advice.verdicts.isEmpty
        let step = time.reader.advised(
            time.reader.words(of: first.nextStep(at: page.at)), asOf: screen.asOf.instant)
        return disputes + head.wrapped(to: columns, indent: 2)
            + (isSaid ? [] : LabelledText.lines("next", StyledLine(step), columns: columns))
    }

    /// What was bought that no verdict tells because it unlocks nothing lasting; else that nothing is known.
    func unlistedLines(columns: Int, glyphs: Glyphs) -> [StyledLine] {
        let bought = page.access.usedUp(at: page.at)
        guard let newest = bought.first else {
            return StyledLine("\(glyphs.bad) NO ACCESS: no purchase and no grant is known", "verdict.no")
                .wrapped(to: columns, indent: 2)
        }
        let more = bought.count > 1 ? " and \(bought.count - 1) more" : ""
        let when = newest.at.map { " \(glyphs.bullet) \(time.moment($0))" } ?? ""
        let known = StyledLine("\(glyphs.bullet) NO LASTING ACCESS was bought", "verdict.no")
        return known.wrapped(to: columns, indent: 2)
            + LabelledText.lines(
                "because", StyledLine("\(time.reader.words(of: newest.fact))\(more)\(when)"), columns: columns
            )
    }
}
