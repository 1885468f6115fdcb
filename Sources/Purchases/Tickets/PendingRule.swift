/// How long a purchase that is under way may stay so before it counts as failed.
///
/// Twenty-four hours, and forty-eight for one that waits for somebody's approval.†
struct PendingRule: Hashable, Sendable {
    /// When it counts as failed; nil when it is not under way.
    let deadline: Instant?

    /// Looks at the last state that the app told; no state yet counts as purchasing.
    init(_ purchase: Purchase) {
        let last = purchase.events.last { $0.event.step.isPaymentState }
        switch last?.event.step {
        case .purchasing?, .deferred?:
            deadline = last.map { $0.toldAt + TicketRules.patience(with: $0.event.step) }
        case nil:
            let since = purchase.events.first?.toldAt ?? purchase.attempts.first?.receivedAt
            deadline = since.map { $0 + TicketRules.patience(with: .purchasing) }
        default: deadline = nil
        }
    }
}
