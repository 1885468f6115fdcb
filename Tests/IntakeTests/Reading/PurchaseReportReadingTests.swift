import AppStore
import CustomDump
import Foundation
import Intake
import Persistence
import PersistenceTesting
import Purchases
import Testing

@Suite struct PurchaseReportReadingTests {
    private static func report(_ attempt: String) -> String {
        #"{"attempt_id":"\#(attempt)","app_user_id":"u_1","events":[{"at":"2024-01-01","state":"purchased"}]}"#
    }

    @Test(arguments: [
        (#"{"attempt_id":"a","events":[]}"#, "f purchase_report"),
        (#"{"attempt_id":"a","app_user_id":"u","status":0,"receipt":{},"events":[]}"#, "f purchase_report"),
        (#"{"attempt_id":"a","events":{}}"#, "f wrong_type"), (#"{"attempt_id":"a"}"#, "f bad_value"),
        (#"{"attempt_id":"a","events":null}"#, "f bad_value"), (#"{"events":[]}"#, "f unknown_kind"),
        (#"{"attempt_id":"a","events":[{"at":"soon","state":"purchased"}]}"#, "f bad_date"),
    ])
    func recognition(_ text: String, _ words: String) {
        expectNoDifference(ReadingSamples.words(text), [words])
    }

    @Test(arguments: [
        (#"{"attempt_id":"a","events":[]}"#, "f purchase_report"), (#"{"attempt_id":"a"}"#, "f bad_value"),
        (#"{"events":[]}"#, "f missing_id"), (#"{"status":0,"receipt":{}}"#, "f missing_id"),
    ])
    func forced(_ text: String, _ words: String) {
        let context = DocumentContext(kind: .purchaseReport)
        expectNoDifference(ReadingSamples.words(text, context), [words])
        let enveloped = #"{"kind":"purchase_report","body":\#(text)}"#
        expectNoDifference(ReadingSamples.words(enveloped), [words])
    }

    @Test func listsLinesAndManyLinesOfOne() {
        let (one, two) = (Self.report("a"), Self.report("b"))
        let words = { (label: String) in "\(label) purchase_report" }
        expectNoDifference(ReadingSamples.words("[\(one),\(two)]"), ["f#0", "f#1"].map(words))
        expectNoDifference(ReadingSamples.words("\(one)\n\(two)\n"), ["f:1", "f:2"].map(words))
        expectNoDifference(
            ReadingSamples.words("\(one)\n{\"attempt_id\":\n\(two)"),
            [words("f:1"), "f:2 not_json", words("f:3")])
        expectNoDifference(ReadingSamples.words(one.replacing(",", with: ",\n  ")), [words("f")])
    }

    @Test func anEnvelopesCustomerIsTheOwnerAndTheReportsOwnIsNot() throws {
        let text = #"{"customer":"u_9","received_at":"2024-02-01","body":\#(Self.report("a"))}"#
        let contents = try #require(ReadingSamples.documents(text).first?.contents)
        #expect(contents.owner == AppUserID("u_9") && contents.receivedAt == Instant("2024-02-01"))
        #expect(contents.report?.values.customer == AppUserID("u_1"))
        #expect(contents.precedence.documentTime == Instant("2024-01-01"))
        let bare = try #require(ReadingSamples.documents(Self.report("a")).first?.contents)
        #expect(bare.owner == nil && bare.precedence == contents.precedence)
    }

    @Test func theBodyKeepsWhatIsUnknownAndNoReceiptsAndNoSecrets() throws {
        let text =
            #"{"attempt_id":"a","events":[{"at":1,"step":"new","password":"hush"}],"receipt-data":"M","x":[1]}"#
        let document = try #require(ReadingSamples.documents(text).first)
        expectNoDifference(
            document.body,
            #"{"attempt_id":"a","events":[{"at":1,"password":"•••","step":"new"}],"x":[1]}"#)
        expectNoDifference(
            document.contents.report?.events.first?.text,
            #"{"at":"1970-01-01T00:00:00.001Z","password":"•••","step":"new"}"#)
    }
}
