import AppStoreTesting
import Foundation
import JSONValues
import Purchases
import Testing

@testable import AppStore

@Suite struct ReceiptSignatureTests {
    private func receipt(_ writer: CMSWriter) throws -> AppReceipt {
        try AppReceipt(base64OrDER: try writer.signed(ReceiptSamples.draft.payload))
    }

    /// Why a receipt is refused when a root is trusted; nil when it is not.
    private func reason(_ der: Data, trusting chain: MintedChain, at now: Instant = .latest) throws
        -> RejectionReason?
    {
        do {
            try ReceiptSamples.checker(chain, at: now).check(try AppReceipt(base64OrDER: der))
            return nil
        } catch let problem as DocumentProblem {
            return problem.reason
        }
    }

    @Test(arguments: CMSDigest.allCases, [false, true])
    func everyDigestByBothNamesOfTheSignature(_ digest: CMSDigest, _ namesTwice: Bool) throws {
        for hasAttributes in [false, true] {
            var writer = CMSWriter(try MintedChain.goodRSA)
            (writer.digest, writer.namesDigestTwice) = (digest, namesTwice)
            writer.hasSignedAttributes = hasAttributes
            try ReceiptSamples.checker(MintedChain.goodRSA).check(try receipt(writer))
        }
    }

    @Test func theLeafNamedByItsKey() throws {
        var writer = CMSWriter(try MintedChain.goodRSA)
        writer.namesKey = true
        try ReceiptSamples.checker(MintedChain.goodRSA).check(try receipt(writer))
    }

    @Test func aLeafOnAnEllipticCurve() throws {
        let writer = CMSWriter(try MintedChain.good)
        try ReceiptSamples.checker(MintedChain.good).check(try receipt(writer))
    }

    @Test(arguments: CMSFault.allCases)
    func everythingWrongWithASignature(_ fault: CMSFault) throws {
        let der = try ReceiptSamples.draft.signed(by: MintedChain.goodRSA, with: fault)
        #expect(try reason(der, trusting: MintedChain.goodRSA) == fault.reason)
    }

    @Test(arguments: ChainFault.allCases)
    func everythingWrongWithItsCertificates(_ fault: ChainFault) throws {
        let chain = try MintedChain(.rsa, faults: [fault])
        let der = try ReceiptSamples.draft.signed(by: chain)
        // The intermediate is looked for by the name of the leaf's issuer.
        let expected = fault == .leafNamesAnother ? .noCertificates : fault.reason
        #expect(try reason(der, trusting: chain) == expected)
    }

    @Test func anotherRootOfTheSameName() throws {
        let der = try ReceiptSamples.draft.signed(by: MintedChain.goodRSA)
        #expect(try reason(der, trusting: MintedChain.strangerRSA) == .untrustedRoot)
        let apple = SignatureChecker(now: ReceiptSamples.moment(0))
        let problem = #expect(throws: DocumentProblem.self) { try apple.check(AppReceipt(base64OrDER: der)) }
        #expect(problem?.reason == .untrustedRoot)
    }

    @Test func itIsCheckedAsOfItsCreation() throws {
        let leaf = MintedChain.Validity.years(2022, 2024)
        let chain = try MintedChain(.rsa, validity: MintedChain.Validity(leaf: leaf))
        var draft = ReceiptSamples.draft
        #expect(try reason(draft.signed(by: chain), trusting: chain, at: .latest) == nil)
        draft.createdAt = Instant("2024-01-01T00:00:01Z")
        #expect(try reason(draft.signed(by: chain), trusting: chain) == .certificateExpired)
        draft.createdAt = Instant("2021-12-31T23:59:59Z")
        #expect(try reason(draft.signed(by: chain), trusting: chain) == .certificateNotYetValid)
        draft.createdAt = nil
        #expect(try reason(draft.signed(by: chain), trusting: chain) == .certificateExpired)
        let then = try #require(Instant("2023-01-01"))
        #expect(try reason(draft.signed(by: chain), trusting: chain, at: then) == nil)
    }

    @Test func foreignCertificatesDoNoHarm() throws {
        let der = try replacing(
            certificates: MintedChain.goodRSA.certificates + MintedChain.good.certificates)
        #expect(try reason(der, trusting: MintedChain.goodRSA) == nil)
    }

    @Test func tooManyCertificatesAndOnesThatAreNone() throws {
        let leaf = try MintedChain.goodRSA.certificates[0]
        let many = try replacing(certificates: Array(repeating: leaf, count: 17))
        #expect(try reason(many, trusting: MintedChain.goodRSA) == .badCertificate)
        let none = try replacing(certificates: [Data(CMSElement.sequence(CMSElement.integer(1)))])
        #expect(try reason(none, trusting: MintedChain.goodRSA) == .malformedReceipt)
        let large = Data(CMSElement.sequence([UInt8](leaf.dropFirst(4)), Array(repeating: 0, count: 20_000)))
        let swollen = try replacing(certificates: [large] + MintedChain.goodRSA.certificates.dropFirst())
        #expect(try reason(swollen, trusting: MintedChain.goodRSA) == .badCertificate)
    }

    /// A good receipt with other certificates in the place of its own.
    private func replacing(certificates: [Data]) throws -> Data {
        var writer = CMSWriter(try MintedChain.goodRSA)
        writer.certificates = certificates
        return try writer.signed(ReceiptSamples.draft.payload)
    }
}
