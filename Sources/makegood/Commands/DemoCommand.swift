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
        discussion:
            "The same number, seed and --now give the same store. A store that is not practice is never touched."
    )

    @OptionGroup var global: GlobalOptions
    @Option(help: "How many customers.") var customers = 2000
    @Option(help: "What the population is made of.") var seed: UInt64 = 1
    @Option(help: "Where the store goes (default: --store, else a place for practice stores).") var path:
        String?
    @Flag(inversion: .prefixedNo, help: "Open the console on it.") var console = true
    @OptionGroup var consoleOptions: ConsoleCommand.Options

    func validate() throws {
        guard (1...1_000_000).contains(customers) else {
            throw ValidationError("--customers takes a number from 1 to 1000000.")
        }
    }

    func run() async throws {
        let path = self.path ?? StorePath.of(global.store)
        try Failure.exiting(isJSON: global.json, deed: "the practice store was made") { try make(at: path) }
        guard console, !global.json else { return }
        var options = global
        options.store = path
        try await ConsoleCommand.open(options, consoleOptions)
    }

    private func make(at path: String) throws -> ExitCode {
        guard !global.readOnly else { throw StoreError.readOnly }
        let now = global.now ?? Clock.today
        let lead = global.agent.map(AgentName.init) ?? Login.current
        try DemoCommand.removePractice(at: path)
        let population = PracticePopulation(customers: customers, seed: seed, now: now)
        let store = try Store.create(
            at: path, practice: true, bundleIDs: [BundleID(PracticeCatalog.bundleID)], by: lead,
            at: population.start)
        let meter = ProgressMeter()
        try population.fill(store, lead: lead) { meter.show($0) }
        meter.finish()
        // Made-up losses are no news: nobody is to be called for them.
        _ = try store.takeAlarms(by: lead, at: now)
        try store.close()
        Output(isJSON: global.json).answer(
            .object(["store": .string(path), "customers": .integer(Int64(customers)), "now": .time(now)]),
            ["made a practice store of \(customers) customers at \(path)"])
        return .success
    }

    /// Takes an earlier practice store away; refuses to touch anything else.
    private static func removePractice(at path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let store = try Store.open(at: path, readOnly: true)
        guard store.isPractice else {
            throw StoreError(
                .refused, "\(path) is a real store, which is never overwritten",
                remedy: "name another path with --path")
        }
        try store.close()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
}
