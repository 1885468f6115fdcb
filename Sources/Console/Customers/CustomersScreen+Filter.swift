import TerminalCore
import Widgets

extension CustomersScreen {
    /// Asks which customers to show.
    mutating func askForFilter() {
        prompt = Prompt(
            "filter", "Filter", text: filter.text,
            placeholder: "status:expired product:premium_month renewal:off, or nobody")
    }

    /// Takes a key while that is asked.
    mutating func ask(_ key: Key, _ context: ConsoleContext) -> [Effect] {
        guard var asked = prompt else { return [] }
        let outcome = asked.handle(key)
        prompt = outcome == .editing ? asked : nil
        guard case .answered(let text) = outcome else { return [] }
        guard let answer = CustomersFilter(text) else {
            asked.problem = "Type nobody, product:…, renewal:off or status: with \(CustomersFilter.words)"
            prompt = asked
            return []
        }
        return show(answer, context)
    }

    /// Esc among the rows: clears the search, else the filter.
    mutating func back(_ context: ConsoleContext) -> [Effect] {
        if !box.isEmpty { return clear(context) }
        guard filter.isEmpty else { return show(CustomersFilter(), context) }
        return [.say(MessageLine(.note, "Q leaves Makegood"))]
    }

    /// Shows those who pass a filter, in place of what was searched.
    private mutating func show(_ other: CustomersFilter, _ context: ConsoleContext) -> [Effect] {
        filter = other
        box.clear()
        startAnew(isTyping: false)
        return load(context)
    }

    /// Shows the chains that are nobody's, or the customers again.
    mutating func showOfNobody(_ context: ConsoleContext) -> [Effect] {
        show(filter.isOfNobody ? CustomersFilter() : .ofNobody, context)
    }
}
