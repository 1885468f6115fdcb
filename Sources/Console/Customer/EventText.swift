import Persistence
import Purchases
import TerminalCore
import Widgets

/// Says one entry of the timeline on its two clocks.
struct EventText {
    /// The entry.
    let event: TimelineEvent
    /// How moments are said.
    let time: TimeText
    /// The room for when it happened.
    let momentWidth: Int
    /// The moment that the page shows: what comes later is marked.
    let at: Instant

    private static let kindWidth = 13
    private static let dayWidth = 11

    /// The entry in one line, or in two where there is no room beside.
    func lines(rows: Int, columns: Int, _ glyphs: Glyphs) -> [StyledLine] {
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
    var said: String {
        let text = time.humanized(event.text)
        return text.hasPrefix("\(word) ") ? String(text.dropFirst(word.count + 1)) : text
    }

    /// What kind of event it is.
    var word: String {
        event.kind.rawValue.split(separator: "_").joined(separator: " ")
    }

    private var scope: StyleName {
        switch event.kind {
        case .purchase: "coverage.paid"
        case .refund, .familyRevoke, .grantRevoked: "coverage.revoked"
        case .grant: "coverage.granted"
        case .ticket: .warning
        case .notification, .note, .attach, .report: .dim
        }
    }
}
