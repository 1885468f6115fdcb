import Purchases
import Testing

/// An id of the App Store's is a number; what apps report in its place is none.
struct AppStoreNumberTests {
    @Test(arguments: ["1", "7000", "230001020690335", "0001", String(repeating: "9", count: 256)])
    func aNumberCanBeOne(_ text: String) {
        #expect(TransactionID(text).canBeAppStores && WebOrderLineItemID(text).canBeAppStores)
    }

    @Test(arguments: [
        "", "0", "000", "null", "undefined", "nil", "appstore.application", "com.example.app", "-7000",
        "+7000", " 7000", "7000\n", "7e3", "7000.0", "0x1F", "７０００", "٧٠٠٠",
        "5b0fe0a2-9a5e-4a55-8f8e-0d7f4a1f6a10",
    ])
    func anythingElseIsNone(_ text: String) {
        #expect(!TransactionID(text).canBeAppStores && !WebOrderLineItemID(text).canBeAppStores)
    }
}
