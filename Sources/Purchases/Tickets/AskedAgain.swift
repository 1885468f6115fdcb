/// That an attempt to buy began within seconds after the customer had cancelled one: nobody is so quick as an app that asks
/// again by itself, for which Apple removes apps and closes accounts.
package struct AskedAgain: Hashable, Sendable {
    /// So soon after it a person hardly asks for it again.†
    package static let window = TimeLength.seconds(10)

    /// The attempt that the customer cancelled.
    package let cancelled: AttemptID
    /// When the customer did.
    package let cancelledAt: Instant
    /// The attempt that began next; it may be the same, begun anew.
    package let next: AttemptID
    /// When it began.
    package let nextAt: Instant

    /// What an app tells of an attempt, by the clock of its device.
    package struct Telling: Hashable, Sendable {
        /// What is told.
        package enum Kind: Hashable, Sendable {
            /// The attempt began.
            case begun
            /// The customer cancelled it.
            case cancelled
        }

        let attempt: AttemptID
        let at: Instant
        let kind: Kind

        /// Something told of an attempt.
        package init(_ kind: Kind, _ attempt: AttemptID, at: Instant) {
            (self.attempt, self.at, self.kind) = (attempt, at, kind)
        }
    }

    /// An attempt that began after one that was cancelled.
    package init(cancelled: AttemptID, at: Instant, next: AttemptID, nextAt: Instant) {
        (self.cancelled, self.cancelledAt, self.next, self.nextAt) = (cancelled, at, next, nextAt)
    }

    /// Each of one customer's attempts that was cancelled and followed within seconds, the newest first.
    package static func all(in tellings: [Telling]) -> [AskedAgain] {
        let inOrder = tellings.sorted {
            $0.at != $1.at ? $0.at < $1.at : $0.attempt < $1.attempt
        }
        return inOrder.reversed().compactMap { told in
            guard told.kind == .cancelled else { return nil }
            let next = inOrder.first {
                $0.kind == .begun && $0.at > told.at && $0.at <= told.at + window
            }
            return next.map {
                AskedAgain(cancelled: told.attempt, at: told.at, next: $0.attempt, nextAt: $0.at)
            }
        }
    }
}
