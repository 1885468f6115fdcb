import ArgumentParser

/// What a writer or a reader of a burst is told.
struct WorkerOptions: ParsableArguments {
    @OptionGroup var population: PopulationOptions
    @Option var number: Int
    @Option var seconds: Int
    @Option var begin: Double

    /// The store's path.
    func path() throws -> String {
        guard let path = population.path else { throw ValidationError("--path is missing.") }
        return path
    }
}
