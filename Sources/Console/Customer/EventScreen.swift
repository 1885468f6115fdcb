import Persistence
import Purchases
import TerminalCore
import Widgets

/// One entry of a customer's timeline, whole, with both of its clocks.
struct EventScreen: TextScreen {
    /// The entry.
    let event: TimelineEvent
    /// How far it is scrolled.
    var view = ScrollView([], indent: 10)

    /// An entry.
    init(_ event: TimelineEvent) { self.event = event }

    var place: KeyContext { .event }

    func title(_ context: ConsoleContext) -> String { "Entry" }

    /// The document that told it: of a purchase the newest of those that did, which its values are taken from.
    private func document(_ evidence: Evidence) -> [TextSpan] {
        let name = TextSpan("\(evidence.document), \(DocumentKind.title(of: evidence.kind))")
        let isOneOfMany = event.kind != .notification
        return isOneOfMany ? [name, TextSpan("  the newest that tells it", .dim)] : [name]
    }

    func disabled(_ context: ConsoleContext) -> [CommandID: String] {
        if event.evidence == nil { return [.raw: "no document told it"] }
        return context.concealment.map { [.raw: $0] } ?? [:]
    }

    mutating func perform(_ command: CommandID, _ context: ConsoleContext) -> [Effect] {
        guard command == .raw, let evidence = event.evidence else { return [] }
        return [.open(.document(evidence.document))]
    }

    func lines(_ context: ConsoleContext) -> [StyledLine] {
        let words = EventText(event: event, time: context.time, momentWidth: 0, at: context.now)
        let late = event.learnedAt - event.happenedAt
        let facts: [(String, [TextSpan])?] = [
            ("what", [TextSpan(words.word, .strong), TextSpan("  \(words.said)")]),
            ("happened", [TextSpan(exact(event.happenedAt))]),
            ("learned", [TextSpan(exact(event.learnedAt))]),
            late < .seconds(60) ? nil : ("", [TextSpan("\(TimeText.length(late)) later", .warning)]),
            ("told by", [TextSpan(teller)]),
            event.evidence.map { ("document", document($0)) },
            event.evidence.map { ("checked", [EvidenceText.check($0.check, context.options.glyphs)]) },
            event.reference.map { ("about", [TextSpan($0)]) },
        ]
        return facts.compactMap { $0 }.map { label, value in
            StyledLine([TextSpan(label + String(repeating: " ", count: 10 - label.count), .dim)] + value)
        }
    }

    private var teller: String {
        switch event.source {
        case .agent: "an agent"
        case .app: "the app"
        case .appStore: "the App Store"
        }
    }

    private func exact(_ instant: Instant) -> String {
        "\(TimeText.date(instant)) \(TimeText.exactClock(instant)) UTC"
    }
}
