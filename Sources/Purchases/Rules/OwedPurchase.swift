/// A purchase that was paid and not delivered: what an unresolved ticket says is owed to its customer.
///
/// It stands before everything else in the verdict on each entitlement that its product unlocks, so that nobody who
/// reads the page sends away a customer whose money was taken.
package struct OwedPurchase: Hashable, Codable, Sendable {
    package let ticket: TicketID
    /// How bad it is: ``ErrorGroup/lossOfFunds`` or ``ErrorGroup/undelivered``.
    package let group: ErrorGroup
    /// What was bought; nil when nothing tells.
    package let product: ProductID?
    /// The chain; nil while nothing tells.
    package let originalTransactionID: OriginalTransactionID?
    /// What was paid; nil when nothing tells.
    package let money: Money?
    /// Whether a free trial was taken, so that no money is lost.
    package let isTrial: Bool
    /// Whether the App Store's own record shows the charge, and not only the app's word.
    package let isProven: Bool
    /// When it was charged; nil when nothing tells.
    package let chargedAt: Instant?
    /// The time that was paid for and not given, without end for a product without end; nil when nothing tells.
    package let lost: Span?
    /// What the product unlocks.
    package let entitlements: [EntitlementID]
    package let cause: TicketCause
    /// How the ticket ends when its advice is followed; nil when the advice is to wait or to ask.
    package let expectedEnd: TicketResolution?
    /// What to do while it is not overdue.
    package let nextStep: TicketStep
    /// From when nobody is told to wait for it; nil where nothing sets an end.
    var overdueFrom: Instant? = nil
    /// The end of its ticket that a lead was asked for; nil where none was.
    package var askedEnd: AskedEnd? = nil

    /// Whether a grant of that time, with what the ticket's grants gave before, gives back no more than what was lost
    /// and is proven.
    ///
    /// Limits are for generosity, not for restitution: such a grant counts against none. What was taken back before it
    /// ended counts for the time that it ran.
    package func isRestored(by span: Span, after grants: [Grant] = []) -> Bool {
        guard isProven, let lost else { return false }
        let given = grants.filter { !$0.isBridge }.compactMap(\.span)
        guard let most = lost.length else { return given.allSatisfy { $0.until != nil } }
        let lengths = (given + [span]).map(\.length)
        return !lengths.contains(nil) && lengths.compactMap { $0 }.reduce(.zero, +) <= most
    }

    /// Whether its advice is to look at it before anything is made good: its receipt could not be authenticated.
    package var isDoubtful: Bool { group == .lossOfFunds && cause == .notAuthenticated && !isProven }

    /// The step of a verdict's walk that it is.
    package var reason: Reason {
        Reason(group == .lossOfFunds ? .lossOfFunds : .undelivered, .owed(self), at: chargedAt)
    }

    /// The worse group first, then what was charged first, then the smaller number.
    package static func precedes(_ left: OwedPurchase, _ right: OwedPurchase) -> Bool {
        if left.group != right.group { return left.group > right.group }
        let charged = (left.chargedAt ?? .earliest, right.chargedAt ?? .earliest)
        if charged.0 != charged.1 { return charged.0 < charged.1 }
        return (Int64(left.ticket.rawValue) ?? .max) < (Int64(right.ticket.rawValue) ?? .max)
    }
}

extension KeyedDecodingContainer {
    /// Verdicts that were kept before losses stood in them tell of none.
    func decode(_ type: [OwedPurchase].Type, forKey key: Key) throws -> [OwedPurchase] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}
