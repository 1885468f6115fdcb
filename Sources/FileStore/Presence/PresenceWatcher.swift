internal import Foundation
internal import Persistence
internal import Synchronization

/// Tells which other consoles work on a store, whenever that changes; `PresenceFolder` reads who is there.
///
/// The kernel tells of every change of the folder, the death of a process included, and a look every second is the net
/// below: the folder may not be there yet, or be another one later.
final class PresenceWatcher: Sendable {
    /// How long to look for the end of a lock after its file was closed: the kernel tells of the closing first.
    private static let pauses = [0, 1, 4, 16, 64]

    private let wakers = Wakers(label: "makegood.presence-watcher")
    private let state: PresenceState

    /// Watches from now on.
    init(
        _ folder: PresenceFolder, besides own: String?,
        deliver: @escaping @Sendable ([PresentConsole]) -> Void
    ) {
        state = PresenceState(folder: folder, own: own, deliver: deliver)
        let events = FolderEvents(
            of: folder.path,
            mask: IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM)
        if let events { wakers.add(events, pauses: PresenceWatcher.pauses) { [state] in state.look() } }
        wakers.addClock { [state] in
            if !state.isStopped { events?.watch() }
            state.look()
        }
    }

    deinit { cancel() }

    /// Stops; a call under way ends, no other begins.
    func cancel() {
        state.stop()
        wakers.cancel()
    }
}

/// What a watcher told last.
private final class PresenceState: Sendable {
    private struct Told {
        var consoles: [PresentConsole] = []
        var isStopped = false
    }

    private let told = Mutex(Told())
    private let folder: PresenceFolder
    private let own: String?
    private let deliver: @Sendable ([PresentConsole]) -> Void

    init(folder: PresenceFolder, own: String?, deliver: @escaping @Sendable ([PresentConsole]) -> Void) {
        (self.folder, self.own, self.deliver) = (folder, own, deliver)
    }

    /// Delivers nothing from now on.
    func stop() { told.withLock { $0.isStopped = true } }

    /// Whether nothing is delivered any more.
    var isStopped: Bool { told.withLock { $0.isStopped } }

    /// Delivers who is there, if that is news.
    func look() {
        let consoles = folder.consoles().filter { $0.id != own }
        let isNews = told.withLock { told in
            defer { told.consoles = consoles }
            return !told.isStopped && told.consoles != consoles
        }
        if isNews { deliver(consoles) }
    }
}
