import Alarms
import ArgumentParser
import Console
internal import FileStore
import Foundation
import Intake
import JSONAnswers
package import JSONValues
import Persistence
import Practice
import Purchases
import Wording

/// Makes an empty store. With `demo`, `backup` and `doctor` below it is one of the short commands about the store's
/// file.
struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make an empty store; who runs it becomes its first lead.")

    @Flag(help: "A store to practise on: people may act as others and at other times.") var practice = false
    @Option(
        help: "The environments whose purchases give access, separated by commas (default Production).",
        completion: .environments)
    var serve: [String] = []
    @Option(name: .customLong("bundle-id"), help: "An app whose documents are taken in (any, unless named).")
    var bundleIDs: [String] = []
    @Option(name: .customLong("app-apple-id"), help: "The app's number in App Store Connect.")
    var appAppleIDs: [Int64] = []
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try Failure.exiting(isJSON: global.json, deed: "the store was made") {
            guard !global.readOnly else { throw StoreError.store(.readOnly) }
            if !practice, global.agent != nil || global.now != nil {
                throw CommandError(
                    .refused, "a real store knows who you are and what time it is",
                    remedy: "use --agent and --now with --practice only")
            }
            let path = Store.path(global.store)
            let environments = serve.flatMap { $0.split(separator: ",") }.map {
                AppStoreEnvironment(rawValue: String($0))
            }
            let lead = global.agent.map(AgentName.init) ?? Login.current
            let store = try Store.create(
                at: path, practice: practice, serves: environments.isEmpty ? [.production] : environments,
                bundleIDs: bundleIDs.map(BundleID.init), appAppleIDs: appAppleIDs, by: lead,
                at: global.now ?? Clock.now)
            try store.close()
            Output(isJSON: global.json).answer(
                .object(["store": path, "practice": practice, "lead": lead]),
                ["made \(practice ? "a practice store" : "a store") at \(path); its first lead is \(lead)"]
                    + InitCommand.next)
            return .success
        }
    }

    /// The next commands for the one who made a store.
    private static let next = [
        "say what you sell: `makegood catalog example > products.yaml`, then `makegood catalog import products.yaml`",
        "import documents: `makegood import FILE…`; receive them: `makegood-server run`",
        "add agents: `makegood agents add LOGIN --role agent`",
    ]
}

/// Makes a practice store (`PracticePopulation`) and opens the console on it; `makegood-server demo` is another
/// program's.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Make a practice store with a made-up population, and open the console on it.",
        discussion: """
            The same number, seed and --now give the same store. A practice store that is there already is opened as it \
            is, with everything that was practised on it; --fresh makes it again. A store that is not practice is never \
            touched.
            """)

    @Option(help: "How many customers (default: \(PracticePopulation.usualCustomers)).") var customers: Int?
    @Option(help: "The seed of the population (default: 1).") var seed: UInt64?
    @Option(help: "Where the store goes (default: --store, else a place for practice stores).") var path:
        String?
    @Flag(help: "Make the practice store again, without what was practised on it (leads).") var fresh = false
    @Flag(inversion: .prefixedNo, help: "Open the console on it.") var console = true
    @OptionGroup var consoleOptions: ConsoleCommand.Options
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (1...1_000_000).contains(customers ?? 1) else {
            throw ValidationError("--customers takes a number from 1 to 1000000.")
        }
    }

    func run() async throws {
        let path = self.path ?? Store.path(global.store)
        try Failure.exiting(isJSON: global.json, deed: "the practice store is there") {
            try prepare(at: path)
        }
        guard console, !global.json else { return }
        var options = global
        options.store = path
        try await ConsoleCommand.open(options, consoleOptions)
    }

    private func prepare(at path: String) throws -> ExitCode {
        guard !global.readOnly else { throw StoreError.store(.readOnly) }
        guard FileManager.default.fileExists(atPath: path) else { return try make(at: path) }
        return try fresh ? make(at: path) : keep(at: path)
    }

    // MARK: A store that is there

    /// Leaves a practice store as it is, and says what it is; asked for another one without a console to open, that is
    /// a conflict, since the caller counts on what was asked for.
    private func keep(at path: String) throws -> ExitCode {
        let store = try Store.open(at: path)
        defer { try? store.close() }
        guard store.isPractice else { throw StoreError.replacing(path, .isReal) }
        let found = try store.population().flatMap { PracticePopulation($0) }
        let isAnother = differs(from: found)
        let what = found.map { "a practice store of \($0.customers) customers, seed \($0.seed)," }
        let words = "\(what ?? "a practice store") is at \(path) already"
        if isAnother, !console || global.json {
            throw CommandError(
                .conflict, "\(words), not the one that was asked for",
                remedy: "add --fresh to make it again, without what was practised on it")
        }
        let anew = isAnother ? "--fresh makes the one that was asked for" : "--fresh makes it again"
        answer(path, found, isMade: false, "\(words): it is \(console ? "opened" : "left") as it is, \(anew)")
        return .success
    }

    /// Whether something was asked for that a population is not.
    private func differs(from found: PracticePopulation?) -> Bool {
        let asked = [customers != nil, seed != nil, global.now != nil && !console]
        guard let found else { return asked.contains(true) }
        return customers ?? found.customers != found.customers || seed ?? found.seed != found.seed
            || (!console && global.now ?? found.now != found.now)
    }

    // MARK: A new store

    private func make(at path: String) throws -> ExitCode {
        let lead = global.agent.map(AgentName.init) ?? Login.current
        let population = PracticePopulation(
            customers: customers ?? PracticePopulation.usualCustomers, seed: seed ?? 1,
            now: global.now ?? Clock.today)
        let meter = ProgressMeter(patience: .zero)
        let fill = { (store: Store) in
            _ = try population.fill(store, lead: lead) { meter.show(share: $0.share, $0.doing) }
        }
        let make =
            fresh && FileManager.default.fileExists(atPath: path) ? Store.remakePractice : Store.makePractice
        defer { meter.finish() }
        try make(
            path, population.text, [BundleID(PracticeCatalog.bundleID)], lead, population.start, fill)
        meter.finish()
        answer(
            path, population, isMade: true,
            "made a practice store of \(population.customers) customers at \(path)")
        return .success
    }

    private func answer(_ path: String, _ population: PracticePopulation?, isMade: Bool, _ words: String) {
        Output(isJSON: global.json).answer(
            .object([
                "store": path, "customers": population?.customers,
                "seed": population.map { String($0.seed) }, "now": population?.now, "made": isMade,
            ]), [words])
    }
}

