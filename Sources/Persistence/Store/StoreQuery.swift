package import Purchases

/// A question to the store, as a value that knows the page that answers it.
///
/// ```swift
/// let page = try store.page(of: TicketQuery("27"), by: agent, at: now)
/// ```
package protocol StoreQuery: Hashable, Sendable {
    /// The answer to it.
    associatedtype Page: Sendable

    /// Whether viewers, the roles from which personal data is hidden, get no page at all.
    static var isHiddenFromViewers: Bool { get }

    /// Answers it from one moment of the store.
    func page(in reading: StoreReading) throws -> Page
}

extension StoreQuery {
    /// They get one, with names masked and typed texts hidden.
    package static var isHiddenFromViewers: Bool { false }
}

/// A question that comes before an act that no viewer may do, or that shows a document whole.
package protocol HiddenQuery: StoreQuery {}

extension HiddenQuery {
    package static var isHiddenFromViewers: Bool { true }
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
