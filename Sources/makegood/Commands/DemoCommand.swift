import AppStore
import ArgumentParser
import Foundation
import Persistence
import Practice
import Purchases

/// Makes a practice store and opens the console on it.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Make a practice store with a made-up population, and open the console on it.",
        discussion: """
            The same number, seed and --now give the same store. A practice store that is there already is opened as it \
            is, with everything that was practised on it; --fresh makes it anew. A store that is not practice is never \
            touched.
            """)

    @OptionGroup var global: GlobalOptions
    @Option(help: "How many customers (default: 2000).") var customers: Int?
    @Option(help: "What the population is made of (default: 1).") var seed: UInt64?
    @Option(help: "Where the store goes (default: --store, else a place for practice stores).") var path:
        String?
    @Flag(help: "Make the practice store anew, without what was practised on it (leads).") var fresh = false
    @Flag(inversion: .prefixedNo, help: "Open the console on it.") var console = true
    @OptionGroup var consoleOptions: ConsoleCommand.Options

    func validate() throws {
        guard (1...1_000_000).contains(customers ?? 1) else {
            throw ValidationError("--customers takes a number from 1 to 1000000.")
        }
    }

    func run() async throws {
        let path = self.path ?? StorePath.of(global.store)
        try Failure.exiting(isJSON: global.json, deed: "the practice store is there") {
            try prepare(at: path)
        }
        guard console, !global.json else { return }
        var options = global
        options.store = path
        try await ConsoleCommand.open(options, consoleOptions)
    }

    private func prepare(at path: String) throws -> ExitCode {
        guard !global.readOnly else { throw StoreError.readOnly }
        guard FileManager.default.fileExists(atPath: path) else { return try make(at: path) }
        return try fresh ? make(at: path) : keep(at: path)
    }

    // MARK: A store that is there

    /// Leaves a practice store as it is, and says what it is; asked for another one without a console to open, that is
    /// a conflict, for whoever asked counts on what was asked for.
    private func keep(at path: String) throws -> ExitCode {
        let store = try Store.open(at: path)
        defer { try? store.close() }
        guard store.isPractice else { throw StoreError.isReal(path) }
        let found = try store.population().flatMap { PracticePopulation($0) }
        let isAnother = differs(from: found)
        let what = found.map { "a practice store of \($0.customers) customers, seed \($0.seed)," }
        let words = "\(what ?? "a practice store") is at \(path) already"
        if isAnother, !console || global.json {
            throw StoreError(
                .conflict, "\(words), not the one that was asked for",
                remedy: "add --fresh to make it anew, without what was practised on it")
        }
        let anew = isAnother ? "--fresh makes the one that was asked for" : "--fresh makes it anew"
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
            customers: customers ?? 2000, seed: seed ?? 1, now: global.now ?? Clock.today)
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
                "store": .string(path), "customers": .number(population?.customers),
                "seed": population.map { .string(String($0.seed)) } ?? .null,
                "now": .time(population?.now), "made": .bool(isMade),
            ]), [words])
    }
}
