import Persistence
import Purchases
import TerminalCore
import Widgets

/// Says one notification about a chain: when, what, how it was checked, when it was received, and in what.
struct NotificationText {
    /// What was received.
    let notification: StoreNotification
    /// The document that it came in.
    let evidence: Evidence?
    /// How moments are said.
    let time: TimeText

    /// How many rows a notification has in a pane.
    static func rows(in room: Rectangle) -> Int { room.columns < 100 && room.rows >= 4 ? 2 : 1 }

    /// The notification in one line, or in two where there is no room beside.
    func lines(rows: Int, _ glyphs: Glyphs) -> [StyledLine] {
        let name = [notification.type, notification.subtype].compactMap { $0 }.joined(separator: "/")
        let received = notification.receivedAt.map { "  received \(time.moment($0))" } ?? ""
        let head: StyledLine = [
            TextSpan("\(time.moment(notification.signedAt))  "), TextSpan(name, .strong),
        ]
        let document = evidence.map { "  \($0.name)" } ?? ""
        let about: StyledLine = [
            EvidenceText.check(notification.check, glyphs), TextSpan(received + document, .dim),
        ]
        return rows > 1 ? [head, StyledLine("  ") + about] : [head + "  " + about]
    }
}
