import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Says in one line what the selected item of a list rests on, as much of it as there is room for.
struct EvidenceDetail {
    let time: TimeText
    let glyphs: Glyphs
    /// The room.
    let columns: Int

    /// What an entry of the timeline rests on, and who did what no document told.
    func line(of event: TimelineEvent) -> StyledLine {
        guard let evidence = event.evidence else { return StyledLine("by \(event.teller)", .dim) }
        let text = EvidenceText(evidence: evidence)
        return fitting([text.line(glyphs) + learned(event.learnedAt), text.line(glyphs)])
    }

    /// What a transaction rests on, and its revocation where it was taken back.
    func line(of transaction: Transaction, _ evidence: ChainEvidence) -> StyledLine? {
        guard let told = evidence.of(transaction).map(EvidenceText.init) else { return nil }
        let bought = told.line(glyphs)
        guard let revoked = evidence.ofRevocation(of: transaction).map(EvidenceText.init) else {
            return fitting([bought + learned(transaction.knownAt), bought])
        }
        let label = StyledLine(" \(glyphs.bullet) taken back: ", .dim)
        let known = transaction.revocationKnownAt.map(learned) ?? StyledLine()
        return fitting([
            bought + learned(transaction.knownAt) + label + revoked.line(glyphs) + known,
            bought + label + revoked.line(glyphs),
            told.shortLine(glyphs) + label + revoked.shortLine(glyphs),
        ])
    }

    private func learned(_ instant: Instant) -> StyledLine {
        StyledLine("  learned \(time.moment(instant))", .dim)
    }

    /// The first of the lines that there is room for, else the last.
    private func fitting(_ lines: [StyledLine]) -> StyledLine {
        lines.first { $0.columns <= columns } ?? lines[lines.count - 1]
    }
}

extension TimelineEvent {
    /// Who told it.
    var teller: String {
        switch source {
        case .agent: "an agent"
        case .app: "the app"
        case .appStore: "the App Store"
        }
    }
}
