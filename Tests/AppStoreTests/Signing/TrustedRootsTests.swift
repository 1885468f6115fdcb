import AppStoreTesting
import Crypto
import Foundation
import JSONValues
import Purchases
import Testing

@testable import AppStore

@Suite struct TrustedRootsTests {
    private let good: MintedChain

    init() throws { good = try MintedChain.good }

    private func reason(_ chain: MintedChain, _ roots: TrustedRoots) throws -> RejectionReason? {
        let checker = SignatureChecker(roots: roots, now: SigningSamples.signedAt)
        return SigningSamples.reason(try chain.jws(SigningSamples.payload), checker)
    }

    private func pinned(_ root: Data) -> TrustedRoots {
        TrustedRoots(fingerprints: [SHA256.hash(data: root).hexadecimal])
    }

    @Test func whatAppleDidNotSignIsNotApples() throws {
        #expect(try reason(good, .apple) == .untrustedRoot)
    }

    @Test func aRootMayBeGivenInDEROrPEM() throws {
        let text = "Subject: a test root\r\n" + good.rootPEM.replacing("\n", with: "\r\n") + "\r\n"
        for bytes in [good.root, Data(good.rootPEM.utf8), Data(text.utf8)] {
            #expect(try reason(good, try TrustedRoots(certificate: bytes)) == nil)
        }
    }

    @Test func whatIsNoCertificateIsNoRoot() throws {
        let key = good.rootPEM.replacing("CERTIFICATE", with: "PRIVATE KEY")
        let bad = [
            Data(), Data("root".utf8), Data([0x30, 0x00]), good.root.dropLast(), good.root + [0],
            Data((good.rootPEM + "\n" + good.rootPEM).utf8), Data(key.utf8), Data([0xFF, 0xFE]),
            Data(repeating: 0x2D, count: 1_000_000), Data(repeating: 0x30, count: 1_000_000),
        ]
        for bytes in bad {
            let problem = #expect(throws: DocumentProblem.self) { try TrustedRoots(certificate: bytes) }
            #expect(problem?.reason == .badCertificate)
        }
    }

    @Test func aPinnedRootIsKnownByItsBytes() throws {
        #expect(try reason(good, pinned(good.root)) == nil)
        #expect(try reason(good, pinned(try MintedChain.stranger.root)) == .untrustedRoot)
        var jws = MintedJWS(SigningSamples.payload, by: try .stranger)
        jws.setCertificates(Array(try MintedChain.stranger.certificates.prefix(2)) + [good.root])
        try jws.sign()
        let checker = SignatureChecker(roots: pinned(good.root), now: SigningSamples.signedAt)
        #expect(SigningSamples.reason(jws.text, checker) == .untrustedRoot)
    }

    @Test func aLeafOrIntermediateIsNoRoot() throws {
        let intermediate = try TrustedRoots(certificate: good.certificates[1])
        #expect(try reason(good, intermediate) == .untrustedRoot)
        #expect(try reason(good, pinned(good.certificates[1])) == .untrustedRoot)
    }

    @Test func eachCheckerKnowsItsOwnRoots() throws {
        let here = SignatureChecker(
            roots: try TrustedRoots(certificate: good.root), now: SigningSamples.signedAt)
        let there = SignatureChecker(roots: .apple, now: SigningSamples.signedAt)
        let text = try good.jws(SigningSamples.payload)
        #expect(SigningSamples.reason(text, here) == nil)
        #expect(SigningSamples.reason(text, there) == .untrustedRoot)
    }

    @Test func aKnownLeafAndIntermediateDoNotVouchForAnotherRoot() throws {
        let checker = SignatureChecker(roots: pinned(good.root), now: SigningSamples.signedAt)
        #expect(SigningSamples.reason(try good.jws(SigningSamples.payload), checker) == nil)
        var jws = MintedJWS(SigningSamples.payload, by: good)
        jws.setCertificates(Array(good.certificates.prefix(2)) + [try MintedChain.stranger.root])
        try jws.sign()
        #expect(SigningSamples.reason(jws.text, checker) == .untrustedRoot)
    }
}
