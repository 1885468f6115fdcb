import Purchases

/// What every figure is measured with: a store that nobody changes, and how much to measure.
struct Bench {
    /// Who is in the store.
    let population: BenchPopulation
    /// How much to measure.
    let settings: BenchSettings
    /// Where the store is.
    let path: String
    /// Where the product's program is.
    let program: String
    /// Where progress is told.
    let progress: ProgressLine

    /// A place for a file beside the store.
    func place(_ name: String) -> String { "\(path).\(name)" }
}
