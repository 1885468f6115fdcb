/// The kinds of things that change, as the log of changes names them.
public enum Entity: String, Hashable, Sendable, CaseIterable {
    /// A customer; the id is its `app_user_id`.
    case customer
    /// A chain; the id is its `original_transaction_id`.
    case chain
    /// A grant.
    case grant
    /// A ticket.
    case ticket
    /// The catalogue; the id is the product or empty.
    case catalog
    /// A setting; the id is its key.
    case setting
    /// An agent; the id is the login.
    case agent
    /// Quarantined documents.
    case quarantine
    /// A document that came in.
    case document
}
