internal import Foundation
package import Persistence
package import Purchases
internal import Synchronization

/// A console's own presence: a file that others read, true for as long as the kernel holds its lock.
///
/// Its functions write a file: callers run them off the main actor, one after the other.
final class FilePresence: Sendable {
    /// The name of its file.
    let id: String
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
    func show(_ attention: Attention?, at now: Instant) {
        let text = PresenceRecord(of: attention, by: agent, since: now).text
        descriptor.withLock { held in
            guard let open = held, !folder.write(text, to: open) else { return }
            // Somebody removed the folder or the file under us: a new one takes its place.
            close(open)
            held = try? folder.enter(id, saying: text)
        }
    }

    /// Lets others know that nobody sits here any more.
    func leave() {
        descriptor.withLock { held in
            guard let open = held else { return }
            held = nil
            folder.remove(id)
            close(open)
        }
    }
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

extension FileEngine {
    package func enterPresence(as agent: AgentName, at now: Instant) throws -> Presence? {
        guard let presenceFolder else { return nil }
        let presence = try FilePresence(in: presenceFolder, as: agent, at: now)
        return Presence(
            id: presence.id, showing: { presence.show($0, at: $1) }, leaving: { presence.leave() })
    }

    package func presences() -> [PresentConsole] { presenceFolder?.consoles() ?? [] }

    package func watchPresences(
        besides own: String?, _ deliver: @escaping @Sendable ([PresentConsole]) -> Void
    ) -> StoreWatcher? {
        presenceFolder.map { folder in
            let watcher = PresenceWatcher(folder, besides: own, deliver: deliver)
            return StoreWatcher { watcher.cancel() }
        }
    }

    private var presenceFolder: PresenceFolder? { path.map { PresenceFolder(store: $0) } }
}
