import AppStore
import CustomDump
import Foundation
import Intake
import Persistence
import Purchases
import Testing

@Suite struct KindRecognitionTests {
    private static func jws(_ payload: String) -> String {
        let base64 = Data(payload.utf8).base64EncodedString().replacing("=", with: "")
        return "eyJhbGciOiJFUzI1NiJ9.\(base64).c2ln"
    }

    private static let refused: [(String, String)] = [
        (#"{"receipt-data":"MII","password":"x"}"#, "receipt_not_decodable verify_receipt_request"),
        (#"{"signedPayload":"a.b.c"}"#, "malformed_jws notification_v2"),
        (#"{"attempt_id":"a","app_user_id":"u"}"#, "bad_value purchase_report"),
        (#"{"app_user_id":"u","events":[]}"#, "missing_id purchase_report"),
        (#"{"signedTransactionInfo":"a.b"}"#, "malformed_jws server_api"),
        (#"{"notificationHistory":[{}]}"#, "missing_id server_api"),
        (#"{"status":0}"#, "unknown_kind -"), (#"{"x":1}"#, "unknown_kind -"), ("{}", "unknown_kind -"),
        (jws(#"{"transactionId":"1"}"#), "no_x5c signed_transaction"),
        (jws(#"{"autoRenewStatus":1}"#), "no_x5c signed_renewal_info"),
        (jws(#"{"notificationType":"TEST"}"#), "no_x5c notification_v2"),
        ("\"\(jws("{}"))\"", "no_x5c signed_transaction"),
        (
            Data([0x30, 0x82, 1, 0] + [UInt8](repeating: 7, count: 80)).base64EncodedString(),
            "malformed_receipt receipt"
        ),
        (
            Data([0x30, 0x80, 1, 0] + [UInt8](repeating: 7, count: 90))
                .base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed]),
            "malformed_receipt receipt"
        ),
    ]

    @Test(arguments: refused)
    func rejected(_ text: String, _ words: String) {
        let rejections = ReadingSamples.rejections(text).map {
            "\($0.reason) \($0.kind ?? "-")"
        }
        expectNoDifference(rejections, [words])
    }

    @Test func derIsAReceipt() {
        let documents = ReadingSamples.read(
            Data([0x30, 0x82, 0x01, 0x00, 0x0A, 0xFF, 0x0D, 0x0A, 0x22] + [UInt8](repeating: 9, count: 60)))
        expectNoDifference(documents.map(ReadingSamples.words), ["f malformed_receipt"])
    }

    @Test(arguments: [
        (#"{"status":21005}"#, "f verify_receipt"), (#"{"status":"21007"}"#, "f verify_receipt"),
        (#"{"status":0,"receipt":{}}"#, "f verify_receipt"),
        (#"{"notification_type":"X"}"#, "f notification_v1"),
        (#"{"app_user_id":"u"}"#, "f customers"), (#"{"attempt_id":"a","events":[]}"#, "f purchase_report"),
        (#"{"status":0,"signedTransactions":[]}"#, "f server_api"),
        (#"{"errorCode":4040010,"errorMessage":"x"}"#, "f server_api"),
        (#"{"data":[],"bundleId":"x","environment":"Sandbox"}"#, "f server_api"),
        (#"{"notificationHistory":[],"hasMore":false}"#, "f server_api"),
        (#"{"originalTransactionId":"1","success":true,"effectiveDate":1}"#, "f server_api"),
        (#"{"requestIdentifier":"x","complete":false}"#, "f server_api"),
    ])
    func recognised(_ text: String, _ words: String) {
        expectNoDifference(ReadingSamples.words(text), [words])
    }

    @Test func aForcedKindIsNotLookedFor() {
        let forced = DocumentContext(kind: .notificationV1)
        expectNoDifference(ReadingSamples.words(#"[{"app_user_id":"u"}]"#, forced), ["f#0 wrong_kind"])
        let customers = DocumentContext(kind: .customers)
        expectNoDifference(
            ReadingSamples.words(#"{"app_user_id":"u","attempt_id":"x"}"#, customers), ["f customers"])
    }
}
