import AppStore
import CustomDump
import Foundation
import JSONValues
import Testing

@Suite struct JSONDocumentTests {
    @Test func idsBeyond64BitsKeepTheirDigits() throws {
        let value = try JSONValue(
            parsing: Data(#"{"id":12345678901234567890,"at":12345678901234567890}"#.utf8))
        let fields = try FieldReader(value)
        #expect(try fields.identifier("id") == "12345678901234567890")
        #expect(throws: DocumentProblem.self) { try fields.date("at") }
        #expect(throws: DocumentProblem.self) { try fields.integer("id") }
        #expect(value["id"]?.typeName == "a number")
    }

    @Test func digestIgnoresOrderSpacesAndTheWayNumbersAreWritten() throws {
        let left = try JSONValue(parsing: Data(#"{"a":1,"b":[2.0]}"#.utf8))
        let right = try JSONValue(parsing: Data("{ \"b\" : [2],\n\"a\":1.0}".utf8))
        #expect(left.digest == right.digest)
        #expect(left.digest.count == 64)
    }

    @Test(arguments: [
        ("{", RejectionReason.notJSON), (#"{"a":"b"#, .notJSON), ("{\"a\":\"\0\"}", .notJSON),
        ("[1e400]", .notJSON),
        (#"{"a":1}{"#, .notJSON), ("{'a':1}", .notJSON), ("hello", .notJSON), ("", .notJSON),
        (String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000), .tooDeep),
        (String(repeating: #"{"a":"#, count: 10_000), .tooDeep),
        (String(repeating: "[", count: 201) + String(repeating: "]", count: 201), .tooDeep),
    ])
    func badText(_ text: String, _ reason: RejectionReason) {
        let problem = #expect(throws: DocumentProblem.self) { try JSONValue(document: Data(text.utf8)) }
        #expect(problem?.reason == reason)
    }

    @Test func badEncoding() {
        let bytes = Data([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D])
        let problem = #expect(throws: DocumentProblem.self) { try JSONValue(document: bytes) }
        #expect(problem?.reason == .invalidUTF8)
    }

    @Test func secretsAreMaskedAtAnyDepth() throws {
        let text =
            #"{"password":"s3","a":[{"password":{"x":"s3"}},{"Password":7}],"t":"{\"password\":\"s3\"}"}"#
        let masked = try JSONValue(parsing: Data(text.utf8)).masked
        expectNoDifference(
            masked.canonicalText,
            #"{"a":[{"password":"•••"},{"Password":"•••"}],"password":"•••","t":"{\"password\":\"•••\"}"}"#)
        #expect(masked.masked == masked)
    }

    @Test func receiptsInBase64AreNotKept() throws {
        let text =
            #"{"latest_receipt":"MII","u":{"latest_receipt":"MII","latest_receipt_info":[]},"receipt-data":"M"}"#
        let value = try JSONValue(parsing: Data(text.utf8))
        expectNoDifference(value.withoutReceiptData.canonicalText, #"{"u":{"latest_receipt_info":[]}}"#)
    }
}
