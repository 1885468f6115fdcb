import ArgumentParser
import Foundation
import Persistence
import Purchases

/// One run of a command: the open store, who acts, and what time it is.
struct Invocation {
    /// The store.
    let store: Store
    /// Who acts.
    let agent: AgentName
    /// The present, as far as this run is concerned.
    let now: Instant
    /// Whether the present was given rather than read from the clock.
    let isTimePinned: Bool
    /// Where the answer goes.
    let output: Output

    /// Opens the store that the options name.
    ///
    /// - Throws: `StoreError` when there is none, when it cannot be read, or when a real store is told to pretend.
    init(_ options: GlobalOptions, needing permission: Permission) throws {
        let store = try Store.open(at: StorePath.of(options.store), readOnly: options.readOnly)
        try self.init(store, options)
        try store.require(permission, of: agent)
        applyOverdueMoves()
    }

    /// The present by now: a run may last, but a present that was given stands.
    var present: Instant { isTimePinned ? now : Clock.now }

    /// Whether personal data is hidden from who acts.
    func masksPersons() throws -> Bool { try !store.role(of: agent).may(.reveal) }

    private func applyOverdueMoves() {
        guard !store.isReadOnly else { return }
        // A busy store is moved by whoever opens it next; whatever else is wrong the command itself will say.
        _ = try? store.applyOverdueMoves(by: agent, at: now)
    }

    private init(_ store: Store, _ options: GlobalOptions) throws {
        if !store.isPractice, options.agent != nil || options.now != nil {
            throw CommandError(
                .refused, "this is a real store, which knows who you are and what time it is",
                remedy: "use --agent and --now on practice stores only")
        }
        self.store = store
        agent = options.agent.map(AgentName.init) ?? Login.current
        now = options.now ?? Clock.now
        isTimePinned = options.now != nil
        output = Output(isJSON: options.json)
    }
}

/// The options that stand before or after every command.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: "The store's path (env MAKEGOOD_STORE; default $XDG_DATA_HOME/makegood/store.sqlite).",
        completion: .file())
    var store: String?

    @Flag(help: "Write one JSON document to standard output; words go to standard error.")
    var json = false

    @Flag(help: "Write nothing in this run.")
    var readOnly = false

    @Option(help: "Practice stores only: act as the listed agent NAME.", completion: .agents)
    var agent: String?

    @Option(help: "Practice stores only: take TIME (RFC 3339) as the present.", transform: TimeArgument.parse)
    var now: Instant?
}

/// Where the store is.
enum StorePath {
    /// The path that was asked for, else MAKEGOOD_STORE, else the place where data of the user belongs.
    ///
    /// Source: XDG Base Directory Specification, `XDG_DATA_HOME`.
    static func of(_ asked: String?) -> String {
        let environment = ProcessInfo.processInfo.environment
        if let asked { return asked }
        if let path = environment["MAKEGOOD_STORE"], !path.isEmpty { return path }
        let home = environment["HOME"] ?? NSHomeDirectory()
        let data =
            environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        return data + "/makegood/store.sqlite"
    }

    /// Makes the folder that a new store goes into.
    static func prepareFolder(of path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
}

/// Who runs the program.
enum Login {
    /// The login of the real user id, which no environment variable can change.
    static var current: AgentName {
        guard let entry = getpwuid(getuid()) else { return AgentName("uid-\(getuid())") }
        return AgentName(String(cString: entry.pointee.pw_name))
    }
}

/// The system's clock; the only place that reads it.
enum Clock {
    /// The present.
    static var now: Instant { Instant(Date()) }

    /// The beginning of the present day in UTC.
    static var today: Instant {
        let day = TimeLength.days(1).count
        return Instant(milliseconds: now.milliseconds / day * day)
    }
}
