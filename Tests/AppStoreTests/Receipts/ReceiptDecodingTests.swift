import AppStoreTesting
import CustomDump
import Foundation
import JSONValues
import Purchases
import Testing

@testable import AppStore

@Suite struct ReceiptDecodingTests {
    @Test func aReceiptSaysWhatItsVerifyReceiptFormSays() throws {
        let contents = try ReceiptSamples.contents(ReceiptSamples.draft)
        let answer = try VerifyReceiptDecoder(ReceiptSamples.draft.answer).contents(in: ReceiptSamples.frame)
        expectNoDifference(contents.transactions, answer.transactions)
        expectNoDifference(contents.lists, answer.lists)
        #expect(contents.transactions.count == 4 && contents.lists.count == 3)
        #expect(contents.environment == answer.environment && contents.bundleID == answer.bundleID)
        #expect(contents.renewals.isEmpty && contents.kind == .receipt)
    }

    @Test func everyField() throws {
        let values = try #require(try ReceiptSamples.contents(ReceiptSamples.draft).transactions.first).values
        var expected = TransactionValues()
        expected.productID = ProductID("tea.monthly")
        expected.bundleID = BundleID("com.example.tea")
        expected.webOrderLineItemID = WebOrderLineItemID("2000000104007725")
        expected.purchasedAt = ReceiptSamples.moment(7)
        expected.originalPurchasedAt = ReceiptSamples.moment(0)
        expected.expiresAt = ReceiptSamples.moment(37)
        expected.revocation = TransactionValues.RevocationStatement.none
        (expected.quantity, expected.isTrial, expected.isIntroductoryOffer) = (1, false, true)
        expected.promotionalOfferID = "SPRING"
        expectNoDifference(values, expected)
    }

    @Test func itsTimeIsItsCreationAndItIsSigned() throws {
        let precedence = try ReceiptSamples.contents(ReceiptSamples.draft).precedence
        let created = try #require(Instant("2023-11-14T22:13:20Z"))
        #expect(precedence == Precedence(documentTime: created, isSigned: true, digest: "d"))
    }

    @Test func withoutACreationDateItsTimeIsOfItsNewestFact() throws {
        var draft = ReceiptSamples.draft
        draft.createdAt = nil
        #expect(try ReceiptSamples.contents(draft).precedence.documentTime == ReceiptSamples.moment(9))
    }

    @Test func withoutItsTypeItMayBeATest() throws {
        var draft = ReceiptSamples.draft
        draft.receiptType = nil
        let problem = #expect(throws: DocumentProblem.self) { try ReceiptSamples.contents(draft) }
        #expect(problem?.reason == .badValue)
    }

    @Test(arguments: [
        ("Production", AppStoreEnvironment.production), ("ProductionVPP", .production),
        ("ProductionSandbox", .sandbox), ("ProductionVPPSandbox", .sandbox), ("Sandbox", .sandbox),
        ("Xcode", .xcode), ("LocalTesting", .localTesting), ("Moon", AppStoreEnvironment(rawValue: "Moon")),
    ])
    func environment(_ word: String, _ expected: AppStoreEnvironment) throws {
        var draft = ReceiptSamples.draft
        draft.receiptType = word
        let contents = try ReceiptSamples.contents(draft)
        #expect(contents.environment == expected)
        #expect(contents.transactions.allSatisfy { $0.environment == expected })
    }

    @Test(arguments: ["Xcode", "LocalTesting"])
    func whatAppleDoesNotSignIsNotChecked(_ word: String) throws {
        var draft = ReceiptSamples.draft
        draft.receiptType = word
        let der = try draft.signed(by: MintedChain.goodRSA, with: .signedByAnother)
        let contents = try ReceiptSamples.contents(der, trusting: MintedChain.goodRSA)
        #expect(contents.transactions.count == 4 && !contents.precedence.isSigned)
    }

    @Test(arguments: [1703: RejectionReason.missingID, 1705: .missingID, 1702: .missingProduct])
    func aPurchaseWithoutWhatItIs(_ missing: Int, _ reason: RejectionReason) throws {
        let fields = [1703: "7000", 1705: "7000", 1702: "tea"].map { type, text in
            ReceiptField.text(type, type == missing ? nil : text)
        }
        var draft = ReceiptDraft()
        draft.more = [.set(17, fields)]
        let problem = #expect(throws: DocumentProblem.self) { try ReceiptSamples.contents(draft) }
        #expect(problem?.reason == reason && problem?.detail.hasPrefix("in_app[0].") == true)
    }

    @Test(arguments: [ReceiptField.text(2, "com.\u{1B}[2J"), .text(0, "Pro\u{7}")])
    func controlCharactersAreRefused(_ field: ReceiptField) throws {
        var draft = ReceiptDraft()
        draft.more = [field]
        let problem = #expect(throws: DocumentProblem.self) { try ReceiptSamples.contents(draft) }
        #expect(problem?.reason == .badValue)
    }

    @Test func onlyATextIsAReceipt() throws {
        let checker = try ReceiptSamples.checker(MintedChain.goodRSA)
        let problem = #expect(throws: DocumentProblem.self) {
            try ReceiptDecoder(.array([]), checker: checker)
        }
        #expect(problem?.reason == .wrongType)
    }
}
