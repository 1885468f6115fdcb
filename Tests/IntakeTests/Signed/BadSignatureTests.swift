import AppStore
import AppStoreTesting
import Foundation
import JSONValues
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What is not authentic changes nothing and is kept with its reason.
struct BadSignatureTests {
    private static let chain = MadeUpChain.all[0]

    private func document(_ fault: JWSFault?, by signer: MintedChain) throws -> JSONValue {
        try SignedPaper(signer).signed(
            SignedPaper(signer).payload(Self.chain.charges[0], of: Self.chain, on: 1), fault)
    }

    /// Brings a bad document alone, in a notification and in an answer, beside a good one, to a store that knows the chain.
    private func check(_ bad: JSONValue, _ reason: String, in shop: DocumentShop? = nil) throws {
        let shop = try shop ?? SignedPaper.shop()
        let paper = try SignedPaper()
        let good = try paper.transaction(Self.chain.charges[0], of: Self.chain, on: 0)
        try shop.bring([BroughtDocument(document: good)])
        let before = try StoreMeaning(of: shop.store)
        let notification = try paper.notification(
            "DID_RENEW", uuid: "u", of: Self.chain, on: 1, transaction: bad)
        let answer: JSONValue = .object(["signedTransactions": .array([good, bad])])
        let lines = [bad, notification, answer].map(\.canonicalText).joined(separator: "\n")
        let report = try shop.bring(lines)
        #expect(report.rejected.map(\.reason) == [reason, reason, reason])
        #expect(report.documents == 3 && report.accepted == 0)
        #expect(try StoreMeaning(of: shop.store) == before)
        #expect(try shop.store.quarantine().map(\.reason) == [reason, reason, reason])
        #expect(try shop.store.quarantine().first?.detail?.whole.contains("signedTransactions[1]") == true)
    }

    @Test(arguments: JWSFault.allCases)
    func ofADocument(_ fault: JWSFault) throws {
        try check(document(fault, by: MintedChain.good), fault.reason.rawValue)
    }

    @Test(arguments: [
        ChainFault.leafUnmarked, .intermediateUnmarked, .leafExpired, .leafNotYetValid, .leafSignedByAnother,
        .intermediateSignedByAnother, .intermediateNoAuthority,
    ])
    func ofItsCertificates(_ fault: ChainFault) throws {
        let signer = try MintedChain(faults: [fault])
        var shop = try SignedPaper.shop()
        shop.roots = try TrustedRoots(certificate: signer.root)
        let report = try shop.bring(document(nil, by: signer).canonicalText)
        #expect(report.rejected.map(\.reason) == [fault.reason.rawValue])
        #expect(try shop.store.quarantine().count == 1 && report.accepted == 0 && report.newChains == 0)
    }

    @Test func ofAnotherRoot() throws {
        try check(document(nil, by: MintedChain.stranger), "untrusted_root")
        let real = try DocumentShop(practice: false)
        #expect(
            try real.bring(document(nil, by: MintedChain.good).canonicalText).rejected.map(\.reason)
                == ["untrusted_root"])
    }

    @Test func onlyPracticeStoresTrustOtherRoots() throws {
        var real = try DocumentShop(practice: false)
        real.roots = try TrustedRoots(certificate: MintedChain.good.root)
        let error = #expect(throws: StoreError.self) { try real.bring("{}") }
        #expect(error?.code == .refused)
    }

    @Test func ofAnotherAppOrWhatAppleDoesNotSign() throws {
        let paper = try SignedPaper()
        func reasons(_ shop: DocumentShop, _ more: [String: JSONValue]) throws -> [String] {
            let signed = try paper.transaction(Self.chain.charges[0], of: Self.chain, on: 1, more)
            return try shop.bring(signed.canonicalText).rejected.map(\.reason)
        }
        let shop = try SignedPaper.shop()
        try shop.store.set(.bundleIDs, to: "com.example.tea", by: Shop.lead, at: Shop.now)
        try shop.store.set(.appAppleIDs, to: "1234", by: Shop.lead, at: Shop.now)
        #expect(try reasons(shop, ["bundleId": .string("com.example.coffee")]) == ["other_bundle"])
        #expect(try reasons(shop, ["appAppleId": .integer(99)]) == ["other_app"])
        #expect(try reasons(shop, ["appAppleId": .integer(1234)]) == [])
        #expect(try reasons(shop, ["environment": .string("Xcode")]) == [])
        let real = try DocumentShop(practice: false)
        #expect(try reasons(real, ["environment": .string("Xcode")]) == ["environment_not_allowed"])
        #expect(try reasons(real, ["environment": .string("LocalTesting")]) == ["environment_not_allowed"])
    }

    @Test func whatIsReplayedIsADuplicate() throws {
        let shop = try SignedPaper.shop()
        let paper = try SignedPaper()
        let part = try paper.transaction(Self.chain.charges[0], of: Self.chain, on: 1)
        let text = try paper.notification("DID_RENEW", uuid: "u", of: Self.chain, on: 1, transaction: part)
            .canonicalText
        try shop.bring(text)
        let before = try StoreMeaning(of: shop.store)
        let report = try shop.bring(text)
        #expect(report.duplicates == 1 && report.rejected.isEmpty && report.updatedChains == 0)
        #expect(try StoreMeaning(of: shop.store) == before)
    }

    @Test func aDocumentComesInOnceItsAppIsAdded() throws {
        let shop = try SignedPaper.shop()
        try shop.store.set(.bundleIDs, to: "com.example.coffee", by: Shop.lead, at: Shop.now)
        let signed = try SignedPaper().transaction(Self.chain.charges[0], of: Self.chain, on: 1)
        #expect(try shop.bring(signed.canonicalText).rejected.map(\.reason) == ["other_bundle"])
        try shop.store.set(.bundleIDs, to: "com.example.tea", by: Shop.lead, at: Shop.now)
        let kept = try #require(try shop.store.quarantine().first)
        #expect(try shop.retry(kept).newTransactions == 1)
        #expect(try shop.store.quarantine().isEmpty)
    }

    @Test func whatIsQuarantinedIsCountedByTheDoctor() throws {
        let shop = try SignedPaper.shop()
        try shop.bring(document(.tamperedPayload, by: MintedChain.good).canonicalText)
        let findings = try shop.store.doctor(at: Shop.now)
        #expect(findings.contains { $0.code == "quarantine" && $0.text.hasSuffix("1 bad_signature") })
    }
}
