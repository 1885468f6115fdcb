package import Purchases

/// What can be taken back no more, since its moment is over: the subject of `StoreError.over`. The policy sets the
/// moment (`CancelWindow`); its words are in Wording's `ReversalErrors.swift`.
package enum Reversal: Hashable, Sendable {
    case grant(GrantID)
    case batch(BatchID)
    /// A ticket that was opened by hand.
    case ticket(TicketID)

    /// What kind of failure it is when the moment is over.
    var code: StoreError.Code {
        switch self {
        case .grant, .batch: .refused
        case .ticket: .conflict
        }
    }
}

/// What another agent did, so that it is not taken back: the subject of `StoreError.ofAnother`. Its code is `refused`.
package enum OwnAct: Hashable, Sendable {
    case grant(GrantID)
    case request(RequestID)
    /// A ticket that was opened by hand; leads take it back, too.
    case ticket(TicketID)
}
