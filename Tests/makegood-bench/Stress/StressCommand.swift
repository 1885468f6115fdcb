import ArgumentParser
import Foundation
import Purchases

/// Lets writers, an importer, checkpoints, readers and consoles work on one store at once, and looks at what is left.
struct StressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stress",
        abstract: "Share a store among many processes, and check that nothing is lost.",
        discussion: "Exits with 0 when everything held, and with 1 and a list when something did not.")

    @OptionGroup var plan: StressPlan
    @Flag(help: "Kill writers at random moments; others take their place.") var kill = false
    @Option(
        help: "Instead: restore backups and remove side files under four writers, so many times.")
    var troubles: Int?
    @Flag(help: "Print one JSON document on standard output.") var json = false
    @Option(help: "The product's program (default: the one beside this program).") var program: String?

    func run() throws {
        let folder = try temporaryFolder()
        let path = plan.path ?? folder + "/store.sqlite"
        if !StoreFiles(path).exist {
            try StoreBuilder(population: plan.population, progress: ProgressLine()).build(at: path)
        }
        guard try troubles.map({ try befall($0, path) }) ?? share(path) else {
            ProgressLine().say("kept to be looked at: \(path)")
            throw ExitCode(1)
        }
        StressFolder(store: path).remove()
        try FileManager.default.removeItem(atPath: folder)
    }

    /// Everybody at work at once; whether everything held.
    private func share(_ path: String) throws -> Bool {
        var run = StressRun(
            plan: plan, path: path, program: program ?? StorePlace.programBeside("makegood"), isKilling: kill)
        let outcome = try run.outcome()
        let report = StressReport(outcome)
        print(try json ? report.json() : report.text)
        return outcome.held
    }

    /// Writers under whom the store is restored and robbed; whether everything held.
    private func befall(_ troubles: Int, _ path: String) throws -> Bool {
        let outcome = try TroubleRun(plan: plan, path: path, troubles: troubles, isKilling: kill).outcome()
        print(try json ? outcome.json() : outcome.text)
        return outcome.held
    }

    private func temporaryFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "makegood-stress-\(getpid())")
            .path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return folder
    }
}

/// What every process of a stress run is told.
struct StressPlan: ParsableArguments {
    /// How many write.
    static let writers = 4
    /// How many read: through the product, and as the app's backend does.
    static let readers = 2

    @Option(help: "How many writes each of the four writers does.") var writes = 500
    @Option(help: "Write for so many seconds instead.") var seconds: Int?
    @Option(help: "What everything random comes from.") var seed: UInt64 = 1
    @Option(help: "How many customers the store has.") var customers = 300
    @Option(help: "Where the store is (default: in a temporary folder of its own).") var path: String?
    @Option(help: .hidden) var run = 0

    func validate() throws {
        guard (100...10_000_000).contains(customers) else {
            throw ValidationError("--customers takes a number from 100 to 10000000.")
        }
        guard writes > 0, seconds ?? 1 > 0 else {
            throw ValidationError("--writes and --seconds take numbers above 0.")
        }
    }

    /// Whose purchases the store holds.
    var population: BenchPopulation {
        BenchPopulation(customers: customers, transactions: customers * 3, seed: seed)
    }

    /// The files that the processes of a run share.
    func folder() throws -> StressFolder {
        guard let path else { throw ValidationError("--path is missing.") }
        return StressFolder(store: path)
    }

    /// The same plan as arguments of another process, for the store at a path.
    func arguments(at path: String) -> [String] {
        [
            "--writes", String(writes), "--seed", String(seed), "--customers", String(customers), "--path",
            path, "--run", String(run),
        ] + (seconds.map { ["--seconds", String($0)] } ?? [])
    }

    /// How the store knows a key or a note: another run on the same store has others.
    func name(of key: String) -> String { "stress-\(run)-\(key)" }

    /// When a turn's deed is done: later than those of a run before.
    func moment(of turn: Int) -> Instant { BenchPopulation.now + TimeLength(Int64(run + turn)) }

    /// Whether a writer has more to do.
    func goesOn(turn: Int, since begin: Double) -> Bool {
        seconds.map { SteadyClock.seconds < begin + Double($0) } ?? (turn < writes)
    }

    /// A random number below a limit, the same for the same numbers and seed.
    func random(_ number: Int, _ salt: UInt64, below limit: Int) -> Int {
        Int(BenchPerson(number: number, seed: seed).random(salt) % UInt64(limit))
    }
}

/// The files that the processes of a stress run share, beside its store.
struct StressFolder: Sendable {
    let store: String
    private let path: String

    /// The folder beside a store.
    init(store: String) { (self.store, path) = (store, store + ".stress") }

    /// Makes it anew.
    func make() throws {
        remove()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Where a process writes down what it did.
    func report(_ name: String) -> String { "\(path)/\(name)" }

    /// Says that everybody may begin.
    func start() throws { try keep(String(SteadyClock.seconds), as: "go") }

    /// When everybody began.
    func begin() throws -> Double { Double(try String(contentsOfFile: report("go"), encoding: .utf8)) ?? 0 }

    /// Says that everybody shall come to an end.
    func stop() throws { try keep("", as: "stop") }

    /// Keeps what a process reports, to be seen whole or not at all.
    func keep(_ text: String, as name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: report(name)), options: .atomic)
    }

    /// Says that a process has the store open, and waits until everybody may begin.
    func await(as name: String) throws {
        try keep("", as: "\(name).ready")
        while !isMarked("go"), !isAbandoned { usleep(1000) }
    }

    /// Takes turns from when everybody may begin until a process is told to end, and reports how many they were.
    func takeTurns(as name: String, _ turn: (Int) throws -> Void) throws {
        try self.await(as: name)
        var count = 0
        while !isOver {
            try turn(count)
            count += 1
        }
        try keep(String(count), as: name)
    }

    /// Waits until so many processes have the store open.
    func await(ready names: [String]) {
        while !names.allSatisfy({ isMarked("\($0).ready") }) { usleep(2000) }
    }

    /// Whether a process that goes on until it is told shall end.
    var isOver: Bool { isMarked("stop") || isAbandoned }

    /// Nobody waits for a process that init has adopted.
    private var isAbandoned: Bool { getppid() == 1 || !FileManager.default.fileExists(atPath: path) }

    private func isMarked(_ name: String) -> Bool { access(report(name), F_OK) == 0 }
}
