import Purchases
import TerminalCore
import Widgets
import Wording

/// A chain's coverage drawn to scale: one sign per column, an axis of years or months, and a legend.
struct CoverageStrip {
    /// The pieces, in order.
    let pieces: [Coverage.Piece]
    /// The stretch of time that the strip shows.
    let span: Span
    /// The moment of looking.
    let at: Instant

    /// A strip of one chain, on an axis of its own.
    init?(_ coverage: Coverage, at: Instant) {
        guard let span = CoverageStrip.axis(of: [coverage], at: at) else { return nil }
        self.init(coverage, on: span, at: at)
    }

    /// A strip on an axis that it shares with others; nil when there is nothing to draw.
    init?(_ coverage: Coverage, on axis: Span, at: Instant) {
        guard !coverage.pieces.isEmpty else { return nil }
        (pieces, span, self.at) = (coverage.pieces, axis, at)
    }

    /// The axis on which chains can be compared: from the first purchase to the last known end, or to the moment of looking
    /// when that is later. Where everything ended so long before that the strips would shrink to nothing, it ends a
    /// little after the last end.
    static func axis(of coverages: [Coverage], at: Instant) -> Span? {
        let pieces = coverages.flatMap(\.pieces)
        guard let first = pieces.map(\.span.from).min() else { return nil }
        // What has no end is shown a little beyond the present, so that it is seen to go on.
        let last = pieces.map { $0.span.until ?? max(at, $0.span.from) + .days(30) }.max() ?? at
        let (covered, since) = ((last - first).count, (at - last).count)
        let margin = TimeLength(max(covered / 8, TimeLength.days(7).count))
        // Long ago: since the last end more than three times what the strips cover has passed.
        let isLongAgo = since > 3 * max(covered, margin.count)
        return Span(from: first, until: isLongAgo ? last + margin : max(last, at))
    }

    /// The strip: in every column the kind that takes most of it.
    func line(columns: Int, glyphs: Glyphs) -> StyledLine {
        let kinds = (0..<max(1, columns)).map { kind(column: $0, of: columns) }
        var spans: [TextSpan] = []
        for kind in kinds {
            let sign = kind.map { $0.sign(glyphs) } ?? " "
            let scope = kind?.scope ?? .text
            if let last = spans.last, last.scope == scope {
                spans[spans.count - 1].text += sign
            } else {
                spans.append(TextSpan(sign, scope))
            }
        }
        return StyledLine(spans)
    }

    /// The kinds that the strip shows with their signs, the strongest first.
    func legend(_ glyphs: Glyphs) -> StyledLine {
        let kinds = Set(pieces.map(\.kind)).sorted(by: >)
        let parts = kinds.flatMap { kind in
            [TextSpan(kind.sign(glyphs), kind.scope), TextSpan(" \(kind.word)   ", .dim)]
        }
        return StyledLine(parts)
    }

    /// The strip in words, for screen readers.
    func sentences(_ time: TimeText) -> [String] {
        pieces.map { piece in
            let end = piece.span.until.map { "to \(time.moment($0))" } ?? "without end"
            return "\(piece.kind.word) from \(time.moment(piece.span.from)) \(end)"
        }
    }

    private func kind(column: Int, of columns: Int) -> Coverage.Kind? {
        let slice = Span(from: moment(column, of: columns), until: moment(column + 1, of: columns))
        guard let slice else { return nil }
        var lengths: [Coverage.Kind: Int64] = [:]
        for piece in pieces {
            if let length = piece.span.intersection(slice)?.length {
                lengths[piece.kind, default: 0] += length.count
            }
        }
        return lengths.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }

    /// The moment at which a column begins.
    func moment(_ column: Int, of columns: Int) -> Instant {
        let length = span.length ?? .zero
        return span.from + TimeLength(length.count / Int64(max(1, columns)) * Int64(column))
    }

    /// The column in which a moment lies.
    func column(of instant: Instant, columns: Int) -> Int {
        let step = max(1, (span.length ?? .zero).count / Int64(max(1, columns)))
        return Int((instant - span.from).count / step)
    }
}