/// Copies the store while others write.
struct BackupCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Make a consistent copy of the store while others write.",
        discussion: """
            The copy holds everything but the audit log's own entry of it, which is written when the copy stands: its \
            name, its size, and the head of its log.
            """)
    static let permission = Permission.backup

    @Argument(help: "Where the copy goes; nothing is overwritten.", completion: .file()) var path: String
    @OptionGroup var global: GlobalOptions

    var deed: String? { "the copy was made" }

    func run(in invocation: Invocation) throws -> ExitCode {
        try requireFolder()
        let copy = try invocation.store.backup(to: path, by: invocation.agent, at: invocation.present)
        invocation.output.answer(
            .object(["backup": path, "bytes": copy.bytes, "entries": copy.entries, "head": copy.head]),
            ["copied the store to \(path)"])
        return .success
    }

    /// A folder that is not there is nobody's permission to give.
    private func requireFolder() throws {
        // NSString traps on the path ".".
        let parent = path.lastIndex(of: "/").map { String(path[...$0]) }
        let folder = parent ?? "."
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
        guard !isThere || !isFolder.boolValue else { return }
        throw CommandError(
            .unavailable, "nothing was copied: \(folder) is \(isThere ? "no folder" : "not there")",
            remedy: isThere ? "name a folder" : "make it first with `mkdir -p`, or name another one")
    }
}

/// Checks the store's health.
struct DoctorCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the store's health; exits with 1 on an error.",
        discussion: """
            Chains, tickets and charges are looked at in samples, and the answer says how many of how many. --all looks at \
            everything: facts against documents, which are read and whose signatures are checked once more, periods and \
            charges against facts, owners against claims, and everything that people did against the audit log. Others go \
            on writing meanwhile; a run that is stopped begins again.
            """)

    @Flag(help: "Look at everything instead of samples.") var all = false
    @OptionGroup var root: RootOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if root.path != nil, !all { throw ValidationError("--root belongs to --all, which reads documents.") }
    }

    func run(in invocation: Invocation) throws -> ExitCode {
        let findings =
            try all
            ? examineAll(invocation)
            : invocation.store.doctor(at: invocation.now, by: invocation.agent)
        let isOK = !findings.contains { $0.level == .error }
        invocation.output.answer(
            .object(["ok": isOK, "findings": findings]), Answers.findings(findings))
        return isOK ? .success : .no
    }

    private func examineAll(_ invocation: Invocation) throws -> [Finding] {
        let store = invocation.store
        // A made-up population is signed under a root of its own.
        let roots = try root.roots() ?? (store.isPractice ? PracticePopulation.roots() : nil)
        let reader = try KeptDocumentReader(store, roots: roots, at: invocation.now)
        let meter = ProgressMeter()
        defer { meter.finish() }
        return try store.doctorAll(at: invocation.now, by: invocation.agent, rereading: reader.read) {
            meter.show(share: $0)
        }
    }
}

extension Finding {
    /// What was found, in words.
    fileprivate var words: String { failure.map { ErrorText.commandLine($0).line } ?? text }
}

extension Answers {
    /// The store's health.
    static func findings(_ findings: [Finding]) -> Listing<Finding> {
        Listing(
            findings,
            [
                .decisive("level", "level") { .text($0.level.rawValue) },
                .decisive("finding", "code") { .text($0.code) }, .value("fix") { .text($0.fix) },
                .sentences("what was found", "text") { .text($0.words) },
            ], empty: "nothing was looked at",
            footnotes: findings.compactMap { finding in finding.fix.map { "\(finding.code): \($0)" } })
    }
}

extension Finding: JSONEncodable {
    package var json: JSONValue {
        .object(["code": code, "level": level.rawValue, "text": words, "fix": fix])
    }
}
