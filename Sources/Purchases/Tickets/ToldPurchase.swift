/// What a person was told of a purchase, and opened a ticket for: neither the app's word nor an event.
///
/// For its group a purchase that somebody says was charged counts as charged and as exhausted†: nothing will be tried any
/// more of what no app reported. It is unproved until the App Store's record or a report of the app's comes.
package struct ToldPurchase: Hashable, Sendable {
    /// From where it is known.
    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// Somebody said it.
        case customer
        /// Nobody did: it is a charge on the App Store's record of which no app told.
        case silentLoss = "silent_loss"
        /// Stores of before kept what was said as events, and counted them as the app's: what they say does not end tries.
        case events
    }

    package let agent: AgentName
    package let at: Instant
    /// When the customer was charged, as it was told; nil when the customer was not.
    package let chargedAt: Instant?
    /// Whether it was told that the app closed the payment transaction.
    package let isFinished: Bool
    /// From where it is known.
    package let source: Source
    /// The words in which it was told; nil where nobody kept any.
    package var text: FreeText?
    /// The helpdesk's case.
    package let reference: String?

    /// What a person was told.
    package init(
        by agent: AgentName, at: Instant, chargedAt: Instant?, isFinished: Bool = false,
        source: Source = .customer, text: FreeText? = nil, reference: String? = nil
    ) {
        (self.agent, self.at, self.chargedAt, self.isFinished) = (agent, at, chargedAt, isFinished)
        (self.source, self.text, self.reference) = (source, text, reference)
    }

    /// What a store of before kept as events of an agent; nil where none is one.
    init?(events: [PurchaseAttempt.Reported]) {
        guard let first = events.min(by: { $0.receivedAt < $1.receivedAt }), let agent = first.event.agent
        else { return nil }
        self.init(
            by: agent, at: first.receivedAt,
            chargedAt: events.first { $0.event.step == .purchased }?.toldAt,
            isFinished: events.contains { $0.event.step == .finished }, source: .events)
    }

    /// Whether nothing is tried any more.
    var isExhausted: Bool { chargedAt != nil && source != .events }

    /// Whether somebody tells again what was told: whoever says of no day that it was charged says that it was now.
    package func isSame(as other: ToldPurchase) -> Bool {
        let isOfNow = chargedAt == at && other.chargedAt == other.at
        return (chargedAt == other.chargedAt || isOfNow)
            && (isFinished, source, text, reference)
                == (other.isFinished, other.source, other.text, other.reference)
    }
}
