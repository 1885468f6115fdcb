/// What superseded an attempt that never was charged: the same customer was charged for the same product soon after, as the
/// App Store does once an interrupted purchase is settled or a family organiser approved it.
package enum Superseding: Hashable, Sendable {
    /// Another attempt that was charged.
    case attempt(AttemptID)
    /// A charge of which the App Store's record alone tells.
    case charge(TransactionID)

    /// The attempt; nil for a charge of which the record alone tells.
    package var attempt: AttemptID? { if case .attempt(let attempt) = self { attempt } else { nil } }

    /// The first of what followed an attempt; of both at once the attempt, which says more.
    package static func first(
        attempt: (AttemptID, at: Instant)?, charge: (TransactionID, at: Instant)?
    ) -> Superseding? {
        switch (attempt, charge) {
        case (nil, nil): nil
        case (let attempt?, nil): .attempt(attempt.0)
        case (nil, let charge?): .charge(charge.0)
        case (let attempt?, let charge?):
            attempt.at <= charge.at ? .attempt(attempt.0) : .charge(charge.0)
        }
    }
}
