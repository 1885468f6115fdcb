import Persistence
import Purchases
import TerminalCore
import Widgets

/// Says who claims a chain, which claim holds, and when two customers do.
struct ClaimText {
    /// The chain.
    let page: ChainPage
    /// How moments are said.
    let time: TimeText

    /// One line per claim, the one that holds marked.
    func lines(_ glyphs: Glyphs) -> [StyledLine] {
        let holding = page.holdingClaim
        let disputed: [StyledLine] =
            OwnerRule.isDisputed(page.claims)
            ? [
                [
                    TextSpan(
                        "\(glyphs.alert) Different customers claim it; an attachment by hand decides",
                        .warning)
                ]
            ]
            : []
        let others = page.warnings.filter { $0 != page.dispute?.sentence }
        let warnings = disputed + others.map { StyledLine("\(glyphs.alert) \($0)", .warning) }
        guard !page.claims.isEmpty else {
            return warnings + [StyledLine("Nobody claims this chain; a attaches it to a customer", .dim)]
        }
        return warnings
            + page.claims.map { claim in
                let sign =
                    claim == holding
                    ? TextSpan("\(glyphs.good) holds  ", "status.active") : TextSpan("         ")
                let who = claim.customer?.rawValue ?? claim.token.map { "token \($0)" } ?? "nobody"
                let isLater = claim.knownAt - claim.at >= .seconds(60)
                let known = isLater ? ", known since \(time.moment(claim.knownAt))" : ""
                return [
                    sign, TextSpan(who, .strong), TextSpan("  \(words(claim.kind))"),
                    TextSpan("  \(time.moment(claim.at))\(known)", .dim),
                ]
            }
    }

    private func words(_ kind: OwnerClaim.Kind) -> String {
        switch kind {
        case .attach: "attached by an agent"
        case .appAccountToken: "the purchase carries the customer's token"
        case .named: "whoever brought a document named the customer"
        case .purchaseReport: "the app reported the purchase"
        }
    }
}
