/// Figures that are measured together.
struct FigureGroup {
    /// Their names, in the order in which they are printed.
    let names: [String]
    /// Measures those that are wanted.
    let measure: @MainActor (Bench) async throws -> [Figure]

    /// All of them: reads first, because what comes later changes copies of the store and the caches.
    static let all: [FigureGroup] = [
        openings, leastRead, lookups, prefixes, substrings, scans, pages, lists, entitlements, keys, writing,
        footprint,
    ]
}
