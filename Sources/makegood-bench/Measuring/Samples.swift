/// Measured values, ready to be summed up.
struct Samples: Sendable {
    private let sorted: [Double]

    /// Values in any order.
    init(_ values: [Double]) { sorted = values.sorted() }

    /// How many there are.
    var count: Int { sorted.count }
    /// The median; nil without values.
    var p50: Double? { value(at: 0.5) }
    /// What all but a hundredth do not exceed; nil without values.
    var p99: Double? { value(at: 0.99) }

    private func value(at share: Double) -> Double? {
        guard !sorted.isEmpty else { return nil }
        return sorted[min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.down)))]
    }
}
