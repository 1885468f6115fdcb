import AppStoreTesting
import CustomDump
import Foundation
import JSONValues
import Purchases
import Testing

@testable import AppStore

@Suite struct ReceiptReadingTests {
    private func der(_ draft: ReceiptDraft = ReceiptSamples.draft) throws -> Data {
        try draft.signed(by: MintedChain.goodRSA)
    }

    private func reason(_ bytes: Data) -> RejectionReason? {
        #expect(throws: DocumentProblem.self) { try AppReceipt(base64OrDER: bytes) }?.reason
    }

    @Test func whatItSays() throws {
        let receipt = try AppReceipt(base64OrDER: try der())
        #expect(receipt.receiptType == "Production" && receipt.environment == .production)
        #expect(receipt.bundleID == BundleID("com.example.tea"))
        #expect(receipt.appVersion == "42" && receipt.originalAppVersion == "1.0")
        #expect(receipt.createdAt == Instant("2023-11-14T22:13:20Z"))
        #expect(receipt.originalPurchasedAt == Instant("2013-08-01T07:00:00Z"))
        #expect(receipt.expiresAt == nil && receipt.purchaseCount == 4)
        #expect(receipt.purchases.map(\.transactionID?.rawValue) == ["7001", "7000", "7100", "7200"])
        let (coins, refunded) = (Array(receipt.purchases)[2], Array(receipt.purchases)[3])
        #expect(coins.expiresAt == nil && coins.webOrderLineItemID == nil && coins.quantity == 5)
        #expect(refunded.cancelledAt == ReceiptSamples.moment(9) && refunded.promotionalOfferID == nil)
    }

    @Test func theOrderOfFieldsDoesNotCount() throws {
        var draft = ReceiptDraft()
        draft.more =
            [.date(21, "2030-01-01T00:00:00Z"), .text(3, "43")] + ReceiptSamples.draft.purchases.map(\.field)
        draft.more += [.date(12, "2023-12-01T00:00:00Z")]
        let receipt = try AppReceipt(base64OrDER: try der(draft))
        #expect(receipt.expiresAt == Instant("2030-01-01") && receipt.appVersion == "43")
        #expect(receipt.createdAt == Instant("2023-12-01") && receipt.purchaseCount == 4)
    }

