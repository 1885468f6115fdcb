package import TerminalCore

/// A horizontal bar: how much of a width some numbers take, beside each other and to an eighth of a column.
///
/// Every part has a sign of its own, so that a bar reads without colour; where only ASCII is drawn it counts whole
/// columns. The numbers belong beside it, as in a ``BarTable``: a bar compares, it does not say.
package struct Bar: Hashable, Sendable {
    /// A part of a bar.
    package struct Part: Hashable, Sendable {
        /// The number that it stands for; what is below zero is drawn as nothing.
        package let value: Int64
        /// How it is drawn.
        package let fill: Fill

        package init(_ value: Int64, _ fill: Fill) { (self.value, self.fill) = (value, fill) }
    }

    /// How a part is drawn, the heaviest first.
    package enum Fill: Hashable, Sendable {
        /// What matters: a solid bar.
        case solid
        /// What was done about it.
        case done
        case rest

        /// What it is called in themes.
        package var scope: StyleName {
            switch self {
            case .solid: .barSolid
            case .done: .barDone
            case .rest: .barRest
            }
        }

        /// The sign of a whole column.
        package func sign(_ glyphs: Glyphs) -> String {
            switch self {
            case .solid: glyphs.full
            case .done: glyphs.medium
            case .rest: glyphs.empty
            }
        }
    }

    /// The parts from left to right.
    package let parts: [Part]
    /// The number that fills the whole width.
    package let whole: Int64

    /// A bar of parts, in a width that stands for `whole`.
    package init(_ parts: [Part], of whole: Int64) { (self.parts, self.whole) = (parts, whole) }

    /// A bar of one number.
    package init(_ value: Int64, of whole: Int64) { self.init([Part(value, .solid)], of: whole) }

    /// The bar in exactly so many columns, filled with blanks.
    ///
    /// Whatever is more than nothing is seen, if only as the thinnest line.
    package func line(columns: Int, glyphs: Glyphs) -> StyledLine {
        guard columns > 0 else { return StyledLine() }
        let isFine = glyphs != .ascii
        let steps = columns * (isFine ? Bar.eighths.count : 1)
        var (spans, used, sum) = ([TextSpan](), 0, 0.0)
        for part in parts where part.value > 0 && whole > 0 {
            sum = min(Double(steps), sum + Double(part.value) / Double(whole) * Double(steps))
            // Only a solid bar that nothing follows can end within a column.
            let endsWithin = isFine && part.fill == .solid && part == parts.last { $0.value > 0 }
            let unit = isFine && !endsWithin ? Bar.eighths.count : 1
            let end = min(steps, max(used + unit, Int((sum / Double(unit)).rounded()) * unit))
            guard end > used else { continue }
            let (columns, left) = isFine ? ((end - used) / 8, (end - used) % 8) : (end - used, 0)
            let text = String(repeating: part.fill.sign(glyphs), count: columns)
            spans.append(TextSpan(text + (left > 0 ? Bar.eighths[left] : ""), part.fill.scope))
            used = end
        }
        let drawn = isFine ? (used + 7) / 8 : used
        return StyledLine(spans + [TextSpan(String(repeating: " ", count: columns - drawn))])
    }

    /// Nothing and the seven parts of a column.
    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}

/// Rows that are compared: a name, numbers, a share and a bar, in columns that hold for all of them.
package struct BarTable: Hashable, Sendable {
    /// A row.
    package struct Row: Hashable, Sendable {
        /// What it is about.
        package let label: StyledLine
        /// The numbers beside it, each ending where its column ends.
        package let numbers: [StyledLine]
        /// The bar; nil where it cannot be compared.
        package let bar: Bar?

        package init(_ label: StyledLine, _ numbers: [StyledLine], bar: Bar?) {
            (self.label, self.numbers, self.bar) = (label, numbers, bar)
        }
    }

    private static let gap = 2
    /// Below this a bar compares nothing, and above that it says no more.
    private static let (leastBar, mostBar) = (6, 60)
    private static let leastLabel = 8

    /// The widths: of the label, of the numbers, and of the bar; what has no room has none.
    private let label: Int
    private let numbers: [Int]
    private let bar: Int

    /// Columns for rows in a width; the label gives way first, then the bar, then the last numbers.
    ///
    /// - Parameters:
    ///   - rows: what is measured.
    ///   - label: the head of the first column.
    ///   - heads: the heads of the numbers' columns.
    ///   - columns: the width of it all.
    package init(_ rows: [Row], label head: String = "", heads: [String] = [], in columns: Int) {
        let count = max(heads.count, rows.map(\.numbers.count).max() ?? 0)
        var widths = (0..<count).map { index in
            let head = index < heads.count ? DisplayText.columns(of: heads[index]) : 0
            return max(head, rows.map { $0.numbers.count > index ? $0.numbers[index].columns : 0 }.max() ?? 0)
        }
        let named = max(BarTable.leastLabel, DisplayText.columns(of: head))
        let widest = max(named, rows.map(\.label.columns).max() ?? 0)
        while !widths.isEmpty, BarTable.room(widths) + BarTable.leastLabel > columns { widths.removeLast() }
        let rest = columns - BarTable.room(widths)
        let least = BarTable.leastBar + BarTable.gap
        // A label keeps 20 columns before there is a bar; beside one it grows no further than half of the room.
        let hasBar = rows.contains { $0.bar != nil } && rest - min(widest, 20) >= least
        label = max(0, min(widest, hasBar ? max(20, rest - max(least, rest / 2)) : rest))
        bar = hasBar ? min(BarTable.mostBar, rest - label - BarTable.gap) : 0
        numbers = widths
    }

    private static func room(_ widths: [Int]) -> Int { widths.reduce(0) { $0 + $1 + gap } }

    /// The heads of the columns.
    package func heads(_ label: String, _ heads: [String]) -> StyledLine {
        line(
            StyledLine(label, .columnHeader), heads.map { StyledLine($0, .columnHeader) },
            bar: StyledLine())
    }

    /// A row as it is drawn.
    package func line(_ row: Row, glyphs: Glyphs) -> StyledLine {
        line(
            row.label, row.numbers,
            bar: bar > 0 ? row.bar?.line(columns: bar, glyphs: glyphs) ?? StyledLine() : StyledLine())
    }

    private func line(_ label: StyledLine, _ numbers: [StyledLine], bar: StyledLine) -> StyledLine {
        let gap = StyledLine(String(repeating: " ", count: BarTable.gap))
        var line = CellText.fitted(label, to: self.label)
        for (index, width) in self.numbers.enumerated() {
            let text = index < numbers.count ? numbers[index] : StyledLine()
            let blanks = String(repeating: " ", count: max(0, width - text.columns))
            line = line + gap + StyledLine(blanks) + CellText.fitted(text, to: min(width, text.columns))
        }
        return self.bar > 0 ? line + gap + bar : line
    }
}
