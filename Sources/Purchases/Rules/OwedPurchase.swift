/// A purchase that was paid and not delivered: what an unresolved ticket says is owed to its customer.
///
/// It stands before everything else in the verdict on each entitlement that its product unlocks, so that nobody who
/// reads the page sends away a customer whose money was taken.
public struct OwedPurchase: Hashable, Codable, Sendable {
    /// The ticket.
    public let ticket: TicketID
    /// How bad it is: ``ErrorGroup/lossOfFunds`` or ``ErrorGroup/undelivered``.
    public let group: ErrorGroup
    /// What was bought; nil when nothing tells.
    public let product: ProductID?
    /// The chain; nil while nothing tells.
    public let originalTransactionID: OriginalTransactionID?
    /// What was paid; nil when nothing tells.
    public let money: Money?
    /// Whether a free trial was taken, so that no money is lost.
    public let isTrial: Bool
    /// Whether the App Store's own record shows the charge, and not only the app's word.
    public let isProven: Bool
    /// When it was charged; nil when nothing tells.
    public let chargedAt: Instant?
    /// The time that was paid for and not given, without end for a product without end; nil when nothing tells.
    public let lost: Span?
    /// What the product unlocks.
    public let entitlements: [EntitlementID]
    /// Why it failed.
    public let cause: TicketCause
    /// How the ticket ends when its advice is followed; nil when the advice is to wait or to ask.
    public let expectedEnd: TicketResolution?
    /// What to do while it is not overdue.
    public let nextStep: TicketStep
    /// From when nobody is told to wait for it; nil where nothing sets an end.
    var overdueFrom: Instant? = nil
    /// The end of its ticket that a lead was asked for; nil where none was.
    public var askedEnd: AskedEnd? = nil

    /// Whether a grant of that time, with what the ticket's grants gave before, gives back no more than what was lost
    /// and is proven.
    ///
    /// Limits are for generosity, not for restitution: such a grant counts against none. What was taken back before it
    /// ended counts for the time that it ran.
    public func isRestored(by span: Span, after grants: [Grant] = []) -> Bool {
        guard isProven, let lost else { return false }
        let given = grants.filter { !$0.isBridge }.compactMap(\.span)
        guard let most = lost.length else { return given.allSatisfy { $0.until != nil } }
        let lengths = (given + [span]).map(\.length)
        return !lengths.contains(nil) && lengths.compactMap { $0 }.reduce(.zero, +) <= most
    }

    /// Whether its advice is to look at it before anything is made good: its receipt could not be authenticated.
    public var isDoubtful: Bool { group == .lossOfFunds && cause == .notAuthenticated && !isProven }

    /// The step of a verdict's walk that it is.
    public var reason: Reason {
        Reason(group == .lossOfFunds ? .lossOfFunds : .undelivered, .owed(self), at: chargedAt)
    }

    /// The worse group first, then what was charged first, then the smaller number.
    public static func precedes(_ left: OwedPurchase, _ right: OwedPurchase) -> Bool {
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
