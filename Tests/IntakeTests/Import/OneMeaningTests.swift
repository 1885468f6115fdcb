import Foundation
import Purchases
import Testing

@testable import Persistence

/// The same documents give the same store, in whatever order, however often, in however many imports.
struct OneMeaningTests {
    private static let orders = 4

    /// Permuted, with some of them twice, and cut into imports.
    private func division(of documents: [BroughtDocument], _ random: inout ImportRandom)
        -> [[BroughtDocument]]
    {
        let again = documents.filter { _ in random.chance(25) }
        var rest = (documents + again).shuffled(using: &random)[...]
        var imports: [[BroughtDocument]] = []
        while !rest.isEmpty {
            let size = random.chance(30) ? rest.count : Int.random(in: 1...rest.count, using: &random)
            imports.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return imports
    }

    private func check(seed: UInt64, oddity: Int) throws {
        var maker = DocumentMaker(seed: seed, oddity: oddity)
        var random = ImportRandom(seed: seed &+ 1_000_003)
        let documents = maker.documents(Int.random(in: 3...12, using: &random))
        let first = Shop(try Shop(catalog: seed % 3 != 0).store)
        try first.bring(documents)
        let meaning = try StoreMeaning(of: first.store, withHistory: oddity == 0)
        for order in 0..<Self.orders {
            let other = try Shop(catalog: seed % 3 != 0)
            let imports = division(of: documents, &random)
            for documents in imports { try other.bring(documents) }
            let others = try StoreMeaning(of: other.store, withHistory: oddity == 0)
            guard others != meaning else { continue }
            Issue.record("seed \(seed), order \(order):\n\(others.differences(from: meaning))")
            return
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func anyOrderRepetitionAndDivisionMeansTheSame(seed: UInt64) throws {
        try check(seed: seed, oddity: 0)
    }

    @Test(arguments: 1001...1020 as ClosedRange<UInt64>)
    func soDoDocumentsThatContradictThemselves(seed: UInt64) throws {
        try check(seed: seed, oddity: 10)
    }
}
