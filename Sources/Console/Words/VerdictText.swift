import Purchases
import TerminalCore
import Widgets
import Wording

/// Says a verdict: the answer in one plain line, then the walk that led there and what to do next.
struct VerdictText {
    let verdict: EntitlementAccess
    let time: TimeText
    /// Whether it rests on what nothing vouches for.
    var isUnchecked = false
    /// The moment that is looked at, where it is not the present one: what is advised is of then.
    var asOf: Instant?
    /// Whether what to do next is said with it, and not once above.
    var showsNext = true

    /// The answer in one line.
    func headline(_ glyphs: Glyphs) -> StyledLine {
        let text = time.reader.headline(of: verdict)
        return verdict.isEntitled
            ? [TextSpan("\(glyphs.good) \(text)", "verdict.yes")] + doubt
            : [TextSpan("\(glyphs.bad) \(text)", "verdict.no")] + doubt
    }

    /// The answer in a line of that width, without the time of day where there is no room for it.
    func headline(_ glyphs: Glyphs, columns: Int) -> StyledLine {
        let whole = headline(glyphs)
        guard whole.columns > columns else { return whole }
        let text = time.reader.shortHeadline(of: verdict)
        let answer =
            verdict.isEntitled
            ? TextSpan("\(glyphs.good) \(text)", "verdict.yes")
            : TextSpan("\(glyphs.bad) \(text)", "verdict.no")
        return StyledLine([answer] + (isUnchecked ? [TextSpan(" ?", .dim)] : []))
    }

    /// The verdict for somebody who was not there: the answer, why, and what to do next.
    var sentence: String {
        let answer = Reader.program.headline(of: verdict)
        let because = verdict.because.first.map { ", because \(Reader.program.words(of: $0.fact))" } ?? ""
        return "\(answer)\(because)\(isUnchecked ? " (unchecked)" : ""). \(nextStep)"
    }

    private var nextStep: String {
        time.reader.advised(time.reader.nextStep(of: verdict, isUnchecked: isUnchecked), asOf: asOf)
    }

    private func next(columns: Int) -> [StyledLine] {
        showsNext ? labelled("next", [TextSpan(nextStep)], columns: columns) : []
    }

    /// What stands behind the answer when nothing vouches for a part of its evidence.
    private var doubt: StyledLine { isUnchecked ? [TextSpan("  unchecked", .dim)] : [] }

    /// The answer, the steps of the walk that matter or all of them, and the next step, no wider than `columns`.
    func lines(columns: Int, glyphs: Glyphs, isWhole: Bool = false) -> [StyledLine] {
        let reservation = StyledLine(
            Reader.doubt, .dim)
        let steps = (isWhole ? verdict.because : verdict.mattering).enumerated().flatMap { index, reason in
            labelled(index == 0 ? "because" : "", step(reason, glyphs: glyphs), columns: columns)
        }
        let known =
            verdict.knownAt.map {
                labelled(
                    "known", [TextSpan("latest news from Apple \(time.moment($0))", .dim)], columns: columns)
            } ?? []
        return headline(glyphs).wrapped(to: columns, indent: 2) + steps
            + next(columns: columns) + known
            + (isUnchecked ? labelled("evidence", reservation, columns: columns) : [])
    }

    /// The answer, the deciding step and the next step; what fails to renew is told beside it, since the advice rests on it.
    func shortLines(columns: Int, glyphs: Glyphs) -> [StyledLine] {
        let failing = verdict.because.dropFirst().filter {
            [.billingRetry, .gracePeriod].contains($0.rule)
        }
        let steps = (verdict.because.prefix(1) + failing).enumerated().flatMap { index, reason in
            labelled(index == 0 ? "because" : "", step(reason, glyphs: glyphs), columns: columns)
        }
        return headline(glyphs).wrapped(to: columns, indent: 2) + steps + next(columns: columns)
    }

    /// The answer and what is owed, where there is no room for what to do next; the answer alone where nothing is.
    func owedLines(columns: Int, glyphs: Glyphs) -> [StyledLine] {
        let owed = verdict.owed.prefix(1).flatMap {
            step($0.reason, glyphs: glyphs).wrapped(to: columns, indent: 2)
        }
        return [headline(glyphs, columns: columns)] + owed
    }

    /// Everything that gives, gave or will give the entitlement.
    func sourceLines(columns: Int, glyphs: Glyphs) -> [StyledLine] {
        verdict.sources.enumerated().flatMap { index, source -> [StyledLine] in
            let sign = source.holds ? glyphs.good : glyphs.bad
            let span = source.span.map { span in
                let end = span.until.map { "to \(time.moment($0))" } ?? "without end"
                return "\(time.moment(span.from)) \(end)"
            }
            let status = CodeText.words(source.status)
            let parts = [
                "\(sign) \(source.origin.kind) \(source.origin.id)", status, span,
                source.environment?.rawValue,
            ]
            let text = parts.compactMap { $0 }.joined(separator: " \(glyphs.bullet) ")
            return labelled(index == 0 ? "sources" : "", [TextSpan(text, .dim)], columns: columns)
        }
    }

    /// A step of the walk: what is owed stands out, and says its time itself.
    private func step(_ reason: Reason, glyphs: Glyphs) -> StyledLine {
        if reason.rule == .lossOfFunds || reason.rule == .undelivered {
            return [TextSpan("\(glyphs.alert) \(time.reader.words(of: reason.fact))", .warning)]
        }
        let at = reason.at.map { " \(glyphs.bullet)\u{A0}\(time.moment($0))" } ?? ""
        return [
            TextSpan("\(reason.rule.title): ", .strong), TextSpan(time.reader.words(of: reason.fact)),
            TextSpan(at, .dim),
        ]
    }

    private func labelled(_ label: String, _ line: StyledLine, columns: Int) -> [StyledLine] {
        LabelledText.lines(label, line, columns: columns)
    }
}
