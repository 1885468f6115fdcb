import Purchases
import TerminalCore
import Widgets

extension TicketsScreen {
    /// Asks which tickets to show.
    mutating func askForFilter() {
        prompt = Prompt(
            "filter", "Filter", text: query.text, placeholder: ConsoleCommands.filterExample)
    }

    /// Shows the tickets of the incident.
    mutating func showIncident(_ context: ConsoleContext) -> [Effect] {
        guard let incident, let query = try? TicketQuery(incident, at: context.now) else { return [] }
        return show(query, queue, context)
    }

    /// Takes a key while that is asked; a group that is named shows its queue.
    mutating func answerPrompt(_ key: Key, _ context: ConsoleContext) -> [Effect] {
        guard var asked = prompt else { return [] }
        let outcome = asked.handle(key)
        prompt = outcome == .editing ? asked : nil
        guard case .answered(let text) = outcome else { return [] }
        do {
            let query = try TicketQuery(text, at: context.now)
            return show(query, query.filter.group ?? queue, context)
        } catch {
            asked.problem = error.description
            prompt = asked
            return []
        }
    }
}
