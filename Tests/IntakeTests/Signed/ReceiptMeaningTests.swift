import AppStore
import AppStoreTesting
import CustomDump
import Foundation
import JSONValues
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// A receipt in its binary form tells the same chain as verifyReceipt's form of it.
struct ReceiptMeaningTests {
    private static let start = Instant(milliseconds: 1_690_000_000_000)

    private static var draft: AppStoreTesting.ReceiptDraft {
        var trial = ReceiptPurchaseDraft("7000", at: start)
        (trial.isTrial, trial.lineItem) = (true, 9000)
        var renewal = ReceiptPurchaseDraft("7001", of: "7000", at: start + .days(30))
        (renewal.lineItem, renewal.cancelledAt) = (9001, start + .days(40))
        var late = ReceiptPurchaseDraft("7002", of: "7000", at: start + .days(70))
        (late.lineItem, late.promotionalOffer, late.originalPurchasedAt) = (9002, "spring", start)
        var pass = ReceiptPurchaseDraft("9100", at: start + .days(3))
        (pass.product, pass.expiresAt, pass.quantity) = ("week_pass", nil, 2)
        return AppStoreTesting.ReceiptDraft([late, renewal, trial, pass])
    }

    private func shop() throws -> DocumentShop {
        var shop = try DocumentShop()
        shop.roots = try TrustedRoots(certificate: MintedChain.goodRSA.root)
        return shop
    }

    private func base64(_ fault: CMSFault? = nil) throws -> String {
        try Self.draft.signed(by: MintedChain.goodRSA, with: fault)
            .base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    }

    @Test func bothFormsGiveTheSameChains() throws {
        let (binary, answer) = (try shop(), try shop())
        #expect(try binary.bring(base64()).newTransactions == 4)
        #expect(try answer.bring(Self.draft.answer.canonicalText).newTransactions == 4)
        for chain in ["7000", "9100"] as [OriginalTransactionID] {
            let pages = try [binary, answer].map {
                try #require(try $0.store.chainPage(chain, at: Self.start + .days(75)))
            }
            let values = pages.map { $0.chain.transactions.map(\.values) }
            expectNoDifference(values[0], values[1])
            expectNoDifference(pages[0].coverage, pages[1].coverage)
            expectNoDifference(pages[0].lapses, pages[1].lapses)
            #expect(pages[0].status == pages[1].status && pages[0].accessUntil == pages[1].accessUntil)
            #expect(pages.map(\.chain.isHistoryComplete) == [true, true])
        }
    }

    @Test func bothInOneStoreInAnyOrderAreOneChain() throws {
        let documents = [try base64(), Self.draft.answer.canonicalText]
        let meanings = try [documents, documents.reversed()].map { documents in
            let shop = try shop()
            for document in documents { try shop.bring(document) }
            #expect(try shop.store.number("SELECT count(*) FROM transactions") == 4)
            return try StoreMeaning(of: shop.store)
        }
        #expect(meanings[0] == meanings[1])
    }

    @Test func howItIsWrappedMakesNoOtherDocument() throws {
        let shop = try shop()
        let der = try Self.draft.signed(by: MintedChain.goodRSA)
        for options in [[], .lineLength64Characters, .lineLength76Characters] as [Data.Base64EncodingOptions]
        {
            let once = der.base64EncodedString(options: options)
            try shop.bring(once)
            try shop.bring(Data(once.utf8).base64EncodedString(options: options))
        }
        #expect(try shop.store.number("SELECT count(*) FROM documents") == 1)
    }

    @Test func aRequestBringsTheReceiptInIt() throws {
        let shop = try shop()
        let receipt = try Self.draft.signed(by: MintedChain.goodRSA).base64EncodedString()
        let request: JSONValue = .object(["receipt-data": .string(receipt), "password": .string("hush-hush")])
        #expect(try shop.bring(request.canonicalText).newTransactions == 4)
        let kept = try #require(try shop.store.document(1))
        #expect(kept.kind == "verify_receipt_request" && kept.body?.contains("receipt-data") == false)
        let reading: JSONValue = .object(["receipt-data": .string("bm90aGluZw==")])
        #expect(try shop.bring(reading.canonicalText).rejected.map(\.reason) == ["receipt_not_decodable"])
    }

    @Test(arguments: CMSFault.allCases)
    func aBadOneChangesNothing(_ fault: CMSFault) throws {
        let shop = try shop()
        try shop.bring(Self.draft.answer.canonicalText)
        let before = try StoreMeaning(of: shop.store)
        let report = try shop.bring(base64(fault))
        #expect(report.rejected.map(\.reason) == [fault.reason.rawValue])
        #expect(try StoreMeaning(of: shop.store) == before)
        #expect(try shop.store.quarantine().count == 1)
    }
}
