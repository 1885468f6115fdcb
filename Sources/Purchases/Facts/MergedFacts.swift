import Foundation

/// What documents told about one thing, merged field by field: the newest word on each field counts.
///
/// Merging is commutative, associative and idempotent, so neither order nor repetition of documents matters.
public struct MergedFacts<Values: FieldMergeable>: Hashable, Codable, Sendable {
    /// What one document told.
    public struct Observation: Hashable, Codable, Sendable {
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
    public private(set) var tellings: [Observation]

    /// What one document told.
    public init(_ values: Values, _ precedence: Precedence) {
        tellings = [Observation(values, precedence)]
    }

    /// What several documents told; nil when there is none.
    public init?(_ tellings: [Observation]) {
        guard !tellings.isEmpty else { return nil }
        self.tellings = MergedFacts.pruned(tellings)
    }

    /// The values as they stand now.
    public var values: Values {
        tellings.dropFirst().reduce(tellings[0].values) { $0.merging($1.values) }
    }

    /// Adds what others told.
    public mutating func merge(_ other: MergedFacts) {
        tellings = MergedFacts.pruned(tellings + other.tellings)
    }

    /// Drops tellings of which every field, and what they tell apart, is told by newer ones.
    private static func pruned(_ tellings: [Observation]) -> [Observation] {
        var kept: [Observation] = []
        var values: Values?
        var identities: Set<AnyHashable> = []
        for telling in tellings.sorted(by: isNewer) {
            let filled = (values ?? telling.values).merging(telling.values)
            let isOther = telling.values.identity.map { identities.insert($0).inserted } ?? false
            if filled != values || isOther { kept.append(telling) }
            values = filled
        }
        return kept
    }

    /// One document may tell the same charge twice, under two ids: then the text of the values decides.
    private static func isNewer(_ left: Observation, _ right: Observation) -> Bool {
        if left.precedence != right.precedence { return left.precedence > right.precedence }
        guard left.values != right.values else { return false }
        return text(of: right.values).lexicographicallyPrecedes(text(of: left.values))
    }

    private static func text(of values: Values) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(values)) ?? Data()
    }
}
