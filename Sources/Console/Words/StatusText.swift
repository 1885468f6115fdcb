import Purchases
import TerminalCore
import Widgets

/// Says what chains and grants are with a sign, a word and a scope, so that no colour is needed to read it.
enum StatusText {
    /// A chain's status.
    static func span(_ status: ChainStatus, _ glyphs: Glyphs) -> TextSpan {
        switch status {
        case .active: TextSpan("\(glyphs.good) active", "status.active")
        case .gracePeriod: TextSpan("~ grace period", "status.grace")
        case .billingRetry: TextSpan("! billing retry", "status.retry")
        case .expired: TextSpan("\(glyphs.bad) expired", "status.expired")
        case .revoked: TextSpan("\(glyphs.bad) revoked", "status.revoked")
        case .upcoming: TextSpan("\(glyphs.crumb) upcoming", "status.upcoming")
        case .none: TextSpan("? unknown", "status")
        }
    }

    /// A grant's state.
    static func span(_ state: Grant.State, _ glyphs: Glyphs) -> TextSpan {
        switch state {
        case .active: TextSpan("\(glyphs.good) active", "status.active")
        case .upcoming: TextSpan("\(glyphs.crumb) upcoming", "status.upcoming")
        // A grant that ran out did what it was given for: nothing is wrong.
        case .ended: TextSpan("\(glyphs.bullet) ran out", "status.expired")
        case .revoked: TextSpan("\(glyphs.bad) taken back", "status.revoked")
        }
    }

    /// Whether a customer has access, for lists.
    static func access(_ has: Bool, _ glyphs: Glyphs) -> TextSpan {
        has ? TextSpan("\(glyphs.good) access", "verdict.yes") : TextSpan("\(glyphs.bad) none", "verdict.no")
    }
}
