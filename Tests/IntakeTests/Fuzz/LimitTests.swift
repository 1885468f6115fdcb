import AppStoreTesting
import Foundation
import Intake
import Purchases
import Persistence
import Testing

/// What would take far more memory than its bytes is refused before anything is made of it.
struct LimitTests {
    @Test func rowsOfAMillionFields() {
        let row = String(repeating: ",", count: 1 << 20) + "x"
        #expect(
            ReadingSamples.words("app_user_id,name\n\(row)\nu_1,José\n") == [
                "f:2 too_large", "f:3 customers",
            ])
    }

    @Test func signedTextsOfTooManyValues() {
        let payload = #"{"notificationType":"TEST","a":["# + String(repeating: "1,", count: 1 << 15) + "1]}"
        let text = "eyJhbGciOiJFUzI1NiJ9.\(Data(payload.utf8).base64URL).c2ln"
        #expect(ReadingSamples.rejections(text).map(\.kind) == ["signed_transaction"])
        #expect(ReadingSamples.words(text) == ["f too_large"])
    }
}
