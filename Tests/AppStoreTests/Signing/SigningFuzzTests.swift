import AppStoreTesting
import Crypto
import Foundation
import JSONValues
import Purchases
import SwiftASN1
import Testing
import X509

@testable import AppStore

@Suite struct SigningFuzzTests {
    private static let seed: UInt64 = 20_231_114
    private static let count = 300

    private let chain: MintedChain
    private let roots: TrustedRoots
    private var mutator = ByteMutator(seed: seed)

    init() throws {
        chain = try MintedChain.good
        roots = TrustedRoots(fingerprints: [SHA256.hash(data: chain.root).hexadecimal])
    }

    private func checker() -> SignatureChecker {
        SignatureChecker(roots: roots, now: SigningSamples.signedAt)
    }

    private var goodTexts: [String] {
        get throws {
            try [SigningSamples.payload, "{}", #"{"signedDate":1600000000000,"a":[1,"é"]}"#].map {
                try chain.jws($0)
            }
        }
    }

    @Test mutating func damagedTextsVerifyOnlyAsWhatWasSigned() throws {
        let good = try goodTexts
        let signed = Set(try good.map { try SignedText($0) })
        let bytes = good.map { [UInt8]($0.utf8) }
        let checker = checker()
        for round in 0..<SigningFuzzTests.count {
            let damaged = mutator.damaged(bytes[round % bytes.count], with: bytes)
            let text = String(decoding: damaged, as: UTF8.self)
            guard SigningSamples.reason(text, checker) == nil else { continue }
            #expect(signed.contains(try SignedText(text)), "seed \(SigningFuzzTests.seed), round \(round)")
        }
    }

    @Test mutating func damagedPartsVerifyOnlyAsWhatWasSigned() throws {
        let good = try goodTexts
        let signed = Set(try good.map { try SignedText($0) })
        let parts = try good.map {
            try $0.split(separator: ".").map { [UInt8](try #require(Data(base64URL: $0))) }
        }
        let checker = checker()
        for round in 0..<SigningFuzzTests.count {
            var damaged = parts[round % parts.count]
            let place = Int.random(in: 0..<3, using: &mutator)
            damaged[place] = mutator.damaged(damaged[place], with: parts.map { $0[place] })
            let text = damaged.map { Data($0).base64URL }.joined(separator: ".")
            guard SigningSamples.reason(text, checker) == nil else { continue }
            #expect(signed.contains(try SignedText(text)), "seed \(SigningFuzzTests.seed), round \(round)")
        }
    }

    @Test(arguments: [MintedChain.Kind.ecdsa, .rsa])
    mutating func damagedCertificatesVerifyOnlyAsWhatWasSigned(_ kind: MintedChain.Kind) throws {
        let chain = try kind == .ecdsa ? MintedChain.good : .goodRSA
        let good = (chain.certificates + (try MintedChain.stranger.certificates)).map { [UInt8]($0) }
        let checker = SignatureChecker(
            roots: TrustedRoots(fingerprints: [SHA256.hash(data: chain.root).hexadecimal]), now: .earliest)
        for round in 0..<SigningFuzzTests.count {
            var damaged = Array(good.prefix(3))
            let place = round % 3
            damaged[place] = mutator.damaged(damaged[place], with: good)
            guard let key = try? checker.verified(damaged, at: SigningSamples.signedAt) else { continue }
            #expect(key == chain.leafKey.publicKey, "seed \(SigningFuzzTests.seed), round \(round)")
            for (bytes, original) in zip(damaged, good) {
                #expect(try body(bytes) == body(original), "seed \(SigningFuzzTests.seed), round \(round)")
            }
        }
    }

    @Test mutating func damagedRootsAreReadOrRefused() throws {
        let forms = [[UInt8](chain.root), [UInt8](chain.rootPEM.utf8)]
        for round in 0..<SigningFuzzTests.count {
            let damaged = Data(mutator.damaged(forms[round % 2], with: forms))
            do throws(DocumentProblem) {
                _ = try TrustedRoots(certificate: damaged)
            } catch {
                #expect(error.reason == .badCertificate)
            }
        }
    }

    /// What the signature of a certificate covers.
    private func body(_ certificate: [UInt8]) throws -> ArraySlice<UInt8> {
        try Certificate(derEncoded: certificate).tbsCertificateBytes
    }
}
