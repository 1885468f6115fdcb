import Foundation

/// What documents told about one thing, merged field by field: the newest word on each field counts.
///
/// Merging is commutative, associative and idempotent, so neither order nor repetition of documents matters.
package struct MergedFacts<Values: FieldMergeable>: Hashable, Codable, Sendable {
    /// What one document told.
    package struct Observation: Hashable, Codable, Sendable {
        /// The document's standing.
        package let precedence: Precedence
        package let values: Values

        /// What a document of that standing told.
        package init(_ values: Values, precedence: Precedence) {
            (self.values, self.precedence) = (values, precedence)
        }
    }

    /// The tellings that still add something, newest first; never empty.
    package private(set) var tellings: [Observation]

    /// What one document told.
    package init(_ values: Values, precedence: Precedence) {
        tellings = [Observation(values, precedence: precedence)]
    }

    /// What several documents told; nil when there is none.
    package init?(_ tellings: [Observation]) {
        guard !tellings.isEmpty else { return nil }
        self.tellings = MergedFacts.pruned(tellings)
    }

    /// The values as they stand now.
    package var values: Values {
        tellings.dropFirst().reduce(tellings[0].values) { $0.merging($1.values) }
    }

    /// Adds what others told.
    package mutating func merge(_ other: MergedFacts) { merge([other]) }

    /// Adds what many others told.
    mutating func merge(_ others: [MergedFacts]) {
        tellings = MergedFacts.pruned(others.reduce(into: tellings) { $0 += $1.tellings })
    }

    /// Drops tellings of which every field, and what they tell apart, is told by newer ones.
    private static func pruned(_ tellings: [Observation]) -> [Observation] {
        var kept: [Observation] = []
        var values: Values?
        var identities: Set<AnyHashable> = []
        for telling in newestFirst(tellings) {
            let filled = (values ?? telling.values).merging(telling.values)
            let isOther = telling.values.identity.map { identities.insert($0).inserted } ?? false
            if filled != values || isOther { kept.append(telling) }
            values = filled
        }
        return kept
    }

    /// One document may tell the same charge twice, under two ids: then the text of the values decides.
    ///
    /// The texts are made once each: one document may tell the same charge ten thousand times.
    private static func newestFirst(_ tellings: [Observation]) -> [Observation] {
        guard tellings.count > 1 else { return tellings }
        let sorted = tellings.sorted { $0.precedence > $1.precedence }
        var ordered: [Observation] = []
        var rest = sorted[...]
        while let first = rest.first {
            let equal = rest.prefix { $0.precedence == first.precedence }
            rest = rest.dropFirst(equal.count)
            let different = Set(equal.map(\.values))
            if different.count > 1 {
                ordered += different.map { (values: $0, text: text(of: $0)) }
                    .sorted { $1.text.lexicographicallyPrecedes($0.text) }
                    .map { Observation($0.values, precedence: first.precedence) }
            } else {
                ordered.append(first)
            }
        }
        return ordered
    }

    private static func text(of values: Values) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        if let key = Disclosure.key { encoder.userInfo[key] = Disclosure.whole }
        return (try? encoder.encode(values)) ?? Data()
    }
}

/// Values of which a document may tell some and leave out others.
package protocol FieldMergeable: Hashable, Codable, Sendable {
    /// These values, with what they leave out taken from others.
    func merging(_ others: Self) -> Self

    /// What tells the thing apart that the document spoke of; nil when these values say nothing of that.
    var identity: AnyHashable? { get }
}

extension FieldMergeable {
    /// Nothing, for things that are told apart by a name outside their values.
    package var identity: AnyHashable? { nil }
}

/// Says which of two documents wins where they disagree.
///
/// The newer document time wins; then signed over unsigned; then the greater digest, so that every order of
/// arrival ends in the same facts.
package struct Precedence: Hashable, Comparable, Codable, Sendable {
    /// When the document says it was made.
    package let documentTime: Instant
    /// Whether Apple's signature on it was checked.
    package let isSigned: Bool
    /// The lower-case hexadecimal SHA-256 of its canonical JSON.
    package let digest: String

    /// The standing of one document.
    package init(documentTime: Instant, isSigned: Bool, digest: String) {
        (self.documentTime, self.isSigned, self.digest) = (documentTime, isSigned, digest)
    }

    /// Orders documents, the one that wins last.
    package static func < (left: Precedence, right: Precedence) -> Bool {
        if left.documentTime != right.documentTime { return left.documentTime < right.documentTime }
        if left.isSigned != right.isSigned { return right.isSigned }
        return left.digest < right.digest
    }
}
