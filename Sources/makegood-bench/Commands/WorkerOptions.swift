import ArgumentParser

/// What a process of a crew is told.
struct WorkerOptions: ParsableArguments {
    @OptionGroup var population: PopulationOptions
    @Option var number: Int
    @Option var seconds: Int
    @Option var begin: Double

    /// When it ends, on the steady clock.
    var end: Double { begin + Double(seconds) }

    /// The store's path.
    func path() throws -> String {
        guard let path = population.path else { throw ValidationError("--path is missing.") }
        return path
    }
}
