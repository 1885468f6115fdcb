package import Purchases

/// What does not exist by that name; `near` are the names that may be meant. Its code is `not_found`.
package enum UnknownSubject: Hashable, Sendable {
    /// A login in the list of agents.
    case agent(AgentName)
    /// A value in the list of a setting.
    case value(_ text: String, of: Setting)
    case secret
    /// The name of an API key.
    case keyName(String)
    /// A receiver or a message.
    case webhook(String)
    case customer(AppUserID, near: [String] = [])
    /// The customer to whom a chain is to be attached.
    case holder(AppUserID, near: [String] = [])
    case chain(OriginalTransactionID)
    /// The chain for which an order id is to be recorded.
    case chainOfOrder(OriginalTransactionID)
    case subscription(ProductID)
    case entitlement(EntitlementID, near: [String])
    case grant(GrantID)
    case ticket(TicketID)
    case request(RequestID)
    case batch(BatchID)
    case incident(IncidentID)
    /// What is asked of the App Store.
    case asked(AppStoreRequestID)
    case refund(RefundRequestID)
    /// A document in quarantine.
    case quarantined(Int64)
}
