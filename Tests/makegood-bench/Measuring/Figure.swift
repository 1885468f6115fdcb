import CBench

/// One figure of the bench, beside its bare limit.
struct Figure: Sendable {
    /// The name by which it is asked for.
    let name: String
    /// The unit of its values.
    let unit: Unit
    /// What was measured of the product.
    let samples: Samples
    /// What was measured of the bare limit; empty when there is none.
    let bare: Samples
    /// What it is to be read with; nil when nothing.
    let note: String?

    /// A figure of values in the unit's base: seconds, counts per second, bytes or shares of one.
    init(_ name: String, _ unit: Unit, _ samples: [Double], bare: [Double] = [], note: String? = nil) {
        self.name = name
        self.unit = unit
        self.samples = Samples(samples.map { $0 * unit.factor }, unit)
        self.bare = Samples(bare.map { $0 * unit.factor }, unit)
        self.note = note
    }

    /// How the median compares with the bare limit's; nil without one.
    var ratio: Double? {
        guard let median = samples.p50, let limit = bare.p50, limit > 0 else { return nil }
        return median / limit
    }
}

/// Figures that are measured together.
struct FigureGroup {
    /// Their names, in the order in which they are printed.
    let names: [String]
    /// The beginnings, with a dot at their end, of the names of those that only the store tells.
    let families: [String]
    /// Measures those that are wanted.
    let measure: @MainActor (Bench) async throws -> [Figure]

    /// Figures by their names, and those of families.
    init(
        names: [String], families: [String] = [],
        measure: @escaping @MainActor (Bench) async throws -> [Figure]
    ) {
        (self.names, self.families, self.measure) = (names, families, measure)
    }

    /// Whether some figure of the group begins like a name.
    func has(beginning: String) -> Bool {
        names.contains { $0.hasPrefix(beginning) }
            || families.contains { $0.hasPrefix(beginning) || beginning.hasPrefix($0) }
    }

    /// Whether any of them is wanted.
    func isWanted(_ settings: BenchSettings) -> Bool {
        names.contains(where: settings.wants) || families.contains(where: settings.wantsAny)
    }
}

/// The unit in which a figure is told.
enum Unit: String, Sendable {
    case microseconds = "µs"
    case milliseconds = "ms"
    case minutes = "min"
    /// How many in a second.
    case perSecond = "/s"
    /// How many of something.
    case count = "each"
    /// Millions of bytes.
    case megabytes = "MB"
    case bytes = "bytes"
    /// Hundredths.
    case percent = "%"

    /// What seconds, bytes and shares of one are multiplied with.
    var factor: Double {
        switch self {
        case .microseconds: 1e6
        case .milliseconds: 1e3
        case .minutes: 1.0 / 60
        case .perSecond, .bytes, .count: 1
        case .megabytes: 1e-6
        case .percent: 100
        }
    }
}

/// Measured values, ready to be summed up.
struct Samples: Sendable {
    private let sorted: [Double]

    /// Values in any order; of rates the low ones are the bad ones, so they come last.
    init(_ values: [Double], _ unit: Unit = .milliseconds) {
        sorted = unit == .perSecond ? values.sorted(by: >) : values.sorted()
    }

    var count: Int { sorted.count }
    /// The median; nil without values.
    var p50: Double? { value(at: 0.5) }
    /// What only a hundredth is worse than; nil without values.
    var p99: Double? { value(at: 0.99) }
    /// What none is worse than; nil without values.
    var worst: Double? { sorted.last }

    private func value(at share: Double) -> Double? {
        guard !sorted.isEmpty else { return nil }
        return sorted[min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.down)))]
    }
}
