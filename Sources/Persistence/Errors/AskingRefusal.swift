package import Purchases

/// Why something is not asked of the App Store, or not cancelled. Its code is `conflict`.
package enum AskingRefusal: Hashable, Sendable {
    /// It came to its end already.
    case ended(AppStoreRequestID, AppStoreRequest.State)
    /// It is being asked at this moment.
    case taken(AppStoreRequestID)
    /// A ticket's transaction is not finished, and why not.
    case notFinishable(TicketID, FinishRefusal)
    /// A chain's renewal date cannot be moved, and why; none of the reasons where nothing of it is known.
    case notExtensible(OriginalTransactionID, [ExtensionObstacle])
    /// None of an incident's chains can be renewed later.
    case nobodyExtensible(IncidentID)
    /// Another extension of the same waits already.
    case extensionWaits(AppStoreRequestID)
    /// A customer's token is not signed into a chain, and what stands against it.
    case tokenRefused(OriginalTransactionID, AppUserID, AccountTokenObstacle)
    /// Another customer's token waits to be signed into the chain.
    case tokenWaits(AppStoreRequestID)
}
