import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

extension EvidenceText {
    /// The document and its check in words: `document 71, notification V1  ✓ shared secret`.
    func line(_ glyphs: Glyphs) -> StyledLine {
        [TextSpan("\(evidence.name)  ", .dim), EvidenceText.check(evidence.check, glyphs: glyphs)]
    }

    /// The document and the sign of its check alone.
    func shortLine(_ glyphs: Glyphs) -> StyledLine {
        let check = EvidenceText.check(evidence.check, glyphs: glyphs)
        return [TextSpan("\(evidence.name) ", .dim), TextSpan(String(check.text.prefix(1)), check.scope)]
    }

    /// How far something was checked, with a sign and a scope.
    static func check(_ check: StoreNotification.Check, glyphs: Glyphs) -> TextSpan {
        switch check {
        case .signed: TextSpan("\(glyphs.good) signed by Apple", "status.active")
        case .secret: TextSpan("\(glyphs.good) shared secret", "status.active")
        case .asked: TextSpan("\(glyphs.good) asked of the App Store", "status.active")
        case .unchecked: TextSpan("? unchecked", .warning)
        }
    }
}
