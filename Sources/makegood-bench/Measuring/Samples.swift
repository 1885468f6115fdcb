/// Measured values, ready to be summed up.
struct Samples: Sendable {
    private let sorted: [Double]

    /// Values in any order; of rates the low ones are the bad ones, so they come last.
    init(_ values: [Double], _ unit: Unit = .milliseconds) {
        sorted = unit == .perSecond ? values.sorted(by: >) : values.sorted()
    }

    /// How many there are.
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
