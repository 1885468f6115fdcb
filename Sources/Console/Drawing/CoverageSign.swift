import Purchases
import TerminalCore
import Widgets

extension Coverage.Kind {
    /// The sign of one column of a strip: every kind has its own, so that a strip reads without colour.
    func sign(_ glyphs: Glyphs) -> String {
        let isASCII = glyphs == .ascii
        return switch self {
        case .lost: isASCII ? "L" : "╳"
        case .paid: isASCII ? "=" : "▓"
        case .trial: isASCII ? "-" : "▒"
        case .intro: isASCII ? ":" : "░"
        case .grace: "~"
        case .granted: "+"
        case .revoked: isASCII ? "x" : "✗"
        case .billingRetry: "!"
        case .gap: isASCII ? "." : "·"
        }
    }

    /// The word that the legend and plain text use.
    var word: String {
        switch self {
        case .lost: "paid, not delivered"
        case .paid: "paid"
        case .trial: "trial"
        case .intro: "introductory"
        case .grace: "grace"
        case .granted: "granted"
        case .revoked: "taken back"
        case .billingRetry: "billing retry"
        case .gap: "gap"
        }
    }

    /// What the kind is called in themes.
    var scope: StyleName {
        switch self {
        case .billingRetry: "coverage.retry"
        default: StyleName("coverage.\(rawValue)")
        }
    }
}
