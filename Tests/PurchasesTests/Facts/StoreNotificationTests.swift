import Purchases
import Testing

/// Source: Apple, RENEWAL is the old name of DID_RECOVER.
@Suite struct StoreNotificationTests {
    @Test func oneRecoveryUnderTwoNamesIsOneEvent() {
        func notice(_ type: String, _ charge: String?) -> StoreNotification {
            StoreNotification(
                type: type, signedAt: day(0), check: .unchecked, charge: charge.map { TransactionID($0) })
        }
        let distinct = StoreNotification.distinctEvents([
            notice("RENEWAL", "1"), notice("DID_RECOVER", "1"), notice("RENEWAL", "2"),
            notice("RENEWAL", nil),
        ])
        #expect(distinct.map(\.type) == ["DID_RECOVER", "RENEWAL", "RENEWAL"])
    }
}
