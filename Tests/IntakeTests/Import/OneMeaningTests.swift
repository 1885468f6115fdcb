import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// The same documents give the same store, in whatever order, however often, in however many imports.
struct OneMeaningTests {
    private static let orders = 2

    private func check(seed: UInt64, oddity: Int) throws {
        var maker = DocumentMaker(seed: seed, oddity: oddity)
        var random = SeededRandom(seed: seed &+ 1_000_003)
        let documents = maker.documents(Int.random(in: 3...12, using: &random))
        let first = DocumentShop(try DocumentShop(catalog: seed % 3 != 0).store)
        try first.bring(documents)
        let meaning = try StoreMeaning(of: first.store, withHistory: oddity == 0)
        for order in 0..<Self.orders {
            let other = try DocumentShop(catalog: seed % 3 != 0)
            let imports = random.division(of: documents)
            for documents in imports { try other.bring(documents) }
            let others = try StoreMeaning(of: other.store, withHistory: oddity == 0)
            guard others != meaning else { continue }
            Issue.record("seed \(seed), order \(order):\n\(others.differences(from: meaning))")
            return
        }
    }

    @Test(arguments: Soak.seeds(16))
    func anyOrderRepetitionAndDivisionMeansTheSame(seed: UInt64) throws {
        try check(seed: seed, oddity: 0)
    }

    @Test(arguments: Soak.seeds(8, from: 1001))
    func soDoDocumentsThatContradictThemselves(seed: UInt64) throws {
        try check(seed: seed, oddity: 10)
    }
}
