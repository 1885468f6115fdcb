import Purchases

/// The labels above a strip: years, quarters or months, whichever fit; for short strips the two ends.
struct CoverageAxis {
    /// The strip.
    let strip: CoverageStrip
    /// How moments are said.
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

    private func place(_ label: Label, in line: inout [Character]) {
        let end = label.column + label.text.count
        guard label.column >= 0, end <= line.count else { return }
        let before = max(0, label.column - 1)
        guard line[before..<min(line.count, end + 1)].allSatisfy({ $0 == " " }) else { return }
        line.replaceSubrange(label.column..<end, with: label.text)
    }
}