/// The labels above a strip: years, quarters or months, whichever fit; for short strips the two ends.
struct CoverageAxis {
    let strip: CoverageStrip
    let time: TimeText
    /// The day that the page looks at, where that is not the present.
    var asOf: Instant?

    private struct Label {
        let column: Int
        let text: String
    }

    /// The axis as text of the strip's width; labels never touch.
    func text(columns: Int) -> String {
        let isShort = (strip.span.length ?? .zero) < .days(45)
        var line = Array(repeating: Character(" "), count: max(0, columns))
        for label in present(columns) + (isShort ? ends(columns) : months(columns)) {
            place(label, in: &line)
        }
        return String(line)
    }

    /// Where the moment of looking is, when the strip goes on beyond it.
    private func present(_ columns: Int) -> [Label] {
        guard let end = strip.span.until, strip.span.from < strip.at, strip.at < end else { return [] }
        let text = asOf.map(time.day) ?? "now"
        let column = min(strip.column(of: strip.at, columns: columns), columns - text.count)
        return [Label(column: column, text: text)]
    }

    private func ends(_ columns: Int) -> [Label] {
        let end = time.moment(strip.span.until ?? strip.at)
        return [
            Label(column: 0, text: time.moment(strip.span.from)),
            Label(column: columns - end.count, text: end),
        ]
    }

    /// Labels at the smallest step of months that leaves each at least six columns.
    private func months(_ columns: Int) -> [Label] {
        let days = max(1, (strip.span.length ?? .zero).wholeDays)
        let step = [1, 2, 3, 6, 12, 24, 60].first { $0 * 30 * columns / days >= 6 } ?? 120
        let start = TimeText.civil(strip.span.from)
        var labels = [Label(column: 0, text: String(start.year))]
        let first = (start.month - 1) / step * step
        var month = CivilDate(year: start.year, month: min(12, first + 1), day: 1)
        for _ in 0..<200 {
            guard let next = month?.adding(months: step) else { break }
            month = next
            let instant = Instant(milliseconds: Int64(next.daysSince1970) * TimeLength.days(1).count)
            let column = strip.column(of: instant, columns: columns)
            guard column < columns else { break }
            let text = next.month == 1 ? String(next.year) : TimeText.month(next.month)
            labels.append(Label(column: column, text: text))
        }
        return labels
    }

    /// Writes a label where a blank stays free on both sides, else not at all.
    private func place(_ label: Label, in line: inout [Character]) {
        let end = label.column + label.text.count
        guard label.column >= 0, end <= line.count else { return }
        let before = max(0, label.column - 1)
        guard line[before..<min(line.count, end + 1)].allSatisfy({ $0 == " " }) else { return }
        line.replaceSubrange(label.column..<end, with: label.text)
    }
}

extension Coverage.Kind {
    /// The sign of one column of a strip: every kind has its own, so that a strip reads without colour.
    func sign(_ glyphs: Glyphs) -> String {
        let isASCII = glyphs == .ascii
        return switch self {
        case .lost: isASCII ? "L" : "╳"
        case .paid: isASCII ? "=" : "▓"
        case .trial: isASCII ? "-" : "▒"
        case .intro: isASCII ? ":" : "░"
        case .grace: "~"
        case .granted: "+"
        case .bridged: "^"
        case .revoked: isASCII ? "x" : "✗"
        case .billingRetry: "!"
        case .gap: isASCII ? "." : "·"
        }
    }

    /// The word that the legend and plain text use.
    var word: String {
        switch self {
        case .lost: "paid, not delivered"
        case .paid: "paid"
        case .trial: "trial"
        case .intro: "introductory"
        case .grace: "grace"
        case .granted: "granted"
        case .bridged: "bridged"
        case .revoked: "taken back"
        case .billingRetry: "billing retry"
        case .gap: "gap"
        }
    }

    /// What the kind is called in themes.
    var scope: StyleName {
        switch self {
        case .billingRetry: "coverage.retry"
        default: StyleName("coverage.\(rawValue)")
        }
    }
}
