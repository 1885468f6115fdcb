import ArgumentParser

/// Whose purchases a store holds.
struct PopulationOptions: ParsableArguments {
    @Option(help: "How many customers.") var customers = 1_000_000
    @Option(help: "How many transactions they made (default: ten times as many).") var transactions: Int?
    @Option(help: "What the population is made of.") var seed: UInt64 = 1
    @Option(help: "Where the store is (default: in the user's cache folder, kept for the next run).")
    var path: String?

    func validate() throws {
        guard (300...10_000_000).contains(customers) else {
            throw ValidationError("--customers takes a number from 300 to 10000000.")
        }
        guard (transactions ?? customers) >= customers else {
            throw ValidationError("--transactions takes at least as many as there are customers.")
        }
    }

    /// The population of a size, or of the size asked for.
    func population(of size: Int? = nil) -> BenchPopulation {
        let share = transactions.map { max(1, $0 / customers) } ?? 10
        let count = size.map { $0 * share } ?? transactions ?? customers * share
        return BenchPopulation(customers: size ?? customers, transactions: count, seed: seed)
    }
}
