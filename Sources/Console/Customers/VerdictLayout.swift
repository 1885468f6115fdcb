import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The lines above a customer's panes: warnings, then every verdict with why and what to do next.
///
/// The panes shrink before a reason or an advice goes. Where there is not even room for that, verdicts give their
/// reasons up one by one, those first of which nothing is owed and access holds.
struct VerdictLayout {
    /// The lines.
    let lines: [StyledLine]
    /// The line of the verdict that tells of what is owed; nil where nothing is.
    let owedLine: Int?

    /// The least room that panes are left: a frame and two lines, or without a frame their names and two lines.
    ///
    /// In a low terminal the panes wait behind their names for as long as the verdict has the focus.
    private static func leastPane(_ view: CustomerView, in size: Size) -> Int {
        size.rows >= 10 ? 4 : view.screen.isOnVerdict ? 1 : 3
    }

    /// The lines of a page below its head, in a body of a size.
    init(_ view: CustomerView, in size: Size, glyphs: Glyphs) {
        let columns = size.columns - 2
        let above = view.warnings(columns: columns, glyphs: glyphs)
        let verdicts = view.page.verdicts
        guard !verdicts.isEmpty else {
            (lines, owedLine) = (
                above + view.withoutVerdict(in: size, isAdvised: !above.isEmpty, glyphs: glyphs), nil
            )
            return
        }
        let texts = verdicts.map(view.verdictText)
        let most = max(1, size.rows - 1 - above.count - Self.leastPane(view, in: size))
        let blocks = Self.blocks(
            texts, columns: columns, comfortable: size.rows / 2, most: most, glyphs: glyphs)
        let below = blocks.flatMap { $0 }
        let room = size.rows < 10 ? max(2, most) : most
        let fitting = below.count <= room ? below : Self.cut(below, to: room)
        lines = above + fitting
        let owed = verdicts.firstIndex { !$0.owed.isEmpty }
        let line = owed.map { above.count + Self.rows(Array(blocks.prefix($0))) }
        owedLine = line.flatMap { $0 < above.count + fitting.count ? $0 : nil }
    }

    /// Each verdict's lines: the whole walk, the deciding step, or the answer alone.
    private static func blocks(
        _ texts: [VerdictText], columns: Int, comfortable: Int, most: Int, glyphs: Glyphs
    ) -> [[StyledLine]] {
        let whole = texts.map { $0.lines(columns: columns, glyphs: glyphs) }
        if rows(whole) <= comfortable { return whole }
        var blocks = texts.map { [$0.headline(glyphs, columns: columns)] }
        // Who is owed something comes first, then who has no access.
        let order = texts.indices.sorted { left, right in
            let ranks = (rank(texts[left].verdict), rank(texts[right].verdict))
            return ranks.0 != ranks.1 ? ranks.0 < ranks.1 : left < right
        }
        for index in order {
            let forms = [
                texts[index].shortLines(columns: columns, glyphs: glyphs),
                texts[index].owedLines(columns: columns, glyphs: glyphs),
            ]
            let room = most - rows(blocks) + 1
            if let form = forms.first(where: { $0.count <= room }) { blocks[index] = form }
        }
        return blocks
    }

    private static func rank(_ verdict: EntitlementAccess) -> Int {
        if !verdict.owed.isEmpty { return 0 }
        return verdict.isEntitled ? 2 : 1
    }

    private static func rows(_ blocks: [[StyledLine]]) -> Int { blocks.reduce(0) { $0 + $1.count } }

    private static func cut(_ lines: [StyledLine], to most: Int) -> [StyledLine] {
        let more = StyledLine("  and \(lines.count - most + 1) more: see the pane Why", .dim)
        return lines.prefix(most - 1) + [more]
    }
}

extension CustomerView {
    /// Where others claim a chain or carry the token too, and what is owed that no verdict tells because its product unlocks nothing.
    func warnings(columns: Int, glyphs: Glyphs) -> [StyledLine] {
        let others = page.warnings.count > 1 ? "; \(page.warnings.count - 1) more like it" : ""
        let disputes = page.warnings.prefix(1).map {
            StyledLine("\(glyphs.alert) \(time.reader.words(of: $0))\(others)", .warning)
        }
        let untold = page.owed.filter(\.entitlements.isEmpty)
        guard let first = untold.first, let ticket = page.tickets.first(where: { $0.id == first.ticket })
        else { return disputes }
        let text = TicketText(ticket: ticket, context: context)
        let more = untold.count > 1 ? " and \(untold.count - 1) more" : ""
        let head = StyledLine(
            "\(glyphs.alert) \(text.summary)\(more) \(glyphs.bullet) waits \(text.age) \(glyphs.bullet) T opens it",
            .warning)
        return disputes + head.wrapped(to: columns, indent: 2)
            + LabelledText.lines("next", StyledLine(time.reader.words(of: first.nextStep)), columns: columns)
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

    /// What is said of a customer for whom no entitlement is known.
    func withoutVerdict(in size: Size, isAdvised: Bool, glyphs: Glyphs) -> [StyledLine] {
        let columns = size.columns - 2
        let next = LabelledText.lines(
            "next", StyledLine(time.reader.words(of: page.access.nextStep(at: page.at))), columns: columns)
        let answer = unlistedLines(columns: columns, glyphs: glyphs)
        return size.rows < 10 || isAdvised ? answer : answer + next
    }
}
