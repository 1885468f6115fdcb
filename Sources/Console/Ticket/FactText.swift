import Persistence
import Purchases
import TerminalCore
import Widgets

/// Says the facts that decide a ticket's group, each with its time and evidence, and which of them are bad.
struct FactText {
    /// What a fact means for the customer: a yes can be bad, and a no can be harmless.
    enum Weight: Hashable, Sendable {
        /// It is as it should be.
        case good
        /// It is what went wrong.
        case bad
        /// It neither harms nor helps by itself.
        case neither
    }

    /// The facts.
    let facts: TicketFacts
    /// How moments are said.
    let time: TimeText

    /// The facts, each wrapped to a width: what decides is never cut off.
    func lines(columns: Int, _ glyphs: Glyphs) -> [StyledLine] {
        let isNarrow = columns < 60
        let width = isNarrow ? 0 : 10
        let longest = weighed.compactMap { $0.fact.at.map { time.moment($0).count } }.max() ?? 0
        let moment = isNarrow ? 0 : max(12, longest)
        return weighed.flatMap { entry in
            line(entry.name, entry.fact, entry.weight, width, moment, glyphs)
                .wrapped(to: columns, indent: isNarrow ? 2 : width + moment + 9)
        }
    }

    /// Every fact with its name and its weight.
    var weighed: [(name: String, fact: TicketFact, weight: Weight)] {
        let isOwed = facts.charged.value && !facts.extended.value
        let isServed = facts.charged.value && facts.extended.value
        return [
            ("charged", facts.charged, isServed ? .good : .neither),
            ("delivered", facts.extended, facts.extended.value ? .good : isOwed ? .bad : .neither),
            (
                "closed", facts.finished,
                !facts.finished.value ? .neither : isOwed ? .bad : isServed ? .good : .neither
            ),
            ("tries gone", facts.exhausted, facts.exhausted.value && isOwed ? .bad : .neither),
        ]
    }

    private func line(
        _ name: String, _ fact: TicketFact, _ weight: Weight, _ width: Int, _ moment: Int, _ glyphs: Glyphs
    ) -> StyledLine {
        let (sign, scope): (String, StyleName?) =
            switch weight {
            case .good: (glyphs.good, .success)
            case .bad: (glyphs.bad, .error)
            case .neither: (glyphs.bullet, .dim)
            }
        let label = TextSpan(name.padded(to: width), weight == .bad ? .error : .strong)
        let word = TextSpan(fact.value ? " yes  " : " no   ", weight == .neither ? nil : scope)
        let when = TextSpan((fact.at.map(time.moment) ?? "").padded(to: moment), .dim)
        return [
            TextSpan("\(sign) ", scope), label, word, when, TextSpan(" \(time.humanized(fact.evidence))"),
        ]
    }
}

extension String {
    /// The text filled with blanks to a width.
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - DisplayText.columns(of: self)))
    }
}
