import Purchases
import TerminalCore
import Widgets

/// Says a verdict: the answer in one plain line, then the walk that led there and what to do next.
struct VerdictText {
    /// The verdict.
    let verdict: EntitlementAccess
    /// How moments are said.
    let time: TimeText

    private static let labelWidth = 11

    /// The answer in one line.
    func headline(_ glyphs: Glyphs) -> StyledLine {
        let name = verdict.entitlement.rawValue
        if verdict.isEntitled {
            let end = verdict.until.map { "until \(time.moment($0))" } ?? "without end"
            return [TextSpan("\(glyphs.good) ACCESS to \(name) \(end)", "verdict.yes")]
        }
        let since = verdict.since.map { " since \(time.moment($0))" } ?? ""
        return [TextSpan("\(glyphs.bad) NO ACCESS to \(name)\(since)", "verdict.no")]
    }

    /// The answer, every step of the walk and the next step, no wider than `columns`.
    func lines(columns: Int, _ glyphs: Glyphs) -> [StyledLine] {
        let steps = verdict.because.enumerated().flatMap { index, reason in
            labelled(index == 0 ? "because" : "", step(reason, glyphs), columns)
        }
        let known =
            verdict.knownAt.map { labelled("known", [TextSpan(time.moment($0), .dim)], columns) } ?? []
        return headline(glyphs).folded(to: columns, indent: 2) + steps
            + labelled("next", [TextSpan(verdict.nextStep)], columns) + known
    }

    /// The answer, the deciding step and the next step.
    func shortLines(columns: Int, _ glyphs: Glyphs) -> [StyledLine] {
        let step = verdict.because.prefix(1).flatMap { labelled("because", self.step($0, glyphs), columns) }
        return headline(glyphs).folded(to: columns, indent: 2) + step
            + labelled("next", [TextSpan(verdict.nextStep)], columns)
    }

    /// Everything that gives, gave or will give the entitlement.
    func sourceLines(columns: Int, _ glyphs: Glyphs) -> [StyledLine] {
        verdict.sources.enumerated().flatMap { index, source -> [StyledLine] in
            let sign = source.holds ? glyphs.good : glyphs.bad
            let span = source.span.map { span in
                let end = span.until.map { "to \(time.moment($0))" } ?? "without end"
                return "\(time.moment(span.from)) \(end)"
            }
            let status = source.status.split(separator: "_").joined(separator: " ")
            let parts = [
                "\(sign) \(source.origin.kind) \(source.origin.id)", status, span,
                source.environment?.rawValue,
            ]
            let text = parts.compactMap { $0 }.joined(separator: " \(glyphs.bullet) ")
            return labelled(index == 0 ? "sources" : "", [TextSpan(text, .dim)], columns)
        }
    }

    private func step(_ reason: Reason, _ glyphs: Glyphs) -> StyledLine {
        let rule = reason.rule.rawValue.split(separator: "_").joined(separator: " ")
        let at = reason.at.map { " \(glyphs.bullet) \(time.moment($0))" } ?? ""
        return [TextSpan("\(rule): ", .strong), TextSpan(time.humanized(reason.fact)), TextSpan(at, .dim)]
    }

    private func labelled(_ label: String, _ line: StyledLine, _ columns: Int) -> [StyledLine] {
        let indent = columns < 60 ? 2 : VerdictText.labelWidth
        let prefix = columns < 60 ? label.prefix(0).description : label
        let gap = String(repeating: " ", count: indent - 2 - min(indent - 2, prefix.count))
        return (StyledLine([TextSpan("  \(prefix)\(gap)", .dim)]) + line).folded(to: columns, indent: indent)
    }
}
