import AppStore

/// A reader of hostile bytes, good documents to damage for it, and the rules that hold whatever it reads.
public struct FuzzTarget: Sendable {
    /// What it is called; a decoder's target has the name of the kind that it decodes.
    public let name: String
    /// What is damaged.
    let seeds: [FuzzSeed]
    private var added: [FuzzSeed] = []
    private let tokens: [[UInt8]]
    private let read: @Sendable (FuzzDocument) -> FuzzOutcome

    /// A reader with documents that it understands.
    public init(
        _ name: String, seeds: [FuzzSeed], tokens: [[UInt8]],
        read: @escaping @Sendable (FuzzDocument) -> FuzzOutcome
    ) {
        (self.name, self.seeds, self.tokens, self.read) = (name, seeds, tokens, read)
    }

    /// Adds documents to those that are damaged; they make up a quarter of them, however many they are.
    public mutating func add(_ documents: [[UInt8]]) { added += documents.map { FuzzSeed($0) } }

    /// The documents that are damaged, as they are without damage.
    public var corpus: [FuzzDocument] {
        get throws { try (seeds + added).map { try $0.document() } }
    }

    /// The damaged document of a number: the same bytes for the same number, but for the bytes of signatures.
    public func document(_ number: UInt64) throws -> FuzzDocument {
        var mutator = ByteMutator(seed: number)
        let isAdded = !added.isEmpty && Int.random(in: 0..<4, using: &mutator) == 0
        guard let seed = (isAdded ? added : seeds).randomElement(using: &mutator) else {
            return FuzzDocument(bytes: [])
        }
        return try seed.damaged(by: &mutator, with: (seeds + added).map(\.bytes), tokens: tokens)
    }

    /// Reads a document twice; what came of it, and the rule that does not hold.
    public func result(of document: FuzzDocument) -> (outcome: FuzzOutcome, failure: String?) {
        let outcome = read(document)
        return (outcome, outcome.failure(reading: document, again: read(document)))
    }
}
