import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Says one entry of a ticket's timeline on its two clocks, every code in words.
struct TicketEventText {
    let event: TicketEvent
    let time: TimeText
    /// The room for when it happened.
    var momentWidth = 12

    private static let sourceWidth = 9

    /// The entry in one line, or in two where there is no room beside.
    func lines(rows: Int, columns: Int, glyphs: Glyphs) -> [StyledLine] {
        let happened = CellText.fitted(time.moment(event.happenedAt), .dim, to: momentWidth)
        let told = CellText.fitted(source, .dim, to: TicketEventText.sourceWidth)
        let learned = StyledLine(learned.map { [TextSpan("  learned \($0)", .dim)] } ?? [])
        guard rows > 1 else {
            guard columns >= 60 else {
                return [StyledLine(brief(columns - said.columns - 1), .dim) + " " + said]
            }
            return [happened + "  " + told + "  " + said + learned]
        }
        return [happened + "  " + told + learned, StyledLine("  ") + said]
    }

    /// When it happened where there is little room: the time alone only today, the day alone where both are too long.
    private func brief(_ room: Int) -> String {
        let (day, moment) = (time.day(event.happenedAt), time.moment(event.happenedAt))
        if day == time.day(time.now) { return TimeText.clock(event.happenedAt) }
        return moment.count <= room ? moment : day
    }

    /// Who tells it.
    var source: String { time.reader.teller(of: event.content) }

    /// What happened, with the few words that its code deserves.
    var said: StyledLine {
        guard let code else { return [TextSpan(sentence, scope)] }
        return [
            TextSpan("\(sentence): ", scope), TextSpan(code.brief, .strong),
            TextSpan(code.aside.isEmpty ? "" : " (\(code.aside))", .dim),
        ]
    }

    /// The code that it tells; nil when there is none.
    var code: CodeText? { CodeText(of: event.content) }

    /// What happened, without any code.
    var sentence: String { time.reader.words(of: event.content) }

    /// When it was learned, unless that was within a minute of its happening.
    private var learned: String? {
        guard event.learnedAt - event.happenedAt >= .seconds(60) else { return nil }
        let isSameDay = time.day(event.learnedAt) == time.day(event.happenedAt)
        return isSameDay ? TimeText.clock(event.learnedAt) : time.moment(event.learnedAt)
    }

    private var scope: StyleName? {
        switch event.content {
        case .charged: "coverage.paid"
        case .granted(let grant): grant.isBridge ? "coverage.bridged" : "coverage.granted"
        case .refunded, .bridgeEnded: "coverage.revoked"
        case .reported(let reported, _) where reported.isFailure || reported.step == .failed: .warning
        case .alarmed: .warning
        default: nil
        }
    }
}

/// Says a purchase attempt: its name, and on what device and version it was made.
struct AttemptText {
    let attempt: PurchaseAttempt
    let time: TimeText

    /// A line with its name, and one with everything that the app told beside events.
    func lines(_ glyphs: Glyphs) -> [StyledLine] {
        let values = attempt.values
        let parts = [
            values.appVersion.map { "app \($0)" }, values.device, values.systemVersion.map { "system \($0)" },
            values.storefront, values.bundleID?.rawValue, values.price?.shown,
            values.transactionID.map { "transaction \($0)" },
        ]
        let count = attempt.events.count
        let told = "\(Counting.of(count, "event")), received \(time.moment(attempt.receivedAt))"
        let about = (parts.compactMap { $0 } + [told]).joined(separator: " \(glyphs.bullet) ")
        return [StyledLine(attempt.id.rawValue, .strong), StyledLine("  \(about)", .dim)]
    }
}

/// One entry of a ticket's timeline, whole: both clocks, its code at length, and what the app sent.
struct TicketEntryScreen: TextScreen {
    let event: TicketEvent
    /// How far it is scrolled.
    var view = ScrollView([], indent: 11)

    init(_ event: TicketEvent) { self.event = event }

    func title(_ context: ConsoleContext) -> String { "Entry" }

    func lines(_ context: ConsoleContext) -> [StyledLine] {
        let words = TicketEventText(event: event, time: context.time)
        let late = event.learnedAt - event.happenedAt
        let facts: [(String, [TextSpan])?] = [
            ("what", [TextSpan(words.sentence, .strong)]),
            ("happened", [TextSpan(TimeText.exact(event.happenedAt))]),
            ("learned", [TextSpan(TimeText.exact(event.learnedAt))]),
            late < .seconds(60) ? nil : ("", [TextSpan("\(TimeText.length(late)) later", .warning)]),
            ("told by", [TextSpan(words.source)]), attempt.map { ("attempt", [TextSpan($0)]) },
        ]
        return facts.compactMap { $0 }.map { .fact($0, $1, labelColumns: 11) } + codeLines(words.code)
            + rawLines
    }

    private func codeLines(_ code: CodeText?) -> [StyledLine] {
        guard let meaning = code?.meaning else { return [] }
        let facts = [
            ("code", meaning.code), ("kind", meaning.family.title), ("name", meaning.name),
            ("means", meaning.happened), ("fault", meaning.fault.title), ("retry", meaning.retry.title),
            ("do", meaning.advice),
        ]
        return [""]
            + facts.map { .fact($0, [TextSpan($1, $0 == "name" ? .strong : nil)], labelColumns: 11) }
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
}
