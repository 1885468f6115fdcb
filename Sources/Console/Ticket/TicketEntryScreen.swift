import Persistence
import Purchases
import TerminalCore
import Widgets

/// One entry of a ticket's timeline, whole: both clocks, its code at length, and what the app sent.
struct TicketEntryScreen: TextScreen {
    /// The entry.
    let event: TicketEvent
    /// How far it is scrolled.
    var view = ScrollView([], indent: 11)

    /// An entry.
    init(_ event: TicketEvent) { self.event = event }

    var place: KeyContext { .ticketEntry }

    func title(_ context: ConsoleContext) -> String { "Entry" }

    func lines(_ context: ConsoleContext) -> [StyledLine] {
        let words = TicketEventText(event: event, time: context.time)
        let late = event.learnedAt - event.happenedAt
        let facts: [(String, [TextSpan])?] = [
            ("what", [TextSpan(words.sentence, .strong)]), ("happened", [TextSpan(exact(event.happenedAt))]),
            ("learned", [TextSpan(exact(event.learnedAt))]),
            late < .seconds(60) ? nil : ("", [TextSpan("\(TimeText.length(late)) later", .warning)]),
            ("told by", [TextSpan(words.source)]), attempt.map { ("attempt", [TextSpan($0)]) },
        ]
        return facts.compactMap { $0 }.map(labelled) + codeLines(words.code) + rawLines
    }

    private func codeLines(_ code: CodeText?) -> [StyledLine] {
        guard let meaning = code?.meaning else { return [] }
        let facts = [
            ("code", meaning.code), ("kind", meaning.family.title), ("name", meaning.name),
            ("means", meaning.happened), ("fault", meaning.fault.title), ("retry", meaning.retry.title),
            ("do", meaning.advice),
        ]
        return [""] + facts.map { labelled($0.0, [TextSpan($0.1, $0.0 == "name" ? .strong : nil)]) }
    }

    /// The event as the app sent it.
    private var rawLines: [StyledLine] {
        guard case .reported(let reported, _) = event.content else { return [] }
        return ["", StyledLine("As the app told it", .title)]
            + IndentedJSON(reported.text.utf8).lines.map { StyledLine($0, .dim) }
    }

    private var attempt: String? {
        if case .reported(_, let attempt) = event.content { attempt.rawValue } else { nil }
    }

    private func labelled(_ label: String, _ value: [TextSpan]) -> StyledLine {
        StyledLine([TextSpan(label + String(repeating: " ", count: 11 - label.count), .dim)] + value)
    }

    private func exact(_ instant: Instant) -> String {
        "\(TimeText.date(instant)) \(TimeText.exactClock(instant)) UTC"
    }
}
