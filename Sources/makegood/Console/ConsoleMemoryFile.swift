import Console
import Foundation
import Purchases

/// The file in which a console's memory of its lists is kept: one for each store and agent, of the user alone.
///
/// What cannot be read is no memory, and what cannot be written is not kept: nobody's work depends on it.
struct ConsoleMemoryFile: Sendable {
    private static let longest = 64 * 1024
    let path: String

    /// The file of an agent's console on a store.
    init(store: String, agent: AgentName, environment: [String: String]) {
        let folder = StateFolder.path(in: environment)
        let whole = URL(filePath: store).resolvingSymlinksInPath().path
        path = "\(folder)/lists-\(ConsoleMemoryFile.digest("\(whole)\n\(agent.rawValue)")).json"
    }

    /// Reads the memory; an empty one where there is no file of the user's own, or it is none.
    func read() -> ConsoleMemory {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return ConsoleMemory() }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == getuid(),
            status.st_size <= ConsoleMemoryFile.longest,
            let data = try? handle.read(upToCount: ConsoleMemoryFile.longest)
        else { return ConsoleMemory() }
        return ConsoleMemory(data)
    }

    /// Writes the memory in place of the one before, readable for the user alone.
    func write(_ memory: ConsoleMemory) {
        let folder = URL(filePath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let draft = "\(path).\(getpid())"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        guard (try? handle.write(contentsOf: memory.data)) != nil, rename(draft, path) == 0 else {
            unlink(draft)
            return
        }
    }

    /// A short name for a text: FNV-1a in hexadecimal.
    private static func digest(_ text: String) -> String {
        let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}

/// Where what outlives a console is kept: its memory, and what was taken out of the store.
enum StateFolder {
    /// The folder's path.
    ///
    /// Source: XDG Base Directory Specification, `XDG_STATE_HOME`.
    static func path(in environment: [String: String]) -> String {
        let home = environment["HOME"] ?? NSHomeDirectory()
        let asked = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (asked ?? home + "/.local/state") + "/makegood"
    }
}
