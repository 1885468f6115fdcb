import Foundation

/// Processes of this program that work on one store from one moment to another.
struct BenchCrew {
    /// When they begin, on the steady clock: late enough for all of them to be ready.
    let begin = SteadyClock.seconds + 1

    private let bench: Bench
    private let path: String
    private let seconds: Int

    /// A crew on the store at a path.
    init(_ bench: Bench, on path: String, seconds: Int) {
        (self.bench, self.path, self.seconds) = (bench, path, seconds)
    }

    /// When they end, on the steady clock.
    var end: Double { begin + Double(seconds) }

    /// Starts one of them, by the name of its command.
    func start(_ command: String, number: Int = 0, _ arguments: [String] = []) throws -> WorkerProcess {
        let population = bench.population
        return try WorkerProcess(
            [
                command, "--path", path, "--customers", String(population.customers), "--transactions",
                String(population.transactions), "--seed", String(population.seed), "--seconds",
                String(seconds), "--begin", String(begin), "--number", String(number),
            ] + arguments)
    }
}