    @Test func itsReadableForm() throws {
        var draft = ReceiptDraft(Array(ReceiptSamples.draft.purchases.suffix(1)))
        draft.more = [ReceiptField(99, Array(0..<100))]
        let json = try AppReceipt(base64OrDER: try der(draft)).json
        #expect(
            json["environment"] == .string("Production") && json["bundle_id"] == .string("com.example.tea"))
        #expect(json["receipt_creation_date"] == .string("2023-11-14T22:13:20Z"))
        #expect(json["expiration_date"] == nil)
        #expect(json["opaque_value"] == .string("6465666768696a6b6c6d6e6f70717273"))
        let unknown = try #require(json["unknown"]?.object)
        #expect(unknown.keys.sorted() == ["25", "7", "99"] && unknown["25"] == .string("020103"))
        #expect(unknown["99"]?.string?.count == 128 && unknown["99"]?.string?.hasSuffix("3f") == true)
        let purchase = try #require(json["in_app"]?.array?.first)
        #expect(purchase["cancellation_date"] == .string("2023-09-27T01:20:00Z"))
        #expect(purchase["is_trial_period"] == .bool(false) && purchase["quantity"] == .integer(1))
        #expect(purchase["unknown"] == .object(["1707": .string("020103")]))
    }

    @Test func base64WithSpacesAndLineBreaks() throws {
        let bytes = try der()
        let text = bytes.base64EncodedString(options: [.lineLength64Characters, .endLineWithCarriageReturn])
        let expected = try AppReceipt(base64OrDER: bytes).json
        for form in [text, " \t\(text)\r\n\n", bytes.base64EncodedString()] {
            #expect(try AppReceipt(base64OrDER: Data(form.utf8)).json == expected)
        }
    }

    @Test func base64OfBase64() throws {
        let bytes = try der()
        let (plain, expected) = (bytes.base64EncodedString(), try AppReceipt(base64OrDER: bytes).json)
        let wrapped = bytes.base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
        for once in [plain, wrapped] {
            let twice = Data(once.utf8).base64EncodedString(options: [.lineLength64Characters])
            #expect(try AppReceipt(base64OrDER: Data(twice.utf8)).json == expected)
            #expect(AppReceipt.plainText(ofBase64: twice) == plain)
            #expect(AppReceipt.plainText(ofBase64: once) == plain)
        }
        #expect(AppReceipt.plainText(ofBase64: "TWFkZQ==") == "TWFkZQ==")
    }

    @Test(arguments: ["", " \n", "receipt", "TWFkZ*==", "eyJhIjoxfQ==", "{}", "MII", "MAA=", "\u{0}"])
    func whatIsNoReceipt(_ text: String) { #expect(reason(Data(text.utf8)) == .malformedReceipt) }

    @Test func everyTruncationAndEveryByteMore() throws {
        let bytes = try der()
        for count in 0..<bytes.count { #expect(reason(bytes.prefix(count)) == .malformedReceipt) }
        for more in [[0x00], [0x0A], [0x30, 0x00], [UInt8](bytes)] as [[UInt8]] {
            #expect(reason(bytes + more) == .malformedReceipt)
        }
    }

    @Test(arguments: [
        ([UInt8]([0x31, 0x80, 0x00, 0x00]), RejectionReason.malformedReceipt),
        (CMSElement.octets([]), .malformedReceipt),
        ([], .malformedReceipt), (CMSElement.set([]) + [0x05, 0x00], .malformedReceipt),
        (CMSElement.set([CMSElement.integer(17)]), .malformedReceipt),
        (
            CMSElement.set([CMSElement.sequence(CMSElement.integer(2), CMSElement.integer(1))]),
            .malformedReceipt
        ),
        (CMSElement.set([ReceiptField(17, CMSElement.sequence()).bytes]), .malformedReceipt),
        (CMSElement.set([ReceiptField.set(17, [.text(1701, "1")]).bytes]), .malformedReceipt),
        (CMSElement.set([ReceiptField.set(17, [.date(1708, "soon")]).bytes]), .badDate),
        (CMSElement.set([ReceiptField.date(12, "0000-00-00T00:00:00Z").bytes]), .badDate),
        (CMSElement.set([ReceiptField.number(12, 5).bytes]), .malformedReceipt),
        (
            CMSElement.set([ReceiptField(2, CMSElement.utf8("a") + CMSElement.utf8("b")).bytes]),
            .malformedReceipt
        ),
        (CMSElement.set([ReceiptField.text(2, String(repeating: "x", count: 10_001)).bytes]), .tooLarge),
    ])
    func damagedPayloads(_ payload: [UInt8], _ expected: RejectionReason) throws {
        #expect(reason(try CMSWriter(MintedChain.goodRSA).signed(payload)) == expected)
    }

    @Test func deepNestingIsNoDamageWhereNothingIsExpected() throws {
        var draft = ReceiptDraft()
        draft.more = [ReceiptField(99, DERReaderTests.nested)]
        #expect(try AppReceipt(base64OrDER: try der(draft)).purchaseCount == 0)
        #expect(reason(Data(DERReaderTests.nested)) == .malformedReceipt)
        draft.more = [ReceiptField(17, DERReaderTests.nested)]
        #expect(reason(try der(draft)) == .malformedReceipt)
    }

    @Test func morePurchasesAndFieldsThanAnyReceiptHas() throws {
        let few = ReceiptField.set(17, [])
        var draft = ReceiptDraft()
        draft.more = Array(repeating: few, count: 10_000)
        #expect(try AppReceipt(base64OrDER: try der(draft)).purchaseCount == 10_000)
        draft.more.append(few)
        #expect(reason(try der(draft)) == .tooLarge)
        draft.more = (1000..<2000).map { .number($0, 1) }
        #expect(try AppReceipt(base64OrDER: try der(draft)).json["unknown"]?.object?.count == 32)
    }

    @Test func nothingIsReadThatIsLargerThanAnyReceipt() {
        let largest = Data([0x30]) + Data(count: (32 << 20) - 1)
        #expect(reason(largest) == .malformedReceipt)
        #expect(reason(largest + [0]) == .tooLarge)
    }
}
