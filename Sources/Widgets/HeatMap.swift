package import TerminalCore

/// How much falls on each hour of a day, as shades from nothing to the most; what a shade means is said in numbers.
package struct HeatMap: Hashable, Sendable {
    /// How many columns a row has: the hours of a day.
    package static let hours = 24

    /// The greatest number that is shown.
    package let greatest: Int64
    /// From which number on a shade is used, the lightest first; fewer where the numbers are few.
    package let steps: [Int64]

    /// A map whose greatest number this is.
    package init(greatest: Int64) {
        self.greatest = greatest
        let count = Int64(HeatMap.shades.count)
        steps =
            greatest <= 0
            ? []
            : (0..<count).map {
                $0 == 0 ? 1 : max(1, (greatest / count) * $0 + (greatest % count) * $0 / count + 1)
            }
            .reduce(into: [Int64]()) { if $1 > $0.last ?? 0, $1 <= greatest { $0.append($1) } }
    }

    /// How many columns an hour has where so many are left for all of them; 0 where there is no room.
    package static func hourColumns(in room: Int) -> Int { min(3, room / hours) }

    /// One row: a shade for each hour.
    package func line(_ values: [Int64], hourColumns: Int, glyphs: Glyphs) -> StyledLine {
        StyledLine(
            values.prefix(HeatMap.hours).map { value in
                guard value > 0, let step = steps.lastIndex(where: { $0 <= value }) else {
                    let sign = glyphs == .ascii ? " " : glyphs.bullet
                    return TextSpan(sign + String(repeating: " ", count: max(0, hourColumns - 1)), .dim)
                }
                let shade = shade(step)
                let text = String(repeating: HeatMap.sign(shade, glyphs), count: max(1, hourColumns))
                return TextSpan(text, StyleName.heat[shade])
            })
    }

    /// The hours above the columns, every third or sixth with its number.
    package static func axis(hourColumns: Int) -> String {
        let every = hourColumns >= 2 ? 3 : 6
        return stride(from: 0, to: hours, by: every).map { hour in
            let text = hour < 10 ? "0\(hour)" : String(hour)
            return text + String(repeating: " ", count: max(0, every * hourColumns - text.count))
        }.joined()
    }

    /// What the shades mean: `░ 1–3  ▒ 4–6  ▓ 7–9  █ 10–12`.
    package func legend(_ glyphs: Glyphs) -> StyledLine {
        let dash = glyphs == .ascii ? "-" : "–"
        return StyledLine(
            steps.enumerated().flatMap { index, from in
                let until = index + 1 < steps.count ? steps[index + 1] - 1 : greatest
                let numbers = from == until ? "\(from)" : "\(from)\(dash)\(until)"
                let shade = shade(index)
                return [
                    TextSpan(HeatMap.sign(shade, glyphs), StyleName.heat[shade]),
                    TextSpan(" \(numbers)\(index + 1 < steps.count ? "  " : "")", .dim),
                ]
            })
    }

    /// Few steps use the darkest shades: one alone is the most.
    private func shade(_ step: Int) -> Int { HeatMap.shades.count - steps.count + step }

    private static func sign(_ shade: Int, _ glyphs: Glyphs) -> String {
        glyphs == .ascii ? asciiShades[shade] : shades[shade]
    }

    private static let shades = ["░", "▒", "▓", "█"]
    private static let asciiShades = [".", ":", "*", "#"]
}
