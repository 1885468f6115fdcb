/// What documents told about one thing, merged field by field: the newest word on each field counts.
///
/// Merging is commutative, associative and idempotent, so neither order nor repetition of documents matters.
public struct Told<Values: Fillable>: Hashable, Codable, Sendable {
    /// What one document told.
    public struct Telling: Hashable, Codable, Sendable {
        /// The document's standing.
        public let precedence: Precedence
        /// What it told.
        public let values: Values

        /// What a document of that standing told.
        public init(_ values: Values, _ precedence: Precedence) {
            (self.values, self.precedence) = (values, precedence)
        }
    }

    /// The tellings that still add something, newest first; never empty.
    public private(set) var tellings: [Telling]

    /// What one document told.
    public init(_ values: Values, _ precedence: Precedence) {
        tellings = [Telling(values, precedence)]
    }

    /// What several documents told; nil when there is none.
    public init?(_ tellings: [Telling]) {
        guard !tellings.isEmpty else { return nil }
        self.tellings = Told.pruned(tellings)
    }

    /// The values as they stand now.
    public var values: Values { Told.resolve(tellings[...]) ?? tellings[0].values }

    /// Adds what others told.
    public mutating func merge(_ other: Told) {
        tellings = Told.pruned(tellings + other.tellings)
    }

    private static func resolve(_ tellings: ArraySlice<Telling>) -> Values? {
        guard let newest = tellings.first?.values else { return nil }
        return tellings.dropFirst().reduce(newest) { $0.filled(from: $1.values) }
    }

    /// Drops tellings of which every field is told by newer ones.
    private static func pruned(_ tellings: [Telling]) -> [Telling] {
        var kept: [Telling] = []
        var values: Values?
        for telling in tellings.sorted(by: { $0.precedence > $1.precedence }) {
            let filled = values?.filled(from: telling.values) ?? telling.values
            if filled != values { kept.append(telling) }
            values = filled
        }
        return kept
    }
}
