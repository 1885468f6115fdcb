import CBench
internal import FileStore
import Foundation
import Persistence

/// Where the bench keeps its stores, and where programs are.
struct StorePlace {
    private let population: BenchPopulation

    /// The place of a population's store.
    init(_ population: BenchPopulation) { self.population = population }

    /// The path in the user's cache folder, which is made; another population or generator has another.
    func path() throws -> String {
        let values = ProcessInfo.processInfo.environment
        let base = values["XDG_CACHE_HOME"] ?? (values["HOME"] ?? "/tmp") + "/.cache"
        let folder = base + "/makegood-bench"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let name = [
            String(population.customers), String(population.transactions), "s\(population.seed)",
            "v\(BenchPopulation.version)",
        ]
        return "\(folder)/\(name.joined(separator: "-")).sqlite"
    }

    /// The path of a program beside this one.
    static func programBeside(_ name: String) -> String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: name).path
    }
}

/// The files of a store: itself, its -wal, -shm, lock and head, and how it was made.
struct StoreFiles {
    let path: String
    /// How the name of the file ends that tells how the store was made.
    static let making = ".making"
    private static let suffixes = ["", "-wal", "-shm", ".lock", ".head", making]

    /// The files of the store at a path.
    init(_ path: String) { self.path = path }

    /// Whether there is a store.
    var exist: Bool { FileManager.default.fileExists(atPath: path) }

    /// The size of the store with its -wal, in bytes.
    var size: Int {
        ["", "-wal"].reduce(0) { sum, suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
            return sum + ((attributes?[.size] as? Int) ?? 0)
        }
    }

    func remove() {
        for suffix in StoreFiles.suffixes { try? FileManager.default.removeItem(atPath: path + suffix) }
        try? FileManager.default.removeItem(atPath: path + ".presence")
    }

    /// Drops what is in the -wal alone, while no program has the store open; the head goes on telling of it, for it is written
    /// anew.
    func dropWAL() {
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// What the head tells; nil where there is none.
    var head: Data? {
        get { FileManager.default.contents(atPath: path + ".head") }
        nonmutating set {
            try? FileManager.default.removeItem(atPath: path + ".head")
            try? newValue?.write(to: URL(filePath: path + ".head"))
        }
    }

    /// Writes the -wal back, while no other program has the store open, so that one file is the whole store.
    func settle() throws { try BareConnection.run("PRAGMA wal_checkpoint(TRUNCATE)", at: path) }

    /// Gives a settled store another name.
    func move(to other: String) throws {
        StoreFiles(other).remove()
        try FileManager.default.moveItem(atPath: path, toPath: other)
        remove()
    }

    /// Copies a settled store.
    func copy(to other: String) throws {
        StoreFiles(other).remove()
        try FileManager.default.copyItem(atPath: path, toPath: other)
    }
}

/// A copy of a store that the product and bare SQLite write to in turn.
///
/// A replay needs the state in which its statements were recorded. So what the product does is recorded first and undone:
/// nothing of it is written back, and without its -wal the file is as it was. Then bare SQLite does the same for good,
/// and the product does more of the kind.
struct Scratch {
    /// Something that the product does.
    typealias Act = (Store) throws -> Void

    /// Where the copy is.
    let path: String

    /// Copies a store that nobody writes to.
    init(of original: String, at path: String) throws {
        self.path = path
        try StoreFiles(original).copy(to: path)
    }

    /// Records what the product does, and undoes it, while nobody else has the store open.
    func record(_ acts: [Act]) throws -> Recording {
        try StoreFiles(path).settle()
        var tape = StatementTrace()
        let recorded = try Durability.$current.withValue(.onlyWAL) { try RecordedStore(at: path) }
        let stretches = try acts.map { act in tape.append(try recorded.record(act)) }
        try recorded.store.close()
        StoreFiles(path).dropWAL()
        return try Recording(tape, stretches)
    }

    /// The rows that something of the product's writes; it is undone for good, while nobody else has the store open.
    func rows(of act: Act) throws -> TableRows {
        let files = StoreFiles(path)
        try files.settle()
        let head = files.head
        let store = try Durability.$current.withValue(.onlyWAL) { try Store.open(at: path) }
        try act(store)
        try store.close()
        defer {
            files.dropWAL()
            files.head = head
        }
        return try TableRows(of: path, beyond: path)
    }

    /// Replays what was recorded; answers how long each act took, in seconds.
    func play(_ recording: Recording) throws -> [Double] {
        let bare = try BareConnection(path, cache: BareConnection.writerCache)
        try bare.prepare(recording.tape)
        return try recording.stretches.map { stretch in
            defer { bare.writeBack() }
            return try bare.play(recording.tape, stretch)
        }
    }

    /// Has the product do something; answers how long each act took, in seconds.
    func time(_ acts: [Act]) throws -> [Double] {
        let store = try Store.open(at: path)
        let times = try acts.map { act in try SteadyClock.time { try act(store) } }
        try store.close()
        return times
    }

    /// Removes the copy.
    func remove() { StoreFiles(path).remove() }
}

/// The disk under a store: how long it takes until a page is on it.
struct DiskProbe {
    private let path: String

    /// The disk that holds a path.
    init(beside path: String) { self.path = path + ".sync" }

    /// Appends pages to a file and waits for each, in seconds.
    func samples(_ count: Int) throws -> [Double] {
        let descriptor = open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchError("no file can be made beside \(path): errno \(errno)") }
        defer {
            close(descriptor)
            unlink(path)
        }
        return try (0..<count).map { _ in
            let nanoseconds = cbench_sync(descriptor)
            guard nanoseconds >= 0 else { throw BenchError("fdatasync failed: errno \(-nanoseconds)") }
            return Double(nanoseconds) / 1e9
        }
    }
}
