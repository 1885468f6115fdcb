import AppStoreTesting
import Foundation
import JSONValues
import Purchases
import Testing

@testable import AppStore

/// Damages good receipts in a reproducible way.
@Suite struct ReceiptFuzzTests {
    private struct SeededGenerator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 32) ^ (state << 31)
        }
    }

    /// How many damaged receipts each seed makes.
    private static let count = 200

    /// Flips bits, changes lengths, moves, repeats and removes bytes, and takes some of another receipt.
    private func damaged(_ good: [UInt8], _ other: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = good
        for _ in 0..<Int.random(in: 1...3, using: &random) where bytes.count > 8 {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, index + Int.random(in: 1...300, using: &random))
            switch Int.random(in: 0...7, using: &random) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 1: bytes[index] = [0, 1, 0x7F, 0x80, 0x81, 0x84, 0xFF].randomElement(using: &random) ?? 0
            case 2: bytes[index] &+= 1
            case 3: bytes.removeSubrange(index..<end)
            case 4:
                bytes.insert(
                    contentsOf: bytes[index..<end], at: Int.random(in: 0..<bytes.count, using: &random))
            case 5: bytes = Array(bytes.prefix(index)) + other.suffix(max(0, other.count - index))
            case 6:
                bytes.replaceSubrange(
                    index..<end, with: other[min(index, other.count)..<min(end, other.count)])
            default: bytes[min(index, 80)] ^= 1 << UInt8.random(in: 0...7, using: &random)
            }
        }
        return bytes
    }

    /// What is signed, when a receipt is read and its signature holds.
    private func verifiedContent(_ bytes: [UInt8], _ checker: SignatureChecker) -> [UInt8]? {
        guard let receipt = try? AppReceipt(base64OrDER: Data(bytes)) else { return nil }
        _ = receipt.json
        guard (try? checker.check(receipt)) != nil else { return nil }
        return Array(receipt.signedData.content)
    }

    @Test(arguments: 0..<UInt64(4))
    func noCrashAndNothingElseVerifies(_ seed: UInt64) throws {
        var random = SeededGenerator(state: seed)
        let chain = try MintedChain.goodRSA
        let checker = try ReceiptSamples.checker(chain)
        var writer = CMSWriter(chain)
        writer.hasSignedAttributes = seed.isMultiple(of: 2)
        let payloads = [ReceiptSamples.draft.payload, ReceiptDraft().payload]
        let receipts = try payloads.map { [UInt8](try writer.signed($0)) }
        for receipt in receipts { #expect(verifiedContent(receipt, checker) != nil) }
        for _ in 0..<Self.count {
            let bytes = damaged(receipts[0], receipts[1], &random)
            guard let content = verifiedContent(bytes, checker) else { continue }
            #expect(payloads.contains(content), "seed \(seed): \(Data(bytes).base64EncodedString())")
        }
    }

    @Test func everyBitOfThePayloadCounts() throws {
        let chain = try MintedChain.goodRSA
        let checker = try ReceiptSamples.checker(chain)
        let payload = ReceiptDraft().payload
        let good = [UInt8](try CMSWriter(chain).signed(payload))
        let start = try #require(good.firstRange(of: payload)).lowerBound
        for index in payload.indices {
            var bytes = good
            bytes[start + index] ^= 1 << UInt8(index % 8)
            #expect(verifiedContent(bytes, checker) == nil)
        }
    }
}
