/// Which losses of funds a ``TicketFilter`` means by `loss:`: those of one ``LossStatus``, or of several. The filter's
/// words for prices and days are below.
package enum LossChoice: String, Hashable, Sendable, CaseIterable {
    /// Money that was lost, whatever became of it.
    case lost
    /// What is still lost.
    case open
    /// What ended, in any way.
    case closed
    /// What a grant made good.
    case madeGood = "made_good"
    /// What was credited in the app's own system.
    case credited
    /// What Apple gave back.
    case refunded
    case writtenOff = "written_off"
    /// What ended as a person says, and no fact shows.
    case closedWithoutProof = "closed_without_proof"
    /// What arrived after all, and is not lost.
    case delivered

    /// The standings that are meant.
    package var standings: Set<LossStatus> {
        switch self {
        case .lost: LossStatus.lost
        case .closed: LossStatus.closed
        case .open: [.open]
        case .madeGood: [.madeGood]
        case .credited: [.credited]
        case .refunded: [.refunded]
        case .writtenOff: [.writtenOff]
        case .closedWithoutProof: [.closedWithoutProof]
        case .delivered: [.delivered]
        }
    }

    /// The one that means a standing alone.
    package init(_ standing: LossStatus) {
        switch standing {
        case .open: self = .open
        case .madeGood: self = .madeGood
        case .credited: self = .credited
        case .refunded: self = .refunded
        case .writtenOff: self = .writtenOff
        case .closedWithoutProof: self = .closedWithoutProof
        case .delivered: self = .delivered
        }
    }
}

extension TicketFilter {
    /// What stands in a filter for a version, a storefront or a product that nothing tells.
    package static let nothing = "none"

    /// What is known of a price.
    package enum Price: String, Hashable, Sendable, CaseIterable {
        /// Nothing tells it.
        case unknown
        /// It is 0.00.
        case zero
        /// It is below nothing.
        case negative
    }

    /// Whole days in UTC, from one to another.
    package struct ChargedDays: Hashable, Sendable {
        /// The midnight with which the first day begins; nil: as early as there is.
        package let since: Instant?
        /// The midnight with which the last day ends; nil: as late as there is.
        package let until: Instant?

        /// The days from one to another, both included.
        package init(from first: Instant?, through last: Instant?) {
            since = first.map { $0.endOfDay - .days(1) }
            until = last?.endOfDay
        }

        /// Reads a day, or two days with `..` between, of which one may be missing; a day as ``TimePhrase`` reads it.
        init?(_ text: String, at now: Instant) {
            let ends = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init)
            let days = ends.map { TimePhrase($0)?.instant(at: now) }
            guard zip(ends, days).allSatisfy({ $0.isEmpty || $1 != nil }), days.contains(where: { $0 != nil })
            else { return nil }
            self.init(from: days[0], through: days[days.count - 1])
        }
    }
}
