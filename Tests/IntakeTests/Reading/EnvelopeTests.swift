import AppStore
import CustomDump
import Foundation
import Intake
import JSONValues
import Persistence
import PersistenceTesting
import Purchases
import Testing

@Suite struct EnvelopeTests {
    private static let answer = ReadingSamples.answer

    private func enveloped(_ fields: String, _ body: String = answer) -> String {
        "{\(fields),\"body\":\(body)}"
    }

    @Test func itsWordsReachTheDocument() throws {
        let fields =
            #""customer":"u_9","received_at":"2024-01-01T00:00:00Z","source":"webhook","kind":"verify_receipt""#
        let context = DocumentContext(customer: AppUserID("u_1"))
        let document = try #require(ReadingSamples.documents(enveloped(fields), context).first)
        #expect(document.contents.owner == AppUserID("u_9"))
        #expect(document.contents.receivedAt == Instant("2024-01-01"))
        #expect(document.contents.knownAt == Instant("2024-01-01"))
        let bare = try #require(ReadingSamples.documents(Self.answer, context).first)
        #expect(bare.contents.owner == AppUserID("u_1"))
        #expect(bare.contents.precedence.digest == document.contents.precedence.digest)
        #expect(bare.body == document.body)
    }

    @Test func itsBodyMayBeAListOrAText() throws {
        let list = enveloped(#""customer":"u""#, "[\(Self.answer),\(ReadingSamples.nameless)]")
        expectNoDifference(ReadingSamples.words(list), ["f#0 verify_receipt", "f#1 missing_id"])
        let text = JSONValue.string(Self.answer).canonicalText
        expectNoDifference(ReadingSamples.words(enveloped(#""customer":"u""#, text)), ["f verify_receipt"])
    }

    @Test(arguments: [
        (#""received_at":"yesterday""#, "bad_date"), (#""received_at":[]"#, "wrong_type"),
        (#""kind":"fax""#, "unknown_kind"), (#""customer":{}"#, "wrong_type"),
        (#""kind":"receipt""#, "wrong_type"),
    ])
    func badFields(_ fields: String, _ reason: String) {
        expectNoDifference(ReadingSamples.words(enveloped(fields)), ["f \(reason)"])
    }

    /// Else a report of an app's key would count as an agent's once it was tried again.
    @Test func whatCameByAnAppsKeySaysSoAlsoFromQuarantine() throws {
        let report = #"{"attempt_id":"a","app_user_id":"u_1","events":[]}"#
        let document = try #require(
            ReadingSamples.documents(enveloped(#""needs_evidence":true"#, report)).first)
        #expect(document.contents.needsEvidence && document.contents.kind == .purchaseReport)
        let nested = enveloped(
            #""needs_evidence":false"#, enveloped(#""needs_evidence":true"#, ReadingSamples.nameless))
        let rejected = try #require(ReadingSamples.rejections(nested).first)
        #expect(String(decoding: rejected.body, as: UTF8.self).contains(#""needs_evidence":true"#))
        let bare = try #require(ReadingSamples.documents(report).first)
        #expect(!bare.contents.needsEvidence)
    }

    @Test func aRejectedDocumentCanBeReadAgainWithItsEnvelope() throws {
        let fields = #""customer":"u_9","received_at":"2024-01-01T00:00:00Z","source":"webhook""#
        let rejected = try #require(
            ReadingSamples.rejections(enveloped(fields, ReadingSamples.nameless)).first)
        #expect(rejected.customer == AppUserID("u_9"))
        #expect(String(decoding: rejected.body, as: UTF8.self).contains(#""source":"webhook""#))
        let again = ReadingSamples.rejections(String(decoding: rejected.body, as: UTF8.self)).first
        expectNoDifference(again, rejected)
    }
}
