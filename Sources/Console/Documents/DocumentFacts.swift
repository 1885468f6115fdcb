import Persistence
import Purchases
import TerminalCore
import Widgets

/// Says what is known of a document, a line for each fact.
struct DocumentFacts {
    /// How far the facts stand behind their labels.
    static let indent = 10

    /// The document.
    let record: DocumentRecord
    /// What may be known.
    let context: ConsoleContext

    private var words: DocumentWords { DocumentWords(record: record, time: context.time) }

    /// The facts under their labels.
    var lines: [StyledLine] {
        (origin + times).map { label, value in
            let gap = String(repeating: " ", count: DocumentFacts.indent - label.count)
            return StyledLine([TextSpan(label + gap, .dim)] + value)
        }
    }

    /// Whether it answers that all is well, which needs no more words.
    private var isFine: Bool { record.answerCode == 0 }

    private var origin: [(String, [TextSpan])] {
        let meaning = record.meaning.map { CodeText(meaning: $0) }
        let facts: [(String, [TextSpan])?] = [
            ("kind", [TextSpan(words.kind, .strong)] + [words.environment].compactMap { $0 }),
            record.notifications.isEmpty ? nil : ("carries", [TextSpan(words.notifications)]),
            meaning.map { ("answers", isFine ? [TextSpan($0.brief)] : $0.sentence.spans) },
            isFine ? nil : meaning.map { ("", [TextSpan($0.meaning.advice, .dim)]) },
        ]
        return facts.compactMap { $0 }
    }

    private var times: [(String, [TextSpan])] {
        let exact = { (instant: Instant) in "\(TimeText.date(instant)) \(TimeText.exactClock(instant)) UTC" }
        let chains = record.chains.map(\.rawValue).joined(separator: ", ")
        return [
            ("told", [TextSpan(record.documentTime.map(exact) ?? "it does not say when")]),
            ("received", [TextSpan(record.receivedAt.map(exact) ?? "no envelope says when")]),
            ("taken in", [TextSpan(exact(record.importedAt)), TextSpan("  from \(record.source)", .dim)]),
            ("checked", [words.check(context.options.glyphs)]),
            ("chains", [TextSpan(chains.isEmpty ? "none" : chains)]),
            ("sha-256", [TextSpan(record.sha256, .dim)]),
        ]
    }
}
