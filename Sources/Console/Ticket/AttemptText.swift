import Purchases
import TerminalCore
import Widgets

/// Says a purchase attempt: its name, and on what device and version it was made.
struct AttemptText {
    /// The attempt.
    let attempt: PurchaseAttempt
    /// How moments are said.
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
        let told = "\(count) event\(count == 1 ? "" : "s"), received \(time.moment(attempt.receivedAt))"
        let about = (parts.compactMap { $0 } + [told]).joined(separator: " \(glyphs.bullet) ")
        return [StyledLine(attempt.id.rawValue, .strong), StyledLine("  \(about)", .dim)]
    }
}
