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
