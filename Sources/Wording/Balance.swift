package import Persistence
import Purchases

/// The balance in words: its terms, and what recounting it found.
extension BalanceTerm {
    /// The term as a person reads it.
    package var title: String {
        switch self {
        case .charged: "charged"
        case .delivered: "delivered"
        case .untold: "nothing tells"
        case .refunded: "refunded"
        case .madeGood: "made good"
        case .credited: "credited"
        case .writtenOff: "written off"
        case .closedWithoutProof: "closed without proof"
        case .open: "open"
        case .openOwned: "with an agent"
        case .openUnowned: "without an agent"
        case .silent: "silent"
        }
    }

    /// What stands in the term, in a sentence; ``explanation`` says besides what other pages count otherwise.
    package var meaning: String {
        switch self {
        case .charged: "all that was charged in the environments that the store serves"
        case .delivered: "the customer got it, or nothing says that it was not delivered"
        case .untold: "nothing says that it was delivered, and nothing that it was not"
        case .refunded: "Apple gave it back; of a refund in part only the share"
        case .madeGood: "a grant made it good"
        case .credited: "the app gave it in its own system"
        case .writtenOff: "a lead gave it up"
        case .closedWithoutProof: "somebody said how it ended, no fact shows it"
        case .open: "its ticket is in a queue, or waits"
        case .openOwned: "somebody works on its ticket"
        case .openUnowned: "nobody works on its ticket"
        case .silent: "no app told of it, and nobody got it in time"
        }
    }

    /// What stands in the term, and where the review and the queues count the same otherwise.
    package var explanation: String {
        switch self {
        case .refunded:
            "Apple gave it back, also of what was made good before; of a refund in part only the share"
        case .madeGood:
            "a grant made it good; what Apple gave back as well counts as refunded here, and as made good in the review"
        case .open:
            "its ticket is in queue 2 or 3, or waits; the review counts queue 3 only, and what only a person's word tells counts in neither"
        case .charged, .delivered, .untold, .credited, .writtenOff, .closedWithoutProof, .openOwned,
            .openUnowned,
            .silent:
            meaning
        }
    }
}

/// What the balance and its check come to, in sentences.
package enum BalanceText {
    /// The name of a currency in lists; what is said of charges of which nothing tells what was paid.
    package static func currency(_ currency: String?) -> String { currency ?? "no price" }

    /// An amount, or how many charges where nothing tells what was paid; empty where there is none.
    package static func amount(_ sum: BalanceSum, in currency: String?) -> String {
        guard sum.charges != 0 || sum.milliunits != 0 else { return "" }
        return sum.money(in: currency)?.amount ?? Counting.of(sum.charges, "charge")
    }

    /// What is said of such charges at length.
    package static let unpriced = "without a price: nothing tells what was paid"

    /// What recounting found.
    package static func check(_ check: BalanceCheck) -> [String] {
        guard !check.isRight else {
            return ["the balance holds: \(Counting.of(check.charges, "charge")) recounted, nothing differs"]
        }
        let more = check.count - check.findings.count
        return [
            "the balance does not hold: \(Counting.of(check.charges, "charge")) recounted, \(Counting.of(check.count, "difference"))"
        ] + check.findings.map(finding) + (more > 0 ? ["and \(more) more"] : [])
    }

    private static func finding(_ finding: BalanceFinding) -> String {
        let (kept, recounted) = (finding.kept ?? "nothing", finding.recounted ?? "nothing")
        return switch finding.code {
        case .missing: "\(finding.subject) is not kept: \(recounted)"
        case .strange: "\(finding.subject) is kept, and no fact tells it: \(kept)"
        case .different: "\(finding.subject) is kept as \(kept), and the facts say \(recounted)"
        case .sum: "\(finding.subject): kept are \(kept), its charges come to \(recounted)"
        case .unbalanced: "\(finding.subject): charged are \(kept), the terms come to \(recounted)"
        }
    }
}
