import AppStoreTesting
import Foundation
import JSONValues
import Testing

@testable import AppStore

@Suite struct SignedTextTests {
    @Test(arguments: [
        "", ".", "..", "...", "e30", "e30.e30", "e30.e30.e30.e30", "e30..e30", ".e30.e30", "e30.e30.!",
        "e30.e30.e",
        "e30.e 30.", "e30.e30\n.", "e30.e30.e30\n", " e30.e30.", "e30.e30.+/+/", "e30.e30.e=30",
        "e30.e30.AA=",
        "e30.e30.AA===", "e30.e30.====", "W10.e30.", "e30.W10.", "e30.MQ.", "e30.bnVsbA.", "e30.e30x.",
        "e30.ew.",
        "e30.gA.", "e30.é.", "e30.e30.\u{301}",
    ])
    func whatIsNoJWSIsMalformed(_ text: String) {
        let problem = #expect(throws: DocumentProblem.self) { try SignedText(text) }
        #expect(problem?.reason == .malformedJWS)
    }

    @Test(arguments: ["e30.e30.", "e30=.e30=.", "e30.e30.AA", "e30.e30.AA==", "e30.e30.AAA=", "e30.e30._-_-"])
    func whatIsThreePartsIsTakenApart(_ text: String) throws {
        let signed = try SignedText(text)
        #expect(signed.header == .object([:]) && signed.payload == .object([:]))
        #expect(String(signed.signedText) + "." == text.prefix(signed.signedText.count + 1))
    }

    @Test func theSignatureIsReadAsBytes() throws {
        #expect(try SignedText("e30.e30.-_8").signature == Data([0xFB, 0xFF]))
        #expect(try SignedText("e30.e30.").signature.isEmpty)
    }

    @Test func aTextOfMoreThanFourMegabytesIsNotRead() throws {
        let largest = "!" + String(repeating: "A", count: SignedText.sizeLimit - 1)
        let malformed = #expect(throws: DocumentProblem.self) { try SignedText(largest) }
        #expect(malformed?.reason == .malformedJWS)
        let problem = #expect(throws: DocumentProblem.self) { try SignedText(largest + "A") }
        #expect(problem?.reason == .tooLarge)
    }

    @Test func aPayloadOfManyValuesIsNotRead() throws {
        let few = Data((#"{"a":["# + String(repeating: "0,", count: SignedText.valueLimit - 2) + "0]}").utf8)
        #expect(
            try SignedText("e30.\(few.base64URL).").payload["a"]?.array?.count == SignedText.valueLimit - 1)
        let many = Data((#"{"a":["# + String(repeating: "0,", count: SignedText.valueLimit - 1) + "0]}").utf8)
        let problem = #expect(throws: DocumentProblem.self) { try SignedText("e30.\(many.base64URL).") }
        #expect(problem?.reason == .tooLarge)
    }

    @Test func deepPayloadsAreMalformed() throws {
        let deep = String(repeating: "[", count: 1_000)
        let text = "e30." + Data(#"{"a":\#(deep)"#.utf8).base64URL + "."
        let problem = #expect(throws: DocumentProblem.self) { try SignedText(text) }
        #expect(problem?.reason == .malformedJWS)
        #expect(problem?.detail.contains("nested deeper") == true)
    }

    /// The sign for kelvin is a K to whoever compares texts, and no letter of base64url.
    @Test func aKnownHeaderIsKnownByItsBytes() throws {
        let chain = try MintedChain.good
        let checker = try SigningSamples.checker(chain)
        let text = try chain.jws(SigningSamples.payload)
        try checker.check(try checker.signedText(text))
        try checker.check(try checker.signedText(text))
        let parts = text.split(separator: ".").map(String.init)
        let header = parts[0].replacing("K", with: "\u{212A}")
        #expect(header == parts[0] && header.utf8.count > parts[0].utf8.count)
        let other = [header, parts[1], parts[2]].joined(separator: ".")
        let problem = #expect(throws: DocumentProblem.self) { try checker.signedText(other) }
        #expect(problem?.reason == .malformedJWS)
    }

    @Test func paddingChangesWhatIsSignedAndIsAcceptedWhenItWasSigned() throws {
        let chain = try MintedChain.good
        let checker = try SigningSamples.checker(chain)
        let parts = try chain.jws(SigningSamples.payload).split(separator: ".").map(String.init)
        let padded = parts[1] + String(repeating: "=", count: (4 - parts[1].count % 4) % 4)
        #expect(padded != parts[1])
        #expect(
            SigningSamples.reason("\(parts[0]).\(padded).\(parts[2])", checker) == .badSignature)
        let signature = try chain.sign(Data("\(parts[0]).\(padded)".utf8))
        #expect(
            SigningSamples.reason("\(parts[0]).\(padded).\(signature.base64EncodedURL)", checker) == nil)
    }
}

extension Data {
    /// The bytes in base64url with its padding.
    fileprivate var base64EncodedURL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }
}
