import Purchases
import TerminalCore
import Widgets
import Wording

/// Says what chains and grants are with a sign, a word and a scope, so that no colour is needed to read it.
enum StatusText {
    static func span(_ status: ChainStatus, glyphs: Glyphs) -> TextSpan {
        let (sign, scope): (String, StyleName) =
            switch status {
            case .active: (glyphs.good, "status.active")
            case .gracePeriod: ("~", "status.grace")
            case .billingRetry: ("!", "status.retry")
            case .expired: (glyphs.bad, "status.expired")
            case .revoked: (glyphs.bad, "status.revoked")
            case .upcoming: (glyphs.crumb, "status.upcoming")
            case .none: ("?", "status")
            }
        return TextSpan("\(sign) \(Reader.words(of: status))", scope)
    }

    static func span(_ state: Grant.State, glyphs: Glyphs) -> TextSpan {
        let (sign, scope): (String, StyleName) =
            switch state {
            case .active: (glyphs.good, "status.active")
            case .upcoming: (glyphs.crumb, "status.upcoming")
            // Nothing is wrong with a grant that ran out.
            case .ended: (glyphs.bullet, "status.expired")
            case .revoked: (glyphs.bad, "status.revoked")
            }
        return TextSpan("\(sign) \(Reader.words(of: state))", scope)
    }

    /// Whether a customer has access, for lists.
    static func access(_ has: Bool, glyphs: Glyphs) -> TextSpan {
        has ? TextSpan("\(glyphs.good) access", "verdict.yes") : TextSpan("\(glyphs.bad) none", "verdict.no")
    }
}
