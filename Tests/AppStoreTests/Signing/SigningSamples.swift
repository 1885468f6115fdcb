import AppStore
import AppStoreTesting
import Foundation
import Purchases
import Testing

/// Checkers and small signed documents for the tests of signatures.
enum SigningSamples {
    /// 2023-11-14, when every minted certificate without a fault is valid.
    static let signedAt = Instant(milliseconds: 1_700_000_000_000)
    /// A payload that was signed then.
    static let payload = #"{"bundleId":"com.tea","signedDate":1700000000000}"#

    /// A checker that trusts one minted root.
    static func checker(
        _ chain: MintedChain, now: Instant = signedAt
    ) throws -> SignatureChecker {
        SignatureChecker(roots: try TrustedRoots(certificate: chain.root), now: now)
    }

    /// Why a text is refused; nil when it is signed as it must be.
    static func reason(_ text: String, _ checker: SignatureChecker) -> RejectionReason? {
        do throws(DocumentProblem) {
            try checker.check(try SignedText(text))
            return nil
        } catch {
            return error.reason
        }
    }
}
