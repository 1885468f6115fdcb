package import TerminalCore

/// Numbers over time as columns of their own height: one row high, or several where there is room.
///
/// It begins at zero, so that heights can be compared. Nothing is drawn as a dot in the lowest row, and whatever is more
/// than nothing rises above it; a number below zero has a sign of its own. Where there are more numbers than columns,
/// neighbours share a column and are added.
package struct Sparkline: Hashable, Sendable {
    /// The numbers, the oldest first.
    package let values: [Int64]

    package init(_ values: [Int64]) { self.values = values }

    /// The greatest number, and its place; of several the last one. Nil where there is none above zero.
    package var peak: (index: Int, value: Int64)? {
        let found = values.indices.max { (values[$0], $0) < (values[$1], $1) }
        return found.flatMap { values[$0] > 0 ? ($0, values[$0]) : nil }
    }

    /// How many columns it takes of so many: each number gets as many as all can have, at most `widest`.
    package func columns(in room: Int, widest: Int = 1) -> Int {
        guard values.count <= room, !values.isEmpty else { return max(0, min(room, values.count)) }
        return values.count * max(1, min(widest, room / values.count))
    }

    /// The rows, the highest first, in the columns that ``columns(in:widest:)`` says.
    package func lines(columns room: Int, rows: Int = 1, widest: Int = 1, glyphs: Glyphs) -> [StyledLine] {
        let columns = columns(in: room, widest: widest)
        guard columns > 0, rows > 0 else { return [] }
        let shown = heights(columns)
        let greatest = shown.max() ?? 0
        let signs = glyphs == .ascii ? Sparkline.asciiLevels : Sparkline.levels
        let levels = signs.count * rows
        return (0..<rows).map { row in
            let below = (rows - 1 - row) * signs.count
            var spans: [TextSpan] = []
            for value in shown {
                let isLowest = row == rows - 1
                let level = value > 0 ? max(1, Int((value / greatest * Double(levels)).rounded())) : 0
                let sign =
                    switch min(signs.count, level - below) {
                    case 1...: signs[min(signs.count, level - below) - 1]
                    case _ where isLowest && value < 0: glyphs == .ascii ? "v" : "▾"
                    case _ where isLowest: glyphs == .ascii ? " " : glyphs.bullet
                    default: " "
                    }
                let scope: StyleName = level > 0 ? .chartLine : value < 0 ? .warning : .dim
                if let last = spans.last, last.scope == scope {
                    spans[spans.count - 1].text += sign
                } else {
                    spans.append(TextSpan(sign, scope))
                }
            }
            return StyledLine(spans)
        }
    }

    /// The column in which a number stands, among so many.
    package func column(of index: Int, columns: Int) -> Int {
        guard !values.isEmpty else { return 0 }
        return columns >= values.count ? index * (columns / values.count) : index * columns / values.count
    }

    /// What each column shows: a number, repeated where it has several, or the sum of neighbours.
    private func heights(_ columns: Int) -> [Double] {
        if columns >= values.count {
            let each = columns / values.count
            return values.flatMap { Array(repeating: Double($0), count: each) }
        }
        var sums = Array(repeating: 0.0, count: columns)
        for (index, value) in values.enumerated() { sums[index * columns / values.count] += Double(value) }
        return sums
    }

    private static let levels = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let asciiLevels = [".", ":", "-", "=", "+", "*", "#"]
}
