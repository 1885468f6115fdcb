import CustomDump
import Foundation
import JSONValues
import Testing

@Suite struct JSONValueTests {
    @Test(arguments: [
        (#"{"b":1,"a":[true,null,"x"]}"#, #"{"a":[true,null,"x"],"b":1}"#),
        ("[1.0, 1e3, -0, 0.5, 1]", "[1,1000,0,0.5,1]"),
        ("[0, 1, false, true]", "[0,1,false,true]"),
        ("[9223372036854775807]", "[9223372036854775807]"),
        ("[12345678901234567890, -9223372036854775809]", "[12345678901234567890,-9223372036854775809]"),
        ("[12345678901234567890123456789012345678]", "[12345678901234567890123456789012345678]"),
        (#"["\u00e9\n\u0001\"\\/"]"#, #"["é\u000a\u0001\"\\/"]"#),
    ])
    func canonicalText(_ text: String, _ canonical: String) throws {
        expectNoDifference(try JSONValue(parsing: Data(text.utf8)).canonicalText, canonical)
    }

    @Test(arguments: [
        "-1234567890123456789012345678900.0", "1e300", "0.1234567890123456789", "123456789012345678.5",
    ])
    func aNumberOfManyDigitsIsRoundedOnce(_ number: String) throws {
        let value = try JSONValue(parsing: Data(number.utf8))
        #expect(try JSONValue(parsing: Data(value.canonicalText.utf8)) == value)
    }

    @Test func bracketsInTextsAreNoDepth() throws {
        let text = "\"" + String(repeating: "[", count: 500) + "\\\"{\""
        #expect(try JSONValue(parsing: Data(text.utf8)).string?.count == 502)
    }

    @Test(arguments: [
        ("{", JSONParsingError.notJSON(near: nil)), ("[1e400]", .notJSON(near: nil)),
        (String(repeating: "[", count: 201) + String(repeating: "]", count: 201), .tooDeep),
        (#"["a\\","\"","x","# + String(repeating: "[", count: 200), .tooDeep),
        (#"["never ended \""# + String(repeating: "[", count: 500), .notJSON(near: nil)),
    ])
    func badText(_ text: String, _ error: JSONParsingError) {
        let thrown = #expect(throws: JSONParsingError.self) { try JSONValue(parsing: Data(text.utf8)) }
        switch (thrown, error) {
        case (.notJSON, .notJSON), (.tooDeep, .tooDeep): break
        default: Issue.record("\(String(describing: thrown)), not \(error)")
        }
    }

    @Test func badEncoding() {
        let bytes = Data([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D])
        #expect(throws: JSONParsingError.invalidUTF8) { try JSONValue(parsing: bytes) }
    }

    @Test func wordsForTypes() {
        let values: [JSONValue] = [.null, .bool(true), .digits("1"), .string(""), .array([]), .object([:])]
        expectNoDifference(
            values.map(\.typeName), ["null", "a boolean", "a number", "a string", "a list", "an object"])
    }
}
