import AppStoreTesting
import Foundation
import JSONValues
import Persistence
import PersistenceTesting
import Purchases
import Testing

/// One signed text is one document, whichever of its signature's forms it comes in.
struct SignatureFormTests {
    @Test func howASignatureIsWrittenMakesNoOtherDocument() throws {
        let (paper, shop) = (try SignedPaper(), try SignedPaper.shop())
        let payload = JSONValue.object([
            "transactionId": .string("7000"), "originalTransactionId": .string("7000"),
            "productId": .string("tea.monthly"), "bundleId": .string("com.example.tea"),
            "environment": .string("Production"), "purchaseDate": SignedPaper.date(0),
            "expiresDate": SignedPaper.date(30), "webOrderLineItemId": .string("9000"),
            "signedDate": SignedPaper.date(1),
        ])
        let text = try #require(try paper.signed(payload).string)
        let other = try #require(MintedChain.otherForm(of: text))
        #expect(try shop.bring(text).duplicates == 0)
        for again in [other, text + "==", other + "=="] {
            let report = try shop.bring(again)
            #expect(report.duplicates == 1 && report.rejected.isEmpty)
        }
        #expect(try shop.store.number("SELECT count(*) FROM documents") == 1)
    }
}
