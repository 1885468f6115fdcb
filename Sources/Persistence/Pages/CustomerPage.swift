public import Purchases

/// Everything about one customer at a moment, read at once.
public struct CustomerPage: Sendable {
    /// The moment that the page shows.
    public let at: Instant
    /// The verdicts on every entitlement, with what they rest on.
    public let access: CustomerAccess
    /// The customer's chains, the newest purchase first.
    public let chains: [ChainPage]
    /// The failed purchases, those in queues first, the worst of them first.
    public let tickets: [Ticket]
    /// What agents wrote, oldest first.
    public let notes: [CustomerNote]
    /// Everything that happened, oldest first.
    public let events: [TimelineEvent]
    /// The chains that this customer and others claim.
    public let disputes: [ChainDispute]
    /// The customer's token, where others carry it, too.
    public let sharedToken: SharedToken?

    /// The customer.
    public var customer: Customer { access.facts.customer }
    /// The grants given, revoked ones too, oldest first.
    public var grants: [Grant] { access.facts.grants }
    /// The verdicts at the page's moment.
    public var verdicts: [EntitlementAccess] { access.verdicts(at: at) }

    /// What was paid and not delivered, the worst first.
    public var owed: [OwedPurchase] { access.facts.owed }

    /// What whoever reads the page has to know beside it, a sentence each.
    public var warnings: [String] {
        disputes.map(\.sentence) + [sharedToken?.sentence].compactMap { $0 }
    }

    /// Whether a verdict rests on a chain of which notifications told that nothing vouches for.
    public func restsOnUnchecked(_ verdict: EntitlementAccess) -> Bool {
        verdict.sources.contains { source in
            guard case .chain(let id) = source.origin else { return false }
            return chains.contains { page in
                page.chain.id == id && page.chain.environment == source.environment
                    && page.notifications.contains { $0.check == .unchecked }
            }
        }
    }
}
