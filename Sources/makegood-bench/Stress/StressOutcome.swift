/// What came of a stress run.
struct StressOutcome {
    /// What each writer did.
    let writers: [[StressDeed]]
    /// How often writers were killed.
    let kills: Int
    /// How many documents were imported.
    let documents: Int
    /// How many checkpoints were made beside those that writers make.
    let checkpoints: Int
    /// How many screens and customers were read.
    let reads: Int
    /// The largest size of the -wal that was seen, in bytes.
    let highestWAL: Int
    /// What was looked at in the end.
    var checks: [StressCheck] = []

    /// Whether everything held.
    var held: Bool { checks.allSatisfy { $0.problems.isEmpty } }

    /// How many deeds each writer had been answered when the first one was done.
    var shares: [Int] {
        let end = writers.compactMap { $0.last?.end }.min() ?? 0
        return writers.map { deeds in deeds.count { $0.end <= end } }
    }

    /// The smallest share of a writer, of the largest.
    var fairness: Double { Double(shares.min() ?? 0) / Double(max(1, shares.max() ?? 0)) }
}

/// Something that must hold in the end.
struct StressCheck {
    /// What must hold.
    let name: String
    /// What speaks against it.
    let problems: [String]
}
