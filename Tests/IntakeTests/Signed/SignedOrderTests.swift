import AppStore
import AppStoreTesting
import Foundation
import JSONValues
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Signed documents give the same store, in whatever order, however often, in however many imports.
struct SignedOrderTests {
    private func documents(seed: UInt64) throws -> [BroughtDocument] {
        var random = SeededRandom(seed: seed &+ 77)
        var signed = try SignedDocumentMaker(seed: seed)
        var others = DocumentMaker(seed: seed)
        return try signed.documents(Int.random(in: 3...9, using: &random))
            + others.documents(Int.random(in: 0...5, using: &random))
    }

    @Test(arguments: Soak.seeds(4))
    func anyOrderRepetitionAndDivisionMeansTheSame(seed: UInt64) throws {
        let documents = try documents(seed: seed)
        let first = try SignedPaper.shop()
        try first.bring(documents)
        let meaning = try StoreMeaning(of: first.store)
        var random = SeededRandom(seed: seed &+ 1_000_003)
        for order in 0..<3 {
            let other = try SignedPaper.shop()
            for part in random.division(of: documents) { try other.bring(part) }
            let others = try StoreMeaning(of: other.store)
            guard others != meaning else { continue }
            Issue.record("seed \(seed), order \(order):\n\(others.differences(from: meaning))")
            return
        }
    }

    @Test func twentyTimesIsOnce() throws {
        let documents = Array(try documents(seed: 5).prefix(4))
        let (once, often) = (try SignedPaper.shop(), try SignedPaper.shop())
        try once.bring(documents)
        for _ in 0..<20 { try often.bring(documents) }
        #expect(try StoreMeaning(of: often.store) == StoreMeaning(of: once.store))
        #expect(try StoreHealth.problems(of: often.store).isEmpty)
    }
}
