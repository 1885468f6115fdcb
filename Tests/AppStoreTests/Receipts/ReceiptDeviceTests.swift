import AppStore
import AppStoreTesting
import Foundation
import JSONValues
import Testing

@Suite struct ReceiptDeviceTests {
    private func receipt(_ draft: ReceiptDraft) throws -> AppReceipt {
        try AppReceipt(base64OrDER: try draft.signed(by: MintedChain.goodRSA))
    }

    @Test(arguments: [
        ("00010203-0405-0607-0809-0A0B0C0D0E0F", true), ("000102030405060708090a0b0c0d0e0f", true),
        ("00:01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F", true),
        ("00010203-0405-0607-0809-0A0B0C0D0E0E", false), ("0001", false),
    ])
    func aUUID(_ text: String, _ isIts: Bool) throws {
        let device = try #require(ReceiptDevice(text))
        #expect(try receipt(ReceiptDraft()).isOf(device: device) == isIts)
    }

    @Test func aMACAddress() throws {
        var draft = ReceiptDraft()
        draft.device = [0xAA, 0xBB, 0xCC, 0x01, 0x02, 0x03]
        for text in ["aa:bb:cc:01:02:03", "AA-BB-CC-01-02-03", "aabbcc010203"] {
            let device = try #require(ReceiptDevice(text))
            #expect(try receipt(draft).isOf(device: device))
        }
    }

    /// Worked out by hand: printf of the 16 + 16 + 17 bytes into sha1sum.
    @Test func theHashCoversTheHeaderOfTheBundleID() throws {
        let hash = try receipt(ReceiptDraft()).json["sha1_hash"]
        #expect(hash == .string("5ca8b42c0fcf41b411a3bdc6b22ca91bd4b84fad"))
    }

    @Test(arguments: [4, 5, 2])
    func withoutItsPartsItIsOfNoDevice(_ type: Int) throws {
        var draft = ReceiptDraft()
        draft.more = [ReceiptField(type, [])]
        let device = try #require(ReceiptDevice("000102030405060708090a0b0c0d0e0f"))
        #expect(try !receipt(draft).isOf(device: device))
    }

    @Test(arguments: ["", "a", "abc", "device", "zz", "0x10", String(repeating: "a", count: 130), "é1"])
    func whatIsNoDevice(_ text: String) { #expect(ReceiptDevice(text) == nil) }
}
