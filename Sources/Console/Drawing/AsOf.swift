import Purchases
import TerminalCore
import Widgets

/// The moment that a page shows when it is not the present one, and the question for it.
struct AsOf: Hashable, Sendable {
    /// The moment; nil for the present.
    var instant: Instant?
    /// The question, while it is asked.
    var prompt: Prompt?

    /// Shows the present, or a moment.
    init(_ instant: Instant? = nil) {
        self.instant = instant
    }

    /// Asks for the moment.
    mutating func ask() {
        prompt = Prompt(
            "asOf", "As of", text: instant.map(AsOf.typed) ?? "",
            placeholder: "2021-08-10 or 2021-08-10T12:00:00Z; empty for now")
    }

    /// Takes a key while the question is asked: true when the moment changed, nil when no question is asked.
    mutating func handle(_ key: Key) -> Bool? {
        guard var asked = prompt else { return nil }
        let outcome = asked.handle(key)
        prompt = asked
        switch outcome {
        case .editing: return false
        case .cancelled:
            prompt = nil
            return false
        case .answered(let text): return answer(text)
        }
    }

    /// Takes a pasted text while the question is asked.
    mutating func paste(_ text: String) -> Bool {
        guard prompt != nil else { return false }
        prompt?.paste(text)
        return true
    }

    /// What stands in the head of a page that shows another moment.
    func banner(_ time: TimeText) -> StyledLine? {
        instant.map { [TextSpan(" AS OF \(time.moment($0)) UTC ", .readOnlyBanner)] }
    }

    private mutating func answer(_ text: String) -> Bool {
        let typed = text.filter { !$0.isWhitespace }
        if typed.isEmpty || typed == "now" {
            (instant, prompt) = (nil, nil)
            return true
        }
        guard let moment = Instant(typed) ?? Instant(typed + ":00Z") else {
            prompt?.problem = "Type a day as 2021-08-10, or a moment as 2021-08-10T12:00:00Z"
            return false
        }
        (instant, prompt) = (moment, nil)
        return true
    }

    private static func typed(_ instant: Instant) -> String {
        let text = instant.description
        return text.hasSuffix("T00:00:00Z") ? TimeText.date(instant) : text
    }
}
