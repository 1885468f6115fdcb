import Purchases
import TerminalCore
import Widgets

/// Says one notification about a chain: when, what, how it was checked, and when it was received.
struct NotificationText {
    /// What was received.
    let notification: StoreNotification
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
        let about: StyledLine = [check(glyphs), TextSpan(received, .dim)]
        return rows > 1 ? [head, StyledLine("  ") + about] : [head + "  " + about]
    }

    private func check(_ glyphs: Glyphs) -> TextSpan {
        switch notification.check {
        case .signed: TextSpan("\(glyphs.good) signed by Apple", "status.active")
        case .secret: TextSpan("\(glyphs.good) carried the secret", "status.active")
        case .unchecked: TextSpan("? unchecked: nothing vouches for it", .warning)
        }
    }
}
