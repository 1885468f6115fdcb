package import Purchases

/// What a store stands on: where its rows lie, how they are read, and who may write them when.
///
/// A store in a file is one (room FileStore); it knows this room, and this room knows no engine. Programs choose one in one
/// place, where they open the store.
///
/// | an engine has to | so that |
/// | --- | --- |
/// | show one moment to a read | a page agrees with itself |
/// | let one write after the other, and the next one see what the last one wrote | the log has one order |
/// | acknowledge a write only when it stays | nothing acknowledged is lost |
/// | say its failures as ``StoreError`` | people read what to do, and never SQL |
package protocol Engine: AnyObject, Sendable {
    /// In which file the store is; nil where it is in none.
    var path: String? { get }
    /// How error messages name the store.
    var name: String { get }
    /// Whether nothing may be written in this run.
    var isReadOnly: Bool { get }
    /// Whether it can be told here who somebody is.
    var knowsLogins: Bool { get }
    /// What is to be said to the person who opened the store; nil when nothing is.
    var notice: StoreNotice? { get }

    /// Reads in one transaction.
    ///
    /// - Throws: what the body throws, and its own failures as ``StoreError``.
    func read<Value>(_ body: (Connection) throws -> Value) throws -> Value

    /// Has a turn to write, in which nobody else writes.
    ///
    /// - Throws: what the body throws, and its own failures as ``StoreError``.
    func write<Value>(_ body: (any WriterTurn) throws -> Value) throws -> Value

    /// Whether another process waits for its turn to write, as far as that is known.
    var isAwaited: Bool { get }
    /// Gives others who wait the time to take their turn.
    func letOthersFirst()
    /// Prepares for what is about to be written.
    func expect(_ work: ExpectedWork) throws

    /// Tells what this process and others change, after a sequence, on a queue of its own, until the watcher is let go.
    ///
    /// - Parameter lost: told once, when another store stands in this one's place.
    func watch(
        since sequence: Int64, lost: @escaping @Sendable (StoreError) -> Void,
        deliver: @escaping @Sendable ([Change]) -> Void
    ) throws -> StoreWatcher

    /// Lets other consoles know that somebody sits at this one; nil where no other console can be told.
    func enterPresence(as agent: AgentName, at now: Instant) throws -> Presence?
    /// The consoles that work on this store now.
    func presences() -> [PresentConsole]
    /// Tells which consoles there are besides one, whenever that changes; nil where there are no others.
    func watchPresences(
        besides own: String?, _ deliver: @escaping @Sendable ([PresentConsole]) -> Void
    ) -> StoreWatcher?

    /// What it finds of a part of a store that stands on it; it reads through the store, which remembers damage.
    func examine(_ part: ExaminedPart, of store: Store) -> [Finding]
    /// Takes texts that were erased out of wherever no row shows them any more; answers whether nothing is left.
    func sweep(_ texts: Set<String>) throws -> Bool

    /// Ends the work on the store, after finishing what was begun.
    func close() throws
}

/// A turn to write.
package protocol WriterTurn {
    /// The connection that writes.
    var connection: Connection { get }

    /// Runs work, and says failures of the engine in words.
    func attempt<Value>(_ work: () throws -> Value) throws -> Value

    /// Does some work in one transaction, whole or not at all.
    func transaction(_ work: () throws -> Void) throws

    /// Whether anything but the write itself may be committed in this turn, such as the log's entry about a refusal.
    var mayTell: Bool { get }
    /// Lets others know who has the turn, once the writer's role was looked up.
    func sign()
    /// Does what a first change needs, in the transaction of a write that is about to be committed.
    func settle(by agent: AgentName, at now: Instant) throws
    /// Lets nobody write any more, and says why.
    func stop(_ why: StoreStop)
}

/// What is about to be written.
package enum ExpectedWork: Sendable {
    /// The small writes of agents.
    case usual
    /// An import, which changes rows all over a large store.
    case importing
}

/// What an engine examines.
package enum ExaminedPart: Sendable {
    /// Whether the rows are whole and the schema is the schema's, as far as the engine tells.
    case content
    /// Where the store lies, and what is kept beside the rows.
    case place
    /// What the host grants: that commits stay, and room.
    case host
}

/// What is to be said to the person who opens a store that can be worked with, and is not what it was.
package enum StoreNotice: Hashable, Sendable {
    /// Another whole file stands in the place of the one whose head lies there; the next write takes it as the store.
    case replaced(head: StoreProgress, found: StoreProgress)
    /// Writing is refused, and this run writes nothing.
    case breach(HeadBreach)
}

/// How far a store has come.
package struct StoreProgress: Hashable, Sendable {
    /// The sequence of the newest change.
    package var change: Int64
    /// The sequence of the newest audit entry, which is how many there are.
    package var entries: Int64
    /// The hash of that entry.
    package var hash: String

    /// So far.
    package init(change: Int64, entries: Int64, hash: String) {
        (self.change, self.entries, self.hash) = (change, entries, hash)
    }
}

/// Tells something until it is let go.
package final class StoreWatcher: Sendable {
    private let stop: @Sendable () -> Void

    /// A watcher that is stopped by this, as often as one likes.
    package init(stop: @escaping @Sendable () -> Void) { self.stop = stop }

    deinit { cancel() }

    /// Stops; a call under way ends, no other begins.
    package func cancel() { stop() }
}

/// How a store says which form its tables have.
package enum StoreFormat {
    /// `PRAGMA application_id` of a file: the ASCII codes of "MKGD".
    package static let applicationID: Int32 = 0x4D4B_4744
    /// The version of the schema that this program reads and writes; `PRAGMA user_version` of a file.
    package static let version: Int32 = 9
}
