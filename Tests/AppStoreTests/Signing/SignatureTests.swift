import AppStore
import AppStoreTesting
import Foundation
import Purchases
import Testing

@Suite struct SignatureTests {
    private let good: MintedChain
    private let checker: SignatureChecker

    init() throws {
        good = try MintedChain.good
        checker = try SigningSamples.checker(good)
    }

    private func reason(_ text: String) -> RejectionReason? { SigningSamples.reason(text, checker) }

    @Test func whatTheChainSignedIsGood() throws {
        let signed = try SignedText(good.jws(SigningSamples.payload))
        try checker.check(signed)
        #expect(signed.payload["bundleId"] == .string("com.tea"))
        #expect(signed.header["alg"] == .string("ES256"))
    }

    @Test(arguments: JWSFault.allCases)
    func everyFaultOfADocumentIsRefused(_ fault: JWSFault) throws {
        #expect(reason(try good.jws(SigningSamples.payload, fault)) == fault.reason)
    }

    @Test(arguments: ChainFault.allCases)
    func everyFaultOfAChainIsRefused(_ fault: ChainFault) throws {
        let chain = try MintedChain(faults: [fault])
        let text = try chain.jws(SigningSamples.payload)
        #expect(SigningSamples.reason(text, try SigningSamples.checker(chain)) == fault.reason)
    }

    @Test func aForgeryWithTheSameNamesIsRefused() throws {
        let text = try MintedChain.stranger.jws(SigningSamples.payload)
        #expect(reason(text) == .untrustedRoot)
        #expect(SigningSamples.reason(text, try SigningSamples.checker(.stranger)) == nil)
    }

    @Test func aForgeryThatCarriesTheGoodCertificatesIsRefused() throws {
        var jws = MintedJWS(SigningSamples.payload, by: try .stranger)
        jws.setCertificates(good.certificates)
        try jws.sign()
        #expect(reason(jws.text) == .badSignature)
    }

    @Test func aLeafWithARSAKeySignsNoJWS() throws {
        let chain = try MintedChain.goodRSA
        let text = try chain.jws(SigningSamples.payload)
        #expect(SigningSamples.reason(text, try SigningSamples.checker(chain)) == .badSignature)
    }

    @Test func theThirdCertificateCountsForNothingUnderAGivenRoot() throws {
        var jws = MintedJWS(SigningSamples.payload, by: good)
        jws.setCertificates(Array(good.certificates.prefix(2)) + [try MintedChain.stranger.root])
        try jws.sign()
        #expect(reason(jws.text) == nil)
        jws = MintedJWS(SigningSamples.payload, by: try .stranger)
        jws.setCertificates(Array(try MintedChain.stranger.certificates.prefix(2)) + [good.root])
        try jws.sign()
        #expect(reason(jws.text) == .untrustedRoot)
    }

    @Test func certificatesInAnotherOrderAreRefused() throws {
        var jws = MintedJWS(SigningSamples.payload, by: good)
        jws.setCertificates(good.certificates.reversed())
        try jws.sign()
        #expect(reason(jws.text) == .untrustedRoot)
    }

    @Test func theFirstThingWrongIsTheReason() throws {
        let chain = try MintedChain(faults: [.leafUnmarked, .leafExpired])
        let checker = try SigningSamples.checker(chain)
        #expect(SigningSamples.reason(try chain.jws("{}", .tamperedPayload), checker) == .missingOID)
        var jws = MintedJWS(#"{"signedDate":-1}"#, by: try .stranger)
        jws.header["alg"] = .string("none")
        #expect(reason(jws.text) == .badSignature)
        jws.header["alg"] = .string("ES256")
        #expect(reason(jws.text) == .untrustedRoot)
        jws.header["x5c"] = .object([:])
        #expect(reason(jws.text) == .noCertificates)
    }

    @Test func thePlaceOfTheMistakeIsNamed() throws {
        let chain = try MintedChain(faults: [.intermediateExpired])
        let checker = try SigningSamples.checker(chain)
        let signed = try SignedText(chain.jws(SigningSamples.payload))
        let problem = #expect(throws: DocumentProblem.self) { try checker.check(signed) }
        #expect(
            problem?.detail
                == "the intermediate certificate had expired: it is valid from 2015-01-01T00:00:00Z to"
                + " 2016-01-01T00:00:00Z, and was checked as of 2023-11-14T22:13:20Z;"
                + " ask Apple for the document again")
    }

    @Test func anAlgorithmIsQuotedByItsBeginning() throws {
        var jws = MintedJWS(SigningSamples.payload, by: good)
        jws.header["alg"] = .string(String(repeating: "x", count: 1000))
        let signed = try SignedText(jws.text)
        let problem = #expect(throws: DocumentProblem.self) { try checker.check(signed) }
        #expect((problem?.detail.count ?? .max) < 200)
    }
}
