import Persistence
import Purchases
import TerminalCore
import Widgets

/// Says what kind of document something is, and how it was checked.
struct DocumentWords {
    /// The document.
    let record: DocumentRecord
    /// How moments are said.
    let time: TimeText

    /// Its kind.
    var kind: String { DocumentKind.title(of: record.kind) }

    /// The notifications that it carries.
    var notifications: String { record.notifications.joined(separator: ", ") }

    /// How it was checked, with a sign and a scope.
    func check(_ glyphs: Glyphs) -> TextSpan {
        switch record.check {
        case "signed": TextSpan("\(glyphs.good) signed", "status.active")
        case "secret": TextSpan("\(glyphs.good) secret", "status.active")
        case "unchecked": TextSpan("? unchecked", .warning)
        default: TextSpan(record.check.split(separator: "_").joined(separator: " "))
        }
    }

    /// When it was received; where no envelope said so, when it was taken in.
    var received: String { time.moment(record.receivedAt ?? record.importedAt) }

    /// Its environment, when that is not the usual one.
    var environment: TextSpan? {
        guard let environment = record.environment, environment != "Production" else { return nil }
        return TextSpan("  \(environment)", .warning)
    }
}
