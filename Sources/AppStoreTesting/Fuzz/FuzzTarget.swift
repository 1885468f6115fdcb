package import AppStore
import Foundation
import JSONValues

/// A reader of hostile bytes, good documents to damage for it, and the rules that hold whatever it reads.
/// `makegood-bench` (`Tests/makegood-bench/Fuzz`) and tests run them.
package struct FuzzTarget: Sendable {
    /// What it is called; a decoder's target has the name of the kind that it decodes.
    package let name: String
    /// What is damaged.
    let seeds: [FuzzSeed]
    private var added: [FuzzSeed] = []
    private let tokens: [[UInt8]]
    private let read: @Sendable (FuzzDocument) -> FuzzOutcome

    /// A reader with documents that it understands.
    package init(
        _ name: String, seeds: [FuzzSeed], tokens: [[UInt8]],
        read: @escaping @Sendable (FuzzDocument) -> FuzzOutcome
    ) {
        (self.name, self.seeds, self.tokens, self.read) = (name, seeds, tokens, read)
    }

    /// Adds documents to those that are damaged; they make up a quarter of them, however many they are.
    package mutating func add(_ documents: [[UInt8]]) { added += documents.map { FuzzSeed($0) } }

    /// The documents that are damaged, as they are without damage.
    package var corpus: [FuzzDocument] {
        get throws { try (seeds + added).map { try $0.document() } }
    }

    /// The damaged document of a number: the same bytes for the same number, but for the bytes of signatures.
    package func document(_ number: UInt64) throws -> FuzzDocument {
        var mutator = ByteMutator(seed: number)
        let isAdded = !added.isEmpty && Int.random(in: 0..<4, using: &mutator) == 0
        guard let seed = (isAdded ? added : seeds).randomElement(using: &mutator) else {
            return FuzzDocument(bytes: [])
        }
        return try seed.damaged(by: &mutator, with: (seeds + added).map(\.bytes), tokens: tokens)
    }

    /// Reads a document twice; what came of it, and the rule that does not hold.
    package func result(of document: FuzzDocument) -> (outcome: FuzzOutcome, failure: String?) {
        let outcome = read(document)
        return (outcome, outcome.failure(reading: document, again: read(document)))
    }
}

/// Good bytes that are damaged, and how a document is made of them afterwards.
package struct FuzzSeed: Sendable {
    /// The good bytes.
    let bytes: [UInt8]
    /// Signs what became of the bytes, and puts it into a document; nil when the bytes are the document.
    let signed: (@Sendable ([UInt8]) throws -> [UInt8])?
    /// The value, when the bytes are JSON that can be damaged as such.
    private let value: JSONValue?

    /// Bytes that are signed after they are damaged, so that reading goes on behind the signature.
    init(_ bytes: [UInt8], signed: (@Sendable ([UInt8]) throws -> [UInt8])? = nil) {
        (self.bytes, self.signed) = (bytes, signed)
        value = try? JSONValue(parsing: Data(bytes))
    }

    /// A text; see `init(_:signed:)`.
    package init(_ text: String, signed: (@Sendable ([UInt8]) throws -> [UInt8])? = nil) {
        self.init(Array(text.utf8), signed: signed)
    }

    /// The document without damage.
    func document() throws -> FuzzDocument { try document(of: bytes) }

    func damaged(
        by mutator: inout ByteMutator, with others: [[UInt8]], tokens: [[UInt8]]
    ) throws -> FuzzDocument {
        if let value, Bool.random(using: &mutator) {
            return try document(of: Array(mutator.damaged(value).canonicalText.utf8))
        }
        return try document(of: mutator.damaged(bytes, with: others, tokens: tokens))
    }

    private func document(of bytes: [UInt8]) throws -> FuzzDocument {
        guard let signed else { return FuzzDocument(bytes: bytes) }
        return FuzzDocument(bytes: try signed(bytes), signedContent: bytes)
    }
}

/// A document that a target reads.
package struct FuzzDocument: Sendable {
    package let bytes: [UInt8]
    /// What was signed of it after the damage, so that it may be taken for genuine; nil when nothing was.
    package let signedContent: [UInt8]?

    /// A document of those bytes.
    package init(bytes: [UInt8], signedContent: [UInt8]? = nil) {
        (self.bytes, self.signedContent) = (bytes, signedContent)
    }

    /// The damaged bytes, before anything was signed.
    var source: [UInt8] { signedContent ?? bytes }
}

/// What reading a document came to.
package struct FuzzOutcome {
    /// What was wrong with it.
    package var problems: [DocumentProblem]
    /// What was understood, to be compared with what is understood the second time.
    package var contents: [AnyHashable]
    /// Every text that is kept of it or shown.
    package var kept: [String]
    /// A rule that it breaks in this target, such as a forgery that was taken for genuine; nil when there is none.
    package var fault: String?

    /// What was understood of a document, or was wrong with it.
    package init(
        _ contents: [AnyHashable] = [], kept: [String] = [], problems: [DocumentProblem] = [],
        fault: String? = nil
    ) {
        (self.contents, self.kept, self.problems, self.fault) = (contents, kept, problems, fault)
    }

    /// What a reading comes to that either succeeds or throws what is wrong.
    package init(_ reading: () throws(DocumentProblem) -> FuzzOutcome) {
        do throws(DocumentProblem) { self = try reading() } catch { self.init(problems: [error]) }
    }

    /// Whether nothing was wrong with it.
    package var isUnderstood: Bool { problems.isEmpty }
}

extension FuzzOutcome {
    /// The most bytes that the detail of a problem may have.
    private static let detailLimit = 2048

    /// The first rule that does not hold for what came of a document, read twice; nil when all do.
    func failure(reading document: FuzzDocument, again: FuzzOutcome) -> String? {
        if let fault { return fault }
        guard contents == again.contents, kept == again.kept, problems == again.problems else {
            return "read twice, it says different things"
        }
        return problems.lazy.compactMap(FuzzOutcome.failure).first ?? leak(of: document)
    }

    private static func failure(_ problem: DocumentProblem) -> String? {
        let name = problem.reason.rawValue
        guard !problem.detail.isEmpty else { return "\(name) has no detail" }
        guard problem.detail.utf8.count <= detailLimit else {
            return "the detail of \(name) has \(problem.detail.utf8.count) bytes"
        }
        guard !problem.detail.unicodeScalars.contains(where: isControl) else {
            return "the detail of \(name) has control characters: \(problem.detail.debugDescription)"
        }
        return nil
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }

    /// Where a secret is kept or shown that was named as one wherever it stood.
    private func leak(of document: FuzzDocument) -> String? {
        let secret = Array(FuzzTokens.secret.utf8)
        let named = FuzzTokens.namedSecrets.map { document.source.ranges(of: $0).count }.reduce(0, +)
        guard named > 0, document.source.ranges(of: secret).count == named else { return nil }
        let texts = kept + problems.map(\.detail)
        return texts.first { $0.contains(FuzzTokens.secret) }.map { "it keeps the secret: \($0.prefix(500))" }
    }
}
