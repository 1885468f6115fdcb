package import Purchases

/// A question to the store, as a value that knows the page that answers it.
///
/// ```swift
/// let page = try store.page(of: TicketQuery("27"), by: agent, at: now)
/// ```
package protocol StoreQuery: Hashable, Sendable {
    /// The answer to it.
    associatedtype Page: StorePage & Sendable

    /// Answers it from one moment of the store.
    func page(in reading: StoreReading) throws -> Page

    /// The page as viewers see it; as the page itself says, unless the question knows better.
    func forViewers(_ page: Page, in reading: StoreReading) throws -> Page
}

extension StoreQuery {
    package func forViewers(_ page: Page, in reading: StoreReading) throws -> Page {
        try page.forViewers()
    }
}

/// One moment of the store, in which a question is answered, with the agent who asks and the time.
package struct StoreReading {
    /// The connection, inside its transaction.
    let db: Connection
    /// The agent who asks; nil where nobody in particular does.
    let agent: AgentName?
    /// The present, or the moment that is asked about.
    package let now: Instant
    /// Whether it can be told here who somebody is.
    let knowsLogins: Bool
}
