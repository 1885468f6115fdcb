public import Purchases

/// One entry of the merged timeline, on two clocks: when it happened, and when we learned it.
public struct TimelineEvent: Hashable, Sendable {
    /// What an entry is about.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A purchase or a renewal.
        case purchase
        /// A refund.
        case refund
        /// A loss of family sharing.
        case familyRevoke = "family_revoke"
        /// A notification by the App Store.
        case notification
        /// A make-good.
        case grant
        /// A make-good taken back.
        case grantRevoked = "grant_revoked"
        /// A note by an agent.
        case note
        /// A chain that an agent moved.
        case attach
        /// A purchase attempt that the app reported.
        case report
        /// A ticket that was opened, moved or resolved.
        case ticket
    }

    /// Where an entry comes from.
    public enum Source: String, Hashable, Sendable {
        /// The App Store.
        case appStore = "app_store"
        /// An agent.
        case agent
        /// The app.
        case app
    }

    /// When it happened.
    public let happenedAt: Instant
    /// When we learned it.
    public let learnedAt: Instant
    /// What it is about.
    public let kind: Kind
    /// What happened, in words.
    public let text: String
    /// Where it comes from.
    public let source: Source
    /// The transaction, the grant, the chain: what to look at.
    public let reference: String?
    /// The document that told it; nil for what no document told.
    public let evidence: Evidence?

    /// An entry.
    init(
        happenedAt: Instant, learnedAt: Instant, kind: Kind, text: String, source: Source, reference: String?,
        evidence: Evidence? = nil
    ) {
        (self.happenedAt, self.learnedAt, self.kind) = (happenedAt, learnedAt, kind)
        (self.text, self.source, self.reference) = (text, source, reference)
        self.evidence = evidence
    }
}
