import Persistence
import Purchases
import TerminalCore
import Widgets

extension CustomerView {
    /// The axis that the strips of all chains share, drawn once above them; nil where no strip is drawn below it.
    func axisLine(columns: Int, in room: Rectangle) -> StyledLine? {
        guard screen.pane == .chains, !context.isPlain, room.rows >= 4, columns >= 50, let axis else {
            return nil
        }
        let strips = page.chains.lazy.compactMap { CoverageStrip($0.coverage, on: axis, at: page.at) }
        return strips.first.map { strip in
            let axis = CoverageAxis(strip: strip, time: time, asOf: screen.asOf.instant)
            return StyledLine(axis.text(columns: columns), .dim)
        }
    }

    /// The stretch of time on which all chains of the customer are drawn.
    private var axis: Span? { CoverageStrip.axis(of: page.chains.map(\.coverage), at: page.at) }

    /// A chain: what it is, and its coverage to scale, on the axis of all.
    func chainLines(_ key: ChainKey, columns: Int, rows: Int, _ glyphs: Glyphs) -> [StyledLine] {
        let found = page.chains.first { $0.chain.id == key.id && $0.chain.environment == key.environment }
        guard let chain = found else { return [] }
        let text = ChainText(page: chain, time: time)
        let head =
            StyledLine([TextSpan("\(key.id.rawValue)  ", .strong)])
            + text.summary(glyphs, columns: columns - 20)
        guard rows > 1, let axis, let strip = CoverageStrip(chain.coverage, on: axis, at: page.at) else {
            return [head]
        }
        if context.isPlain {
            let words = strip.sentences(time).suffix(2).joined(separator: "; ")
            return [head, StyledLine(words, .dim)]
        }
        return [head, strip.line(columns: columns, glyphs)]
    }

    /// A grant: what it gives, and who gave it why.
    func grantLines(_ id: GrantID, _ glyphs: Glyphs) -> [StyledLine] {
        guard let grant = page.grants.first(where: { $0.id == id }) else { return [] }
        let end = grant.endsAt.map { "to \(time.moment($0))" } ?? "without end"
        let head: StyledLine = [
            StatusText.span(grant.state(at: page.at), glyphs), TextSpan("  \(grant.entitlement)  ", .strong),
            TextSpan("\(time.moment(grant.startsAt)) \(end)"),
        ]
        let taken = grant.revokedAt.map { "taken back \(time.moment($0))" }
        let about = [
            "by \(grant.grantedBy) on \(time.moment(grant.grantedAt))", grant.reason,
            grant.reference.map { "case \($0)" }, taken, grant.note,
        ]
        let text = about.compactMap { $0 }.joined(separator: " \(glyphs.bullet) ")
        return [head, StyledLine("  \(text)", .dim)]
    }

    /// The notes, newest first.
    var noteLines: [StyledLine] { NoteText(notes: page.notes, time: time).lines }

    /// How a verdict is said, with the reservation it deserves.
    func verdictText(_ verdict: EntitlementAccess) -> VerdictText {
        VerdictText(verdict: verdict, time: time, isUnchecked: page.restsOnUnchecked(verdict))
    }

    /// Every verdict with its whole walk.
    func walkLines(columns: Int, _ glyphs: Glyphs) -> [StyledLine] {
        let verdicts = page.verdicts.map(verdictText)
        guard !verdicts.isEmpty else {
            return ["No purchase and no grant is known: there is nothing to explain"]
        }
        return verdicts.flatMap {
            $0.lines(columns: columns, glyphs) + $0.sourceLines(columns: columns, glyphs) + [""]
        }
    }
}
