package import Purchases

/// What its own agent can take back within a short time, which the policy sets.
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

/// What only its agent takes back. Its code is `refused`.
package enum OwnAct: Hashable, Sendable {
    case grant(GrantID)
    case request(RequestID)
    /// A ticket that was opened by hand; leads take it back, too.
    case ticket(TicketID)
}
