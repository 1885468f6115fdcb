import Foundation
import Persistence
import Purchases
import TerminalCore
import Widgets

/// One entry of the audit log: who, when, what, why, before and after, and its hash.
struct AuditEntryScreen: TextScreen {
    /// The entry.
    let row: AuditEntry
    /// How far it is scrolled.
    var view = ScrollView([], indent: 2)

    /// An entry.
    init(_ row: AuditEntry) { self.row = row }

    var place: ConsolePlace { .auditEntry }

    func title(_ context: ConsoleContext) -> String { "Entry \(row.sequence)" }

    func lines(_ context: ConsoleContext) -> [StyledLine] {
        let facts = [
            ("entry", "\(row.sequence)"),
            ("when", "\(TimeText.date(row.at)) \(TimeText.exactClock(row.at)) UTC"),
            ("who", row.agent.rawValue), ("did", row.action), ("about", row.subject),
            ("because", row.reason.isEmpty ? "nothing was said" : row.reason), ("hash", row.hash),
        ]
        let head = facts.map { label, value -> StyledLine in
            let gap = String(repeating: " ", count: 9 - label.count)
            return [TextSpan("\(label)\(gap)", .dim), TextSpan(value)]
        }
        return head + ["", StyledLine("Details", .title)] + details
    }

    /// The details line by line; what is no JSON as it stands, and of very long ones the beginning.
    private var details: [StyledLine] {
        let more = row.details.utf8.count - AuditEntry.readableDetails
        guard more <= 0 else {
            let start = String(decoding: row.details.utf8.prefix(AuditEntry.readableDetails), as: UTF8.self)
            return [
                StyledLine(start), StyledLine("and \(more) bytes more, see 'makegood audit --json'", .dim),
            ]
        }
        guard let object = try? JSONSerialization.jsonObject(with: Data(row.details.utf8)),
            let data = try? JSONSerialization.data(
                withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        else { return [StyledLine(row.details)] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map { StyledLine(String($0)) }
    }
}
