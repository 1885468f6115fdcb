package import Purchases

/// Why nothing is done with a ticket.
package enum TicketRefusal: Hashable, Sendable {
    /// Somebody works on it.
    case held(by: AgentName)
    /// Nobody holds it, and it is to be released.
    case notHeld
    /// It is not what it was when it was looked at.
    case changed(state: TicketState, group: ErrorGroup, cause: String)
    /// It was resolved before: how, by whom and when.
    case resolved(as: TicketResolution?, by: AgentName?, at: Instant?)
    /// It is to be reopened, and is not resolved.
    case notResolved
    /// It is to be reopened, and is a duplicate of another.
    case duplicate
    /// It is to be reopened, and was taken back.
    case withdrawn
    /// It is to be taken back, and was not opened by hand, or an app has told of its purchase since.
    case notOpenedByHand
    /// No fact shows this end, and this is missing beside it.
    case endNeedsProof(TicketResolution, [EndingNeed])
    /// An end waits for a lead, asked by a request of somebody.
    case endWaits(RequestID, by: AgentName)
    /// It is no duplicate of another, and why not.
    case noDuplicate(of: TicketID, DuplicateObstacle)
    /// It is said to belong together with itself.
    case linkedToItself
    /// No charge is known, so that there is nothing to deliver.
    case nothingToRetry

    var code: StoreError.Code {
        switch self {
        case .held, .notHeld, .changed, .resolved, .notResolved, .duplicate, .withdrawn, .notOpenedByHand,
            .endWaits, .noDuplicate:
            .conflict
        case .endNeedsProof, .linkedToItself, .nothingToRetry: .usage
        }
    }
}

/// Why no ticket is opened. Its code is `conflict`.
package enum OpeningRefusal: Hashable, Sendable {
    /// The purchase was delivered.
    case delivered
    /// The charge has this ticket.
    case hasTicket(TicketID)
    /// The transaction is no silent loss.
    case noSilentLoss(TransactionID)
}
