package import Purchases

/// What a console has in front: a ticket, a customer, or a ticket's customer.
package struct Attention: Hashable, Sendable {
    /// Whether something is typed about it or it is only looked at.
    package enum Manner: String, Codable, Hashable, Sendable {
        /// It is on the screen.
        case views
        /// A form about it is open.
        case edits
    }

    /// Whether something is typed about it.
    package let manner: Manner
    /// The ticket; nil when it is a customer alone.
    package let ticket: TicketID?
    /// The customer; nil for a ticket without one.
    package let customer: AppUserID?

    /// Something that is in front.
    package init(_ manner: Manner, ticket: TicketID? = nil, customer: AppUserID? = nil) {
        (self.manner, self.ticket, self.customer) = (manner, ticket, customer)
    }
}

/// A console that runs now, as another one sees it.
package struct PresentConsole: Hashable, Sendable, Identifiable {
    /// The name of its file: two consoles of one agent are two.
    package let id: String
    /// Who sits at it.
    package let agent: AgentName
    /// Its process, a number of its own host or container.
    package let process: Int32
    /// Since when it has in front what it has.
    package let since: Instant
    /// What it has in front; nil for neither a ticket nor a customer.
    package let attention: Attention?

    /// A console that says this of itself.
    package init(
        id: String, agent: AgentName, process: Int32, since: Instant, attention: Attention?
    ) {
        (self.id, self.agent, self.process, self.since) = (id, agent, process, since)
        self.attention = attention
    }
}

/// A console's own presence: others see it for as long as the console runs.
///
/// Its functions may write: callers run them off the main actor, one after the other.
package final class Presence: Sendable {
    /// How others name it: two consoles of one agent are two.
    package let id: String
    private let showing: @Sendable (Attention?, Instant) -> Void
    private let leaving: @Sendable () -> Void

    /// A presence of which an engine tells others.
    package init(
        id: String, showing: @escaping @Sendable (Attention?, Instant) -> Void,
        leaving: @escaping @Sendable () -> Void
    ) {
        (self.id, self.showing, self.leaving) = (id, showing, leaving)
    }

    deinit { leave() }

    /// Says what this console has in front from now on; nothing when it has left.
    package func show(_ attention: Attention?, at now: Instant) { showing(attention, now) }

    /// Lets others know that nobody sits here any more.
    package func leave() { leaving() }
}

extension Store {
    /// Lets the other consoles know that somebody sits at this one; nil where no other console can be told: in memory, and
    /// where nothing is written.
    ///
    /// - Throws: `StoreError`: unavailable when it cannot be told.
    package func enterPresence(as agent: AgentName, at now: Instant) throws(StoreError) -> Presence? {
        isReadOnly ? nil : try StoreError.translating { try engine.enterPresence(as: agent, at: now) }
    }

    /// The consoles that work on this store now, this process's own among them.
    ///
    /// What cannot be read is nobody: presence is a courtesy, never a lock.
    package func presences() -> [PresentConsole] { engine.presences() }

    /// Tells which other consoles there are, at first and whenever that changes, until the watcher is let go.
    ///
    /// Calls back on a queue of its own, one call after the other; nil for a store in memory.
    package func watchPresences(
        besides own: Presence?, _ deliver: @escaping @Sendable ([PresentConsole]) -> Void
    ) -> StoreWatcher? {
        engine.watchPresences(besides: own?.id, deliver)
    }
}
