import Crypto
import Foundation
import Persistence
import PersistenceTesting
import Purchases
import Testing

@testable import Server

/// Receipts are kept compressed, and come back as they were.
struct DeflateTests {
    @Test(arguments: [0, 1, 100, 5000, 300_000]) func whatIsDeflatedComesBack(count: Int) throws {
        let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 / 7 ^ $0) })
        let packed = try #require(Deflate.deflated(bytes))
        #expect(Deflate.inflated(packed) == bytes)
        #expect(count < 5000 || packed.count < count / 2)
    }

    @Test func damageAndBombsAreNothing() throws {
        let packed = try #require(Deflate.deflated(Data(count: 1 << 20)))
        #expect(packed.count < 4096)
        #expect(Deflate.inflated(packed, limit: 1 << 19) == nil, "more than may come of it")
        #expect(Deflate.inflated(packed.dropLast(3)) == nil)
        #expect(Deflate.inflated(Data("no zlib".utf8)) == nil)
        #expect(Deflate.inflated(Data()) == nil)
    }
}

/// What keeps a receipt, for tests of the workers.
enum BatchedReceipt {
    static func effect(_ receipt: Data, chain: OriginalTransactionID, of customer: AppUserID) -> SideEffect? {
        Deflate.deflated(receipt).map { body in
            let digest = SHA256.hash(data: receipt).map { String(Int($0) + 256, radix: 16).dropFirst() }
                .joined()
            return .keepReceipt(
                ReceiptDraft(
                    body: body, sha256: digest, environment: .production, chains: [chain], customer: customer)
            )
        }
    }
}
