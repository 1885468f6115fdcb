import AppStore
import AppStoreTesting
import Foundation
import Purchases
import Testing

@Suite struct SignatureTimeTests {
    private static let first = Instant(milliseconds: 1_600_000_000_000)
    private static let last = Instant(milliseconds: 1_700_000_000_000)
    private static let shortLeaf = MintedChain.Validity(leaf: first.date...last.date)

    @Test(
        arguments: [
            shortLeaf, MintedChain.Validity(intermediate: first.date...last.date),
            MintedChain.Validity(root: first.date...last.date),
        ],
        [
            (first.milliseconds - 1, RejectionReason.certificateNotYetValid), (first.milliseconds, nil),
            (last.milliseconds, nil), (last.milliseconds + 1, .certificateExpired),
        ])
    func bothDatesOfACertificateBelongToItsTime(
        _ validity: MintedChain.Validity, _ example: (time: Int64, reason: RejectionReason?)
    ) throws {
        let chain = try MintedChain(validity: validity)
        let text = try chain.jws(#"{"signedDate":\#(example.time)}"#)
        #expect(SigningSamples.reason(text, try SigningSamples.checker(chain)) == example.reason)
    }

    @Test func aDocumentIsCheckedAsOfItsDateAndOneWithoutAsOfNow() throws {
        let chain = try MintedChain(validity: SignatureTimeTests.shortLeaf)
        let late = try SigningSamples.checker(chain, now: Instant(milliseconds: 1_900_000_000_000))
        let inTime = try SigningSamples.checker(chain, now: Instant(milliseconds: 1_650_000_000_000))
        let dated = try chain.jws(#"{"signedDate":1650000000000}"#)
        #expect(SigningSamples.reason(dated, late) == nil)
        let undated = try chain.jws(#"{"signedDate":null}"#)
        #expect(SigningSamples.reason(undated, late) == .certificateExpired)
        #expect(SigningSamples.reason(undated, inTime) == nil)
        let lateDate = try chain.jws(#"{"signedDate":1900000000000}"#)
        #expect(SigningSamples.reason(lateDate, inTime) == .certificateExpired)
    }

    @Test(arguments: [
        (#"{"receiptCreationDate":1650000000000}"#, nil),
        (#"{"receiptCreationDate":1750000000000}"#, RejectionReason.certificateExpired),
        (#"{"receiptCreationDate":1750000000000,"signedDate":1650000000000}"#, nil),
        (#"{"receiptCreationDate":1650000000000,"signedDate":1750000000000}"#, .certificateExpired),
        (#"{"signedDate":1650000000000.25}"#, nil),
        (#"{"signedDate":-1}"#, .badDate),
        (#"{"signedDate":1e300}"#, .badDate),
        (#"{"signedDate":253402300800000}"#, .badDate),
        (#"{"signedDate":"yesterday"}"#, .badDate),
        (#"{"signedDate":true}"#, .wrongType),
    ])
    func theDateIsThePayloads(_ payload: String, _ reason: RejectionReason?) throws {
        let chain = try MintedChain(validity: SignatureTimeTests.shortLeaf)
        let checker = try SigningSamples.checker(chain, now: Instant(milliseconds: 1_650_000_000_000))
        #expect(SigningSamples.reason(try chain.jws(payload), checker) == reason)
    }

    @Test func aChainThatWasGoodOnceIsNotGoodForever() throws {
        let chain = try MintedChain(validity: SignatureTimeTests.shortLeaf)
        let checker = try SigningSamples.checker(chain)
        let times: [(Int64, RejectionReason?)] = [
            (1_650_000_000_000, nil), (1_750_000_000_000, .certificateExpired),
            (1_550_000_000_000, .certificateNotYetValid), (1_650_000_000_000, nil),
        ]
        for (time, reason) in times {
            let text = try chain.jws(#"{"signedDate":\#(time)}"#)
            #expect(SigningSamples.reason(text, checker) == reason)
        }
    }
}
