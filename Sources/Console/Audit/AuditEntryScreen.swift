import Foundation
import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// One entry of the audit log: as a sentence with what stands behind it, or as it is kept.
struct AuditEntryScreen: TextScreen {
    /// Its place in the log.
    let sequence: Int64
    /// The entry; nil before it was read.
    private(set) var row: AuditEntry?
    /// Whether there is no such entry.
    private(set) var isMissing = false
    /// How it is shown.
    private(set) var form: AuditEntryForm
    /// How far it is scrolled.
    var view = ScrollView([], indent: 9)

    init(_ row: AuditEntry, as form: AuditEntryForm = .words) {
        sequence = row.sequence
        self.row = row
        self.form = form
    }

    /// The entry at a place, which is still to be read.
    init(reading sequence: Int64) {
        self.sequence = sequence
        form = .words
    }

    var awaited: Awaited? { row == nil && !isMissing ? .page : nil }

    func title(_ context: ConsoleContext) -> String { "Entry \(sequence)" }

    /// An entry never changes: it is read once.
    mutating func load(_ context: ConsoleContext) -> [Effect] {
        row == nil ? [.ask(.read(AuditQuery(after: sequence + 1, limit: 1), at: context.now))] : []
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, in context: ConsoleContext) -> [Effect]
    {
        guard row == nil, let page = answer.page(of: AuditQuery.self) else { return [] }
        row = page.entries.first { $0.sequence == sequence }
        isMissing = row == nil
        return []
    }

    /// How an entry can be looked at, and where it leads.
    static let commands: Commands = Binding.section(
        "Audit entry",
        [
            Binding(
                "audit.subject", "Go to the customer, chain or ticket that it is about", keys: ["p"],
                label: "go to", footer: 1,
                unless: { $0.sentence($1)?.subject == nil ? AuditText.noSubject : nil }
            ) { $0.sentence($1)?.destination.map { [.open($0)] } ?? [] },
            Binding(
                "raw", "The entry in words, or its details as they are kept", keys: ["o"], label: "words/raw",
                footer: 2
            ) { screen, _ in
                screen.form = screen.form == .words ? .asKept : .words
                screen.view = ScrollView([], indent: 9)
                return []
            },
        ])

    func lines(_ context: ConsoleContext) -> [StyledLine] {
        guard let row, let sentence = sentence(context) else {
            return [StyledLine(isMissing ? "The log has no entry \(sequence)" : "Reading", .dim)]
        }
        let facts: [(String, String?)] =
            [
                ("entry", "\(row.sequence)"),
                ("when", "\(context.time.moment(row.at)), \(TimeText.exact(row.at))"),
                ("who", row.agent.rawValue), ("did", row.action), ("about", row.subject),
                ("because", sentence.reason.map(CodeText.words)), ("note", sentence.note),
                ("ticket", sentence.ticket?.rawValue), ("hash", row.hash),
            ]
        let head = facts.compactMap { label, value in
            value.map { StyledLine.fact(label, [TextSpan($0)], labelColumns: 9) }
        }
        guard form == .asKept else {
            return [StyledLine(sentence.text, .strong), ""] + head
        }
        return head + ["", StyledLine("Details as they are kept", .title)] + details(of: row)
    }

    private func sentence(_ context: ConsoleContext) -> AuditSentence? {
        row.map { AuditSentence($0, for: context.reader) }
    }

    /// The details line by line; what is no JSON as it stands, and of very long ones the beginning.
    private func details(of row: AuditEntry) -> [StyledLine] {
        let more = row.details.utf8.count - AuditSentence.readableDetails
        guard more <= 0 else {
            let start = String(
                decoding: row.details.utf8.prefix(AuditSentence.readableDetails), as: UTF8.self)
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

/// What the screens of the audit log say beside its sentences.
enum AuditText {
    /// Why one cannot go to what an entry is about.
    static let noSubject = "the entry is about no customer, chain or ticket"
}

extension AuditSentence {
    /// The screen of what the entry is about; nil where there is none.
    var destination: Route? {
        switch subject {
        case .customer(let id): .customer(id, asOf: nil)
        case .chain(let id): .chain(id, nil, asOf: nil)
        case .ticket(let id): .ticket(id)
        case nil: nil
        }
    }
}
