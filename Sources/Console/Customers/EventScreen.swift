import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// One entry of a customer's timeline, whole, with both of its clocks.
struct EventScreen: TextScreen {
    let event: TimelineEvent
    /// How far it is scrolled.
    var view = ScrollView([], indent: 10)

    init(_ event: TimelineEvent) { self.event = event }

    func title(_ context: ConsoleContext) -> String { "Entry" }

    /// The document that told it: of a purchase the newest of those that did, which its values are taken from.
    private func document(_ evidence: Evidence) -> [TextSpan] {
        let name = TextSpan("\(evidence.document), \(DocumentKind.title(of: evidence.kind))")
        let isOneOfMany = event.kind != .notification
        return isOneOfMany ? [name, TextSpan("  the newest that tells it", .dim)] : [name]
    }

    /// Where an entry leads.
    static let commands: Commands = Binding.section(
        "Timeline entry",
        [
            Binding(
                "raw", "Show the document that told it", keys: ["o"], label: "raw", footer: 1,
                unless: { $0.event.evidence == nil ? "no document told it" : $1.documentRefusal }
            ) { screen, _ in screen.event.evidence.map { [.open(.document($0.document))] } ?? [] }
        ])

    func lines(_ context: ConsoleContext) -> [StyledLine] {
        let words = EventText(event: event, time: context.time, momentWidth: 0, at: context.now)
        let late = event.learnedAt - event.happenedAt
        let facts: [(String, [TextSpan])?] = [
            ("what", [TextSpan(words.word, .strong), TextSpan("  \(words.said)")]),
            ("happened", [TextSpan(TimeText.exact(event.happenedAt))]),
            ("learned", [TextSpan(TimeText.exact(event.learnedAt))]),
            late < .seconds(60) ? nil : ("", [TextSpan("\(TimeText.length(late)) later", .warning)]),
            ("told by", [TextSpan(event.teller)]),
            event.evidence.map { ("document", document($0)) },
            event.evidence.map {
                ("checked", [EvidenceText.check($0.check, glyphs: context.options.glyphs)])
            },
            event.reference.map { ("about", [TextSpan($0)]) },
        ]
        return facts.compactMap { $0 }.map { .fact($0, $1, labelColumns: 10) }
    }
}

/// Says one entry of the timeline on its two clocks.
struct EventText {
    let event: TimelineEvent
    let time: TimeText
    /// The room for when it happened.
    let momentWidth: Int
    /// The moment that the page shows: what comes later is marked.
    let at: Instant

    private static let kindWidth = 13
    private static let dayWidth = 11

    /// The entry in one line, or in two where there is no room beside.
    func lines(rows: Int, columns: Int, glyphs: Glyphs) -> [StyledLine] {
        let isLater = event.happenedAt > at
        let happened = CellText.fitted(
            time.moment(event.happenedAt), .dim, to: momentWidth)
        let kind = CellText.fitted(word, scope, to: EventText.kindWidth)
        let text = StyledLine(said, isLater ? .dim : nil)
        let learned = StyledLine([learned.map { TextSpan("  learned \($0)", .dim) }].compactMap { $0 })
        let later = StyledLine(isLater ? [TextSpan("  later", .dim)] : [])
        guard rows > 1 || columns >= 60 else {
            let day = CellText.fitted(time.day(event.happenedAt), .dim, to: EventText.dayWidth)
            return [day + [TextSpan("  \(word)  ", scope)] + text]
        }
        guard rows > 1 else {
            return [happened + "  " + kind + text + learned + later]
        }
        return [happened + "  " + kind, StyledLine("  ") + text + learned + later]
    }

    /// When it was learned, unless that was within a minute of its happening.
    private var learned: String? {
        let difference = event.learnedAt - event.happenedAt
        return difference >= .seconds(60) ? time.moment(event.learnedAt) : nil
    }

    /// What happened, without the word that its kind says already.
    var said: String { time.reader.words(besideKindOf: event.content) }

    /// What kind of event it is.
    var word: String { CodeText.words(event.kind.rawValue) }

    private var scope: StyleName {
        switch event.kind {
        case .purchase: "coverage.paid"
        case .refund, .familyRevoke, .grantRevoked, .bridgeEnded: "coverage.revoked"
        case .grant: "coverage.granted"
        case .bridge: "coverage.bridged"
        case .ticket, .refundRequest: .warning
        case .notification, .note, .attach, .report: .dim
        }
    }
}
