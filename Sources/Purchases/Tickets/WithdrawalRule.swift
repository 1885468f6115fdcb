/// Which tickets are taken back as opened by mistake: those that were opened by hand alone, by whoever opened them or by a
/// lead, in the moment after.
///
/// † Ours: the same moment as after a grant. As soon as an app tells of the purchase, the ticket is the app's, too.
package enum WithdrawalRule {
    /// Why a ticket is not taken back.
    package enum Refusal: Hashable, Sendable {
        /// It was not opened by hand, or an app has told of its purchase since.
        case notByHand
        /// Somebody else opened it.
        case openedByAnother(AgentName)
        /// The moment is over, since then; nil where the policy gives none.
        case over(since: Instant?)
    }

    /// The moment in which a ticket for a purchase can be taken back; nil where it never can.
    package static func window(of purchase: Purchase, for length: TimeLength) -> CancelWindow? {
        guard isByHandAlone(purchase), let opened = purchase.heard.first else { return nil }
        return CancelWindow(from: opened.at, for: length)
    }

    /// Why somebody does not take back the ticket for a purchase; nil when that may be.
    package static func refusal(
        of purchase: Purchase, to agent: AgentName, as role: Role, for length: TimeLength, at now: Instant
    ) -> Refusal? {
        guard isByHandAlone(purchase) else { return .notByHand }
        if role != .lead, let other = purchase.heard.first(where: { $0.agent != agent }) {
            return .openedByAnother(other.agent)
        }
        let moment = window(of: purchase, for: length)
        return moment?.left(at: now) == nil ? .over(since: moment?.end) : nil
    }

    private static func isByHandAlone(_ purchase: Purchase) -> Bool {
        !purchase.heard.isEmpty && purchase.heard.count == purchase.attempts.count && purchase.events.isEmpty
    }
}
