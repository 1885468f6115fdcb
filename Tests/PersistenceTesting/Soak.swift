import Foundation

/// How long examples that are made up go on: a few of them in every run, more for whoever wants to be surer.
///
/// `SOAK=10 swift test --filter OneMeaningTests` tries ten times as many.
package enum Soak {
    private static let factor = ProcessInfo.processInfo.environment["SOAK"].flatMap(UInt64.init) ?? 1

    /// The seeds from one on, a count of them in every run.
    package static func seeds(_ count: UInt64, from first: UInt64 = 1) -> ClosedRange<UInt64> {
        first...(first + count * max(1, factor) - 1)
    }

    /// A count of some examples, far from each other; all of them where more are asked for.
    package static func some<Example>(_ count: Int, of all: [Example]) -> [Example] {
        guard factor <= 1, all.count > count else { return all }
        return (0..<count).map { all[$0 * all.count / count] }
    }
}
