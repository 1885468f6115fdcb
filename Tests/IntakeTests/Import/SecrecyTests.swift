import AppStore
import Foundation
import Intake
import JSONValues
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Secrets and receipts in base64 never reach the file.
struct SecrecyTests {
    private static let secret = "plantedSecret0815"
    private static let blob = "MIIplantedBlob4711"

    @Test func noByteOfASecretIsInTheFile() throws {
        let folder = try StoreFolder()
        let shop = DocumentShop(try folder.createShop())
        let notification = JSONPaper.notification(
            "DID_RENEW", [JSONPaper.Entry(id: "7000", chain: "7000")], password: Self.secret)
        let receipt = JSONPaper.receipt(
            [JSONPaper.Entry(id: "8000", chain: "8000")], on: 1,
            more: [
                "latest_receipt": .string(Self.blob), "password": .string(Self.secret),
                "odd": .array([.object(["Password": .object(["deep": .string(Self.secret)])])]),
            ])
        #expect(try shop.bring(notification).rejected.isEmpty)
        #expect(try shop.bring(receipt).rejected.isEmpty)
        // Truncated, so that no grammar helps, and refused by kind, so that it goes to quarantine whole.
        #expect(try shop.bring(String(notification.dropLast(30))).rejected.map(\.reason) == ["not_json"])
        #expect(try shop.bring(#"{"what":1,"password":"\#(Self.secret)"}"#).rejected.count == 1)
        _ = try shop.store.addSecret("another", by: Shop.lead, at: Shop.now)
        let mismatch = JSONPaper.notification(
            "CANCEL", [JSONPaper.Entry(id: "7000", chain: "7000")], password: Self.secret)
        #expect(try shop.bring(mismatch).rejected.map(\.reason) == ["secret_mismatch"])
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.folder) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.folder + "/" + name))
            #expect(bytes.range(of: Data(Self.secret.utf8)) == nil, "\(name) holds the secret")
            #expect(bytes.range(of: Data(Self.blob.utf8)) == nil, "\(name) holds the receipt")
        }
        #expect(try shop.store.documents().count == 2)
        #expect(try shop.store.quarantine().count == 3)
    }

    @Test func aDocumentIsKeptOnceWhateverItsEnvelopeAndSecret() throws {
        let shop = try DocumentShop()
        let entry = JSONPaper.Entry(id: "7000", chain: "7000")
        for password in ["one", "two"] {
            try shop.bring(JSONPaper.notification("CANCEL", [entry], password: password))
        }
        let bare = JSONPaper.notification("CANCEL", [entry], password: "one")
        try shop.bring(#"{"received_at":"2021-01-01T00:00:00Z","customer":"u_1","body":\#(bare)}"#)
        #expect(try shop.store.documents().count == 1)
        #expect(
            try shop.store.chainPage(OriginalTransactionID("7000"), at: Shop.now)?.notifications.count == 1)
    }
}
