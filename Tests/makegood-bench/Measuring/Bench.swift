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
    let progress: ProgressLine

    /// A place for a file beside the store.
    func place(_ name: String) -> String { "\(path).\(name)" }
}

/// How much the bench measures.
struct BenchSettings: Sendable {
    /// Whether samples are few, to see that everything runs.
    let isQuick: Bool
    /// Which figures are wanted, by the beginnings of their names; all when empty.
    let only: [String]

    /// Whether a figure is wanted.
    func wants(_ name: String) -> Bool { only.isEmpty || only.contains { name.hasPrefix($0) } }

    /// Whether any figure may be wanted whose name begins like this.
    func wantsAny(of family: String) -> Bool {
        only.isEmpty || only.contains { family.hasPrefix($0) || $0.hasPrefix(family) }
    }

    /// How often a look-up or a page is read.
    var reads: Int { isQuick ? 20 : 1000 }
    /// How many different questions of one kind are asked.
    var questions: Int { isQuick ? 10 : 200 }
    /// How often the longest pages are read.
    var longReads: Int { isQuick ? 3 : 30 }
    /// How often a key is pressed and its undoing, per screen and kind.
    var keys: Int { isQuick ? 1 : 60 }
    /// How often a program is started.
    var starts: Int { isQuick ? 2 : 40 }
    /// How many grants one writer gives.
    var grants: Int { isQuick ? 20 : 1000 }
    /// How long nine writers give grants, in seconds.
    var burstSeconds: Int { isQuick ? 2 : 60 }
    /// How long the disk rests before grants, in seconds.
    var restSeconds: Double { isQuick ? 0.1 : 10 }
    /// How long one writer gives grants beside an import, in seconds.
    var besideImportSeconds: Int { isQuick ? 1 : 15 }
    /// How many losses are made good at once.
    var bulk: Int { isQuick ? 20 : 10_000 }
    /// How often the disk is waited for.
    var syncs: Int { isQuick ? 10 : 200 }
    /// How often another process commits.
    var commits: Int { isQuick ? 5 : 100 }
    /// How many documents an import brings.
    var documents: Int { isQuick ? 20 : 2000 }
    /// How many documents the least work of an import is measured with.
    var leastDocuments: Int { isQuick ? 20 : 20_000 }
    /// How often an import is repeated.
    var imports: Int { isQuick ? 1 : 3 }
    /// Over how many subscriptions a year of questions to the App Store is counted.
    var subscriptions: Int { isQuick ? 50 : 100_000 }
    /// How long the console idles while its work is counted, in seconds.
    var idleSeconds: Double { isQuick ? 1 : 30 }
}
