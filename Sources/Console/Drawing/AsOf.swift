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
            placeholder: "yesterday, 1 May, 2021-08-10; empty for now")
    }

    /// Takes a key while the question is asked: true when the moment changed, nil when no question is asked.
    mutating func handle(_ key: Key, at now: Instant) -> Bool? {
        guard var asked = prompt else { return nil }
        let outcome = asked.handle(key)
        prompt = asked
        switch outcome {
        case .editing: return false
        case .cancelled:
            prompt = nil
            return false
        case .answered(let text): return answer(text, at: now)
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

    private mutating func answer(_ text: String, at now: Instant) -> Bool {
        let typed = text.filter { !$0.isWhitespace }.lowercased()
        if typed.isEmpty || typed == "now" {
            (instant, prompt) = (nil, nil)
            return true
        }
        guard let phrase = TimePhrase(text) else {
            prompt?.problem = "Type a day or a moment as \(TimePhrase.examples)"
            return false
        }
        (instant, prompt) = (phrase.instant(at: now), nil)
        return true
    }

    private static func typed(_ instant: Instant) -> String {
        let text = instant.description
        return text.hasSuffix("T00:00:00Z") ? TimeText.date(instant) : text
    }
}
