import Persistence
import Purchases
import TerminalCore
import Widgets

/// Says the facts that decide a ticket's group, each with its time and evidence.
struct FactText {
    /// The facts.
    let facts: TicketFacts
    /// How moments are said.
    let time: TimeText

    /// A line for each fact, wrapped to a width; at one row each what does not fit is cut off.
    func lines(columns: Int, isWrapped: Bool, _ glyphs: Glyphs) -> [StyledLine] {
        let named = [
            ("charged", facts.charged), ("delivered", facts.extended), ("closed", facts.finished),
            ("tries gone", facts.exhausted),
        ]
        let width = columns < 60 ? 0 : 10
        let moment = max(12, named.compactMap { $0.1.at.map { time.moment($0).count } }.max() ?? 0)
        return named.flatMap { name, fact -> [StyledLine] in
            let line = line(name, fact, width, columns < 60 ? 0 : moment, glyphs)
            return isWrapped
                ? line.wrapped(to: columns, indent: columns < 60 ? 2 : width + moment + 9) : [line]
        }
    }

    private func line(
        _ name: String, _ fact: TicketFact, _ width: Int, _ moment: Int, _ glyphs: Glyphs
    ) -> StyledLine {
        let sign = fact.value ? "\(glyphs.good) " : "\(glyphs.bad) "
        let label = TextSpan(name.padded(to: width), .strong)
        let word = TextSpan(fact.value ? " yes  " : " no   ", fact.value ? .strong : nil)
        let when = TextSpan((fact.at.map(time.moment) ?? "").padded(to: moment), .dim)
        return [TextSpan(sign), label, word, when, TextSpan(" \(time.humanized(fact.evidence))")]
    }
}

extension String {
    /// The text filled with blanks to a width.
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - DisplayText.columns(of: self)))
    }
}
