import Foundation
import Persistence
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
    /// The store, as the product opens it.
    let store: Store
    /// The same store once more, with its statements recorded.
    let recorded: RecordedStore
    /// Where progress is told.
    let progress: ProgressLine

    /// Opens a store for measuring.
    init(
        _ population: BenchPopulation, _ settings: BenchSettings, path: String, program: String,
        progress: ProgressLine
    ) throws {
        (self.population, self.settings) = (population, settings)
        (self.path, self.program, self.progress) = (path, program, progress)
        store = try Store.open(at: path)
        recorded = try RecordedStore(at: path)
    }

    /// The moment of all questions.
    var now: Instant { BenchPopulation.now }

    /// A place for a file beside the store.
    func place(_ name: String) -> String { "\(path).\(name)" }

    /// Measures reads beside their bare limits.
    var reads: ReadPair { ReadPair(self) }
}
