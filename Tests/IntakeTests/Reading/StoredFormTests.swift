import AppStore
import CustomDump
import Foundation
import JSONValues
import Persistence
import Purchases
import Testing

@testable import Intake

@Suite struct StoredFormTests {
    @Test func secretsAndReceiptsAreNotKept() throws {
        let document = try #require(ReadingSamples.documents(ReadingSamples.notification).first)
        #expect(!document.body.contains("hush") && !document.body.contains("MIIhidden"))
        #expect(document.body.contains(#""password":"•••""#))
    }

    @Test func aDocumentRefusedByTheStoreIsKeptWhole() throws {
        let value = try JSONValue(document: Data(ReadingSamples.notification.utf8))
        let source = SourceDocument(source: "f", value: value, context: DocumentContext())
        let problem = DocumentProblem(.secretMismatch, "the secret is none of the store's")
        let rejected = source.rejection(problem, kind: .notificationV1)
        let text = String(decoding: rejected.body, as: UTF8.self)
        #expect(rejected.kind == "notification_v1" && rejected.reason == "secret_mismatch")
        #expect(text.contains("MIIhidden") && !text.contains("hush"))
        let document = try #require(ReadingSamples.documents(ReadingSamples.notification).first)
        let again = try #require(ReadingSamples.documents(text).first)
        #expect(again.contents.precedence.digest == document.contents.precedence.digest)
    }

    @Test func aMaskedTextInsideATextCanBeReadAgain() throws {
        let text = #"{"status":0,"log":"{\"password\":\"hush\"}","latest_receipt_info":[{}]}"#
        let rejected = try #require(ReadingSamples.rejections(text).first)
        expectNoDifference(
            String(decoding: rejected.body, as: UTF8.self),
            #"{"latest_receipt_info":[{}],"log":"{\"password\":\"•••\"}","status":0}"#)
    }

    @Test func brokenBytesAreMasked() throws {
        let broken = String(ReadingSamples.notification.dropLast(30))
        let rejected = try #require(ReadingSamples.rejections(broken).first)
        #expect(rejected.reason == "not_json")
        #expect(!String(decoding: rejected.body, as: UTF8.self).contains("hush"))
    }
}
