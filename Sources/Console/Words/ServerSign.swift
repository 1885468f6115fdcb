import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// How the server stands, for the top line: a quiet sign while all is well, words where something is not.
struct ServerSign {
    let standing: ServerStatus
    let now: Instant

    /// From so many columns on everything is said, and that all is well.
    private static let wide = 70

    /// The sign in a line of so many columns; nil where no server ever was, or all is well and there is no room.
    func line(columns: Int, glyphs: Glyphs) -> StyledLine? {
        guard standing.presence != .never else { return nil }
        let isWide = columns >= ServerSign.wide
        if let words = trouble(isWide: isWide) {
            return StyledLine([TextSpan("\(glyphs.alert) \(words)", .warning)])
        }
        let count = standing.there.count
        let server = count > 1 ? "\(count) servers" : "server"
        return isWide ? StyledLine([TextSpan("\(glyphs.good) \(server)", .dim)]) : nil
    }

    /// What is wrong, in few words; nil when nothing is.
    private func trouble(isWide: Bool) -> String? {
        switch standing.presence {
        case .never: return nil
        case .gone(let since):
            return "server gone" + (isWide ? " since \(TimeText(now: now).moment(since))" : "")
        case .late(let since): return "server late" + (isWide ? ", \(TimeText.age(now - since))" : "")
        case .there: break
        }
        if let alarm = standing.alarms.first {
            return isWide ? "server: \(ServerText.shortAlarm(alarm.code))" : "server fails"
        }
        if let failing = standing.failing.first {
            return isWide ? "server: \(ServerText.cannot(failing.name))" : "server fails"
        }
        return nil
    }
}
