import AppStore
import AppStoreTesting
import Foundation
import JSONValues
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

    @Test(arguments: [
        (
            ChainFault.intermediateExpired,
            "the intermediate certificate had expired: it is valid from 2015-01-01T00:00:00Z to"
                + " 2016-01-01T00:00:00Z, and was checked as of 2023-11-14T22:13:20Z"
        ),
        (.rootNotYetValid, "the given root certificate was not valid yet: it is valid from 2039-01-01"),
        (
            .leafUnmarked,
            "the leaf certificate is not made for the App Store, it lacks 1.2.840.113635.100.6.11.1"
        ),
        (
            .intermediateSignedByAnother,
            "the intermediate certificate is not signed by the given root certificate"
        ),
        (.intermediateNamesAnother, "the intermediate certificate names another issuer than the given root"),
        (.leafSignedByAnother, "the leaf certificate is not signed by the intermediate certificate"),
        (.leafNamesAnother, "the leaf certificate names another issuer than the intermediate certificate"),
        (.intermediateUnconstrained, "the intermediate certificate may not sign certificates"),
        (.intermediateNoAuthority, "the intermediate certificate may not sign certificates"),
        (.intermediateKeyOnlySigns, "the intermediate certificate may not sign certificates"),
        (.rootUnconstrained, "the given root certificate may not sign certificates"),
        (.rootKeyOnlySigns, "the given root certificate may not sign certificates"),
        (.rootPathTooShort, "the given root certificate allows fewer certificates below it"),
        (.leafKeyCannotSign, "the key of the leaf certificate may not sign documents"),
        (.leafStrange, "the leaf certificate has an unknown critical extension"),
        (.intermediateStrange, "the intermediate certificate has an unknown critical extension"),
        (.leafOfVersion1, "the leaf certificate is not of version 3"),
        (.rootOfVersion1, "the given root certificate is not of version 3"),
    ])
    func thePlaceOfTheFaultIsNamed(_ fault: ChainFault, _ words: String) throws {
        let chain = try MintedChain(faults: [fault])
        let checker = try SigningSamples.checker(chain)
        let signed = try SignedText(chain.jws(SigningSamples.payload))
        let problem = #expect(throws: DocumentProblem.self) { try checker.check(signed) }
        #expect(problem?.detail.hasPrefix(words) == true, "\(problem?.detail ?? "")")
    }

    @Test func anAlgorithmIsQuotedByItsBeginning() throws {
        var jws = MintedJWS(SigningSamples.payload, by: good)
        jws.header["alg"] = .string(String(repeating: "x", count: 1000))
        let signed = try SignedText(jws.text)
        let problem = #expect(throws: DocumentProblem.self) { try checker.check(signed) }
        #expect((problem?.detail.count ?? .max) < 200)
    }
}
