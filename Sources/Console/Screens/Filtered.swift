import Persistence
import TerminalCore
import Widgets

/// A screen whose list is narrowed by a filter, which is typed word by word.
protocol Filtered: Screen {
    /// A filter as it is typed, for help and for the empty question.
    static var filterExample: String { get }

    /// The question for the filter, while it is asked.
    var prompt: Prompt? { get set }

    /// The names that a filter may hold; empty until the first filter is typed.
    var names: FilterNames { get set }

    /// The filter as it was typed.
    var filterText: String { get }

    /// The words that it is made of.
    var filterWords: [FilterWord] { get }

    /// Takes another filter, of whose list nothing is read yet; answers the part of it that makes no sense, nil when all
    /// does.
    mutating func narrow(to text: String, in context: ConsoleContext) -> String?
}

extension Filtered {
    /// The command that asks for the filter.
    static func filtering(
        _ title: String? = nil, keys: [Key] = ["f"], footer: Int,
        unless refusal: @escaping @Sendable (Self, ConsoleContext) -> String? = { _, _ in nil }
    ) -> Binding<Self, Effect> {
        Binding(
            "filter", title ?? "Filter: \(filterExample)", keys: keys, label: "filter", footer: footer,
            unless: refusal
        ) { screen, context in
            screen.prompt = Prompt(
                "filter", "Filter", text: screen.filterText, placeholder: filterExample,
                words: screen.filterWords)
            return [.ask(.read(FilterNamesQuery(), at: context.now))]
        }
    }

    /// Takes a key while the filter is asked for; nil while it is not.
    mutating func filterKey(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        guard var asked = prompt else { return nil }
        let outcome = asked.handle(key)
        prompt = outcome == .editing ? asked : nil
        guard case .answered(let text) = outcome else { return [] }
        guard let wrong = narrow(to: text, in: context) else { return load(context) }
        asked.problem = asked.words.complaint(about: wrong)
        prompt = asked
        return []
    }

    /// Takes the names that a filter may hold.
    mutating func take(_ found: FilterNames) {
        names = found
        let words = filterWords
        prompt?.words = words
    }
}
