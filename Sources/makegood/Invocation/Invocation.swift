import Alarms
import ArgumentParser
internal import FileStore
import Foundation
import Persistence
import Purchases
import Wording

/// One run of a command: the open store, who acts, and what time it is.
struct Invocation {
    let store: Store
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
    init(
        _ options: GlobalOptions, needing permission: Permission, for command: String? = nil,
        program: ProgramKind = .command
    ) throws {
        let store = try Store.open(
            at: Store.path(options.store), readOnly: options.readOnly, session: Login.session,
            program: program)
        do {
            try self.init(store, options)
            if let path = store.path, let notice = store.notice { Output.note(notice.line(ofStoreAt: path)) }
            try store.require(permission, of: agent, at: now, for: command)
        } catch {
            // A refusal was told to the audit log: what that wrote is written back.
            try? store.close()
            throw error
        }
        applyOverdueMoves()
    }

    /// Ends the run: damage that it saw keeps everybody from writing, and the last to close leaves one whole file.
    func close() throws {
        store.stopWhereDamaged(by: agent)
        try store.close()
    }

    /// The present by now: a run may last, but a present that was given stands.
    var present: Instant { isTimePinned ? now : Clock.now }

    /// Whether personal data is hidden from who acts.
    func masksPersons() throws -> Bool { try !store.role(of: agent).may(.reveal) }

    /// The page that answers a question, as the agent may see it.
    func page<Query: StoreQuery>(of query: Query, at instant: Instant? = nil) throws -> Query.Page {
        try store.page(of: query, by: agent, at: instant ?? now)
    }

    /// The page that answers a question, with all personal data: for acts, and for answers that hold none.
    func wholePage<Query: StoreQuery>(of query: Query, at instant: Instant? = nil) throws -> Query.Page {
        try store.wholePage(of: query, by: agent, at: instant ?? now)
    }

    /// Notes in the audit log that a list with personal data is taken out, where it has any for who acts.
    ///
    /// - Throws: `StoreError`: refused in a run that writes nothing.
    func noteExport(of list: String, people: Int) throws {
        guard try !masksPersons() else { return }
        try store.noteExport(of: "list of \(list)", people: people, by: agent, at: now)
    }

    private func applyOverdueMoves() {
        // A run that only looks does not go on with a file that was put in the store's place.
        guard !store.isReadOnly, store.notice == nil else { return }
        // In a busy store the next opening moves them; whatever else is wrong the command itself will say.
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
        output = Output(isJSON: options.json) { (try? store.catalog().names) ?? ProductNames() }
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

extension GlobalOptions {
    /// Refuses a table for spreadsheets together with a document for machines.
    func check(csv: Bool) throws(ValidationError) {
        if csv, json { throw ValidationError("Choose --csv or --json.") }
    }
}

/// Whether a list is written as a table for spreadsheets.
///
/// A command and the commands below it share one type of options where they share a name: the upper one reads what is
/// written behind the lower one, which would not see it otherwise.
struct CSVOption: ParsableArguments {
    @Flag(
        help:
            "Comma-separated values; where personal data is among them, the audit log notes that it was taken out."
    )
    var csv = false
}

/// Which part of a list is shown; shared by a command and those below it, as ``CSVOption`` is.
struct PagingOptions: ParsableArguments {
    @Option(
        help: "How many at most (default: 50, and with --csv everything that the filter passes).",
        transform: RowCount.parse)
    var limit: Int?
    @Option(help: "Only rows after this cursor, the “next” of the page before.") var after: String?

    /// How many, within what one answer holds.
    var most: Int { min(limit ?? 50, 10_000) }
}

/// A command that works on a store and says its failures in one line.
protocol StoreCommand: AsyncParsableCommand {
    /// The options that stand before or after every command.
    var global: GlobalOptions { get }

    /// What the agent must be allowed to, at the least.
    static var permission: Permission { get }

    /// What the work has done to the store, or beside it, when it returns: the beginning of a sentence.
    ///
    /// It is said when the answer cannot be written, so that nobody does it twice. Nil when nothing was changed.
    var deed: String? { get }

    /// Does the work; the answer is the exit code.
    func run(in invocation: Invocation) throws -> ExitCode
}

extension StoreCommand {
    /// Reading, unless a command says otherwise.
    static var permission: Permission { .read }

    /// Nothing, unless a command says otherwise.
    var deed: String? { nil }
}
