import AppStore
import Foundation
import Intake
import JSONValues
import Testing

/// The documents of one request: counted first, read one after the other.
struct SentDocumentsTests {
    private func texts(_ text: String) throws -> [String] {
        let documents = SentDocuments(Data(text.utf8))
        let found = try documents.map(\.canonicalText)
        #expect(found.count == documents.count)
        return found
    }

    @Test(
        arguments: [
            (#"{"a": 1}"#, [#"{"a":1}"#]), ("[1, {}, []]", ["1", "{}", "[]"]),
            ("{}\n \n[1]\n\"x\"", ["{}", "[1]", #""x""#]),
            ("", []), ("[]", []),
        ] as [(String, [String])])
    func areReadInOrder(_ text: String, _ found: [String]) throws {
        #expect(try texts(text) == found)
    }

    /// A list that is read in parts is the same as one that is read whole.
    @Test func aLongListIsWhole() throws {
        let pad = String(repeating: "x", count: 1000)
        let list = (0..<900).map { #"{"n":\#($0),"pad":"\#(pad)"}"# }
        #expect(try texts("[" + list.joined(separator: ",") + "]") == list)
    }

    @Test(arguments: ["{", "[1", "[1,,2]", "{}\nx", "[{]}"])
    func whatIsNoJSONIsSaid(_ text: String) {
        let error = #expect(throws: DocumentProblem.self) { try texts(text) }
        #expect(error?.reason == .notJSON)
    }

    /// A value costs many times the bytes that it may stand for.
    @Test func oneDocumentHasAsManyValuesAsItsBytesMay() throws {
        func list(_ count: Int, _ element: String) -> Data {
            Data(("{\"a\":[" + Array(repeating: element, count: count).joined(separator: ",") + "]}").utf8)
        }
        #expect(try SentDocuments(list(4000, "{}")).map { $0["a"]?.array?.count } == [4000])
        #expect(throws: DocumentProblem.self) { try SentDocuments(list(20_000, "{}")).map { $0 } }
        let date = #""2026-01-31T07:59:00Z""#
        #expect(try SentDocuments(list(20_000, date)).map { $0["a"]?.array?.count } == [20_000])
    }
}
