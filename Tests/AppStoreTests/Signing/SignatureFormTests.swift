import AppStore
import AppStoreTesting
import Foundation
import JSONValues
import Testing

/// Source: SEC 1, 4.1.4: (r, s) and (r, n - s) hold for the same bytes.
@Suite struct SignatureFormTests {
    @Test func bothFormsHoldAndAreOneText() throws {
        let chain = try MintedChain.good
        let checker = try SigningSamples.checker(chain)
        let text = try chain.jws(SigningSamples.payload)
        let other = try #require(MintedChain.otherForm(of: text))
        #expect(other != text && SigningSamples.reason(other, checker) == nil)
        let forms = [text, other, text + "==", other + "=="].map {
            JSONValue.object(["signedPayload": .string($0), "list": .array([.null, .string($0)])])
                .withOneFormOfSignatures
        }
        #expect(Set(forms).count == 1)
        let kept = try #require(forms[0]["signedPayload"]?.string)
        #expect([text, other].contains(kept) && SigningSamples.reason(kept, checker) == nil)
        #expect(forms[0].withOneFormOfSignatures == forms[0])
    }

    @Test(arguments: [
        "", "eyJ", "eyJ.", "eyJhIjoxfQ.e30.", "eyJhIjoxfQ.e30.c2ln", "no.signed.text", "eyJhIjoxfQ.e30.*",
        "eyJhIjoxfQ.e30." + String(repeating: "A", count: 86),
        "eyJhIjoxfQ.e30." + String(repeating: "_", count: 85) + "w",
    ])
    func whatIsNoSignatureStaysAsItIs(_ text: String) {
        #expect(JSONValue.string(text).withOneFormOfSignatures == .string(text))
    }
}
