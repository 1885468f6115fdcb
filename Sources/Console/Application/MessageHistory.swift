import Purchases
import TerminalCore
import Widgets
import Wording

/// What the message line said since the console was started.
struct MessageHistory: Equatable, Sendable {
    /// A message, and when it was said.
    private struct Entry: Equatable, Sendable {
        let message: MessageLine
        /// When it was said last.
        var at: Instant
        /// How often it was said in a row.
        var times: Int
    }

    /// So many are kept†: at the end of a working day its beginning is still there.
    private static let most = 500

    /// The entries, the newest last.
    private var entries: [Entry] = []

    /// No messages.
    init() {}

    /// Keeps a message that was said; the same one again is counted and not kept twice.
    mutating func note(_ message: MessageLine, at now: Instant) {
        if entries.last?.message == message {
            entries[entries.count - 1].at = now
            entries[entries.count - 1].times += 1
            return
        }
        entries.append(Entry(message: message, at: now, times: 1))
        if entries.count > MessageHistory.most { entries.removeFirst(entries.count - MessageHistory.most) }
    }

    /// The messages as a person reads them, the newest first, each whole.
    func panel(in context: ConsoleContext) -> TextPanel {
        let lines = entries.reversed().map { entry -> StyledLine in
            let isToday = TimeText.date(entry.at) == TimeText.date(context.now)
            let day = isToday ? "" : "\(context.time.day(entry.at)) "
            let clock = StyledLine("\(day)\(TimeText.exactClock(entry.at))  ", .dim)
            let times = StyledLine(entry.times > 1 ? "  (\(entry.times) times)" : "", .dim)
            let words = entry.message.lines(columns: .max, glyphs: context.options.glyphs)
            return words.reduce(clock, +) + times
        }
        let shown = lines.isEmpty ? [StyledLine("No messages yet", .dim)] : lines
        return TextPanel("Messages, in UTC", shown, indent: 12)
    }
}
