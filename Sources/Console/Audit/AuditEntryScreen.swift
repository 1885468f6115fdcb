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

    /// The details line by line; what is no JSON as it stands.
    private var details: [StyledLine] {
        guard let object = try? JSONSerialization.jsonObject(with: Data(row.details.utf8)),
            let data = try? JSONSerialization.data(
                withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        else { return [StyledLine(row.details)] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map { StyledLine(String($0)) }
    }
}
