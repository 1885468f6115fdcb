import AppStoreTesting
import Foundation
import Purchases
import Testing
import X509

@testable import AppStore

@Suite struct CertificateChainTests {
    private func key(
        _ certificates: [Data], under root: Data, at time: Instant = SigningSamples.signedAt
    ) throws -> Certificate.PublicKey {
        let checker = SignatureChecker(roots: try TrustedRoots(certificate: root), now: .earliest)
        return try checker.verified(certificates.map { [UInt8]($0) }, at: time)
    }

    @Test func theKeyOfAGoodChainIsItsLeafs() throws {
        for chain in [try MintedChain.good, try .goodRSA] {
            #expect(try key(chain.certificates, under: chain.root) == chain.leafKey.publicKey)
        }
    }

    @Test(arguments: ChainFault.allCases)
    func everyFaultOfAReceiptsChainIsRefused(_ fault: ChainFault) throws {
        let chain = try MintedChain(.rsa, faults: [fault])
        let problem = #expect(throws: DocumentProblem.self) { try key(chain.certificates, under: chain.root) }
        #expect(problem?.reason == fault.reason)
    }

    @Test func aReceiptsChainUnderAnotherRootIsRefused() throws {
        let problem = #expect(throws: DocumentProblem.self) {
            try key(try MintedChain.strangerRSA.certificates, under: try MintedChain.goodRSA.root)
        }
        #expect(problem?.reason == .untrustedRoot)
    }

    @Test(arguments: [0, 1, 2, 4])
    func threeCertificatesMakeAChain(_ count: Int) throws {
        let chain = try MintedChain.good
        let certificates = Array((chain.certificates + chain.certificates).prefix(count))
        let problem = #expect(throws: DocumentProblem.self) { try key(certificates, under: chain.root) }
        #expect(problem?.reason == .noCertificates)
    }

    @Test(arguments: [0, 1, 2])
    func aLargeCertificateIsNotRead(_ place: Int) throws {
        let chain = try MintedChain.good
        var certificates = chain.certificates
        certificates[place] = Data([0x30, 0x83, 0x00, 0xFF, 0xFF]) + Data(repeating: 0, count: 0xFFFF)
        let problem = #expect(throws: DocumentProblem.self) { try key(certificates, under: chain.root) }
        #expect(problem?.reason == .badCertificate)
        #expect(problem?.detail.contains("larger than 16384 bytes") == true)
    }

    @Test func manyChainsAreCheckedOneAfterTheOther() throws {
        let chain = try MintedChain.good
        let checker = SignatureChecker(roots: try TrustedRoots(certificate: chain.root), now: .earliest)
        let pair = chain.certificates.prefix(2).map { [UInt8]($0) }
        // The last byte is one of the third certificate's signature, which a given root makes meaningless.
        let thirds = (0..<70).map { [UInt8](chain.root.dropLast()) + [$0] }
        for third in thirds + thirds {
            #expect(throws: Never.self) { try checker.verified(pair + [third], at: SigningSamples.signedAt) }
        }
    }
}
