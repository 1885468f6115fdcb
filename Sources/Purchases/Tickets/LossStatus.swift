/// What has become of a loss of funds, by which the review counts it. ``ChargeStatus`` says it of every charge, for the
/// balance.
package enum LossStatus: String, Hashable, Codable, Sendable, CaseIterable {
    /// Nothing yet, what waits included.
    case open
    /// A grant made it good.
    case madeGood = "made_good"
    /// A lost consumable was credited in the app's own system.
    case credited
    /// Apple gave the money back.
    case refunded
    /// A lead decided that it ends here; also what a person called a duplicate though the App Store charged for it.
    case writtenOff = "written_off"
    /// A person said how it ended, and no fact shows it.
    case closedWithoutProof = "closed_without_proof"
    /// It arrived after all: no money is lost, and it is counted apart.
    case delivered

    /// The standings of money that was lost, whatever became of it.
    package static let lost: Set<LossStatus> = [
        .open, .madeGood, .credited, .refunded, .writtenOff, .closedWithoutProof,
    ]

    /// The standings of losses that ended.
    package static let closed = lost.subtracting([.open])

    /// The standing of a ticket; nil for one that counts in no sum.
    ///
    /// Only tickets of which the last group is 3 count. What only somebody's word says was charged is no loss that anybody
    /// can prove; what was merged into another ticket is counted there; and what the facts found to be superseded or never
    /// charged lost nobody's money.†
    package init?(
        group: ErrorGroup, resolution: TicketResolution?, isWithoutProof: Bool, isEndedByPerson: Bool,
        isOnRecord: Bool, isUnproved: Bool, isMerged: Bool
    ) {
        guard group == .lossOfFunds, !isUnproved, !isMerged else { return nil }
        switch resolution {
        case .some where isWithoutProof: self = .closedWithoutProof
        case nil: self = .open
        case .madeGood?: self = .madeGood
        case .credited?: self = .credited
        case .refunded?: self = .refunded
        case .writtenOff?: self = .writtenOff
        case .delivered?: self = .delivered
        case .duplicate? where isEndedByPerson && isOnRecord: self = .writtenOff
        case .duplicate?, .superseded?, .notCharged?, .withdrawn?: return nil
        }
    }
}

/// What losses of funds are looked at by.
package enum LossDimension: String, Hashable, Codable, Sendable, CaseIterable {
    case cause
    case product
    /// The app's version that made the purchase.
    case version
    /// Where it was bought.
    case storefront
}

extension Money {
    /// The most that a single price may be to be counted, in thousandths of a unit: a billion units.†
    ///
    /// Nobody sells at such prices, and nine million of them still fit a sum. What claims to be more, or as much below
    /// nothing, counts as a price that nobody knows.
    package static let mostCounted: Int64 = 1_000_000_000_000

    /// Whether sums take it.
    package var isCountable: Bool { (-Money.mostCounted...Money.mostCounted).contains(milliunits) }
}
