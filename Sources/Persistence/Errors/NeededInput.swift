package import Purchases

/// What has to be said for an act. Its code is `usage`.
package enum NeededInput: Hashable, Sendable {
    case reason(for: Explained)
    case note(for: Noted)
    /// How many were credited, for an end as credited.
    case quantity
    /// The ticket that says how much was lost.
    case ticket
    /// The name once more of what will be gone.
    case confirmation(of: Confirmed)

    /// What is done for a reason.
    package enum Explained: Hashable, Sendable {
        /// Attaching a chain, or a token to one.
        case attaching
        /// Erasing a person.
        case erasing
        /// Looking at personal data.
        case revealing
        /// Ending a grant.
        case revoking
        /// Passing a ticket over.
        case skipping
        /// Saying something other than the facts about a refund, or nothing.
        case answering(RefundRequestID)
    }

    /// What is done with a note.
    package enum Noted: Hashable, Sendable {
        /// A grant whose reason is `other`.
        case otherReason
        /// Declining a request.
        case declining
        /// Reopening a ticket.
        case reopening
        /// Such an end of a ticket.
        case ending(as: TicketResolution)
    }

    /// What is confirmed by its name.
    package enum Confirmed: Hashable, Sendable {
        case erasing(AppUserID)
        /// Replacing the store of that name.
        case replacing(String)
    }
}
