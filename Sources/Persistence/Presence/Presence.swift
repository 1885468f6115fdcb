internal import Foundation
public import Purchases
internal import Synchronization

/// What a console has in front: a ticket, a customer, or a ticket's customer.
public struct Attention: Hashable, Sendable {
    /// Whether something is typed about it or it is only looked at.
    public enum Manner: String, Codable, Hashable, Sendable {
        /// It is on the screen.
        case views
        /// A form about it is open.
        case edits
    }

    /// Whether something is typed about it.
    public let manner: Manner
    /// The ticket; nil when it is a customer alone.
    public let ticket: TicketID?
    /// The customer; nil for a ticket that is nobody's.
    public let customer: AppUserID?

    /// Something that is in front.
    public init(_ manner: Manner, ticket: TicketID? = nil, customer: AppUserID? = nil) {
        (self.manner, self.ticket, self.customer) = (manner, ticket, customer)
    }
}

/// A console that runs now, as another one sees it.
public struct PresentConsole: Hashable, Sendable, Identifiable {
    /// The name of its file: two consoles of one agent are two.
    public let id: String
    /// Who sits at it.
    public let agent: AgentName
    /// Its process, a number of its own host or container.
    public let process: Int32
    /// Since when it has in front what it has.
    public let since: Instant
    /// What it has in front; nil for neither a ticket nor a customer.
    public let attention: Attention?
}

/// A console's own presence: a file that others read, true for as long as the kernel holds its lock.
///
/// Its functions write a file: callers run them off the main actor, one after the other.
public final class Presence: Sendable {
    /// The name of its file.
    public let id: String
    private let folder: PresenceFolder
    private let agent: AgentName
    private let descriptor: Mutex<Int32?>

    /// Enters a folder.
    ///
    /// - Throws: `StoreError`: unavailable when nothing can be written there.
    init(in folder: PresenceFolder, as agent: AgentName, at now: Instant) throws {
        id = "\(PresenceFolder.prefix)\(getpid())-\(String(UInt64.random(in: 0...UInt64.max), radix: 16))"
        (self.folder, self.agent) = (folder, agent)
        let record = PresenceRecord(of: nil, by: agent, since: now)
        descriptor = Mutex(try folder.enter(id, saying: record.text))
    }

    deinit { leave() }

    /// Says what this console has in front from now on; nothing when it has left.
    ///
    /// What cannot be written, because the disk is full, is said as nothing: better than what is no longer true.
    public func show(_ attention: Attention?, at now: Instant) {
        let text = PresenceRecord(of: attention, by: agent, since: now).text
        descriptor.withLock { held in
            guard let open = held, !folder.write(text, to: open) else { return }
            // Somebody removed the folder or the file under us: a new one takes its place.
            close(open)
            held = try? folder.enter(id, saying: text)
        }
    }

    /// Lets others know that nobody sits here any more.
    public func leave() {
        descriptor.withLock { held in
            guard let open = held else { return }
            held = nil
            folder.remove(id)
            close(open)
        }
    }
}

extension Store {
    /// Lets the other consoles know that somebody sits at this one; nil where that is nobody's business: in memory, and
    /// where nothing is written.
    ///
    /// - Throws: `StoreError`: unavailable when the folder beside the store cannot be written to.
    public func enterPresence(as agent: AgentName, at now: Instant) throws -> Presence? {
        guard let folder = presenceFolder, !isReadOnly else { return nil }
        return try Presence(in: folder, as: agent, at: now)
    }

    /// The consoles that work on this store now, this process's own among them, by file name.
    ///
    /// What cannot be read is nobody: presence is a courtesy, never a lock.
    public func presences() -> [PresentConsole] { presenceFolder?.consoles() ?? [] }

    /// Tells which other consoles there are, at first and whenever that changes, until the watcher is let go.
    ///
    /// Calls back on a queue of its own, one call after the other; nil for a store in memory.
    public func watchPresences(
        besides own: Presence?, _ deliver: @escaping @Sendable ([PresentConsole]) -> Void
    ) -> PresenceWatcher? {
        presenceFolder.map { PresenceWatcher($0, besides: own?.id, deliver: deliver) }
    }

    private var presenceFolder: PresenceFolder? { path.map { PresenceFolder(store: $0) } }
}

/// What a console's file says, as one line of JSON.
struct PresenceRecord: Codable {
    /// No record is longer; names of customers come from outside and may be.
    static let limit = 4096

    private let agent: AgentName
    private let process: Int32
    private let since: Int64
    private var manner: Attention.Manner?
    private var ticket: TicketID?
    private var customer: AppUserID?

    private enum CodingKeys: String, CodingKey {
        case agent, process, since = "since_ms", manner = "does", ticket, customer
    }

    /// What this process says.
    init(of attention: Attention?, by agent: AgentName, since: Instant) {
        (self.agent, process, self.since) = (agent, getpid(), since.milliseconds)
        (manner, ticket, customer) = (attention?.manner, attention?.ticket, attention?.customer)
    }

    /// The line; without what is in front when that makes it too long.
    var text: String {
        let encoded = (try? ColumnText.json(self)) ?? "{}"
        guard encoded.utf8.count >= PresenceRecord.limit else { return encoded + "\n" }
        var shorter = self
        (shorter.manner, shorter.ticket, shorter.customer) = (nil, nil, nil)
        return ((try? ColumnText.json(shorter)) ?? "{}") + "\n"
    }

    /// The console that bytes speak of; nil for anything else.
    static func console(_ id: String, saying bytes: [UInt8]) -> PresentConsole? {
        guard let record = try? JSONDecoder().decode(PresenceRecord.self, from: Data(bytes)) else {
            return nil
        }
        let (ticket, customer) = (record.ticket, record.customer)
        let attention = record.manner.flatMap {
            ticket == nil && customer == nil ? nil : Attention($0, ticket: ticket, customer: customer)
        }
        return PresentConsole(
            id: id, agent: record.agent, process: record.process,
            since: Instant(milliseconds: record.since), attention: attention)
    }
}
