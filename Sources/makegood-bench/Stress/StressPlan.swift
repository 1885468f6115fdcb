import ArgumentParser
import Foundation
import Purchases

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
