import AppStoreTesting
import Foundation
import JSONValues
import Purchases

@testable import AppStore

/// Receipts of made-up purchases, signed by a minted chain.
enum ReceiptSamples {
    /// A trial, its renewal, a consumable and a purchase that was taken back.
    static let draft = ReceiptDraft([renewal, trial, coins, refunded])

    /// The frame in which they are read.
    static let frame = DocumentContext(digest: "d")

    /// A checker that trusts the minted root, at a moment.
    static func checker(_ chain: MintedChain, at now: Instant = moment(0)) throws -> SignatureChecker {
        SignatureChecker(roots: try TrustedRoots(certificate: chain.root), now: now)
    }

    /// What a receipt in DER tells, when the minted root is trusted.
    static func contents(
        _ der: Data, trusting chain: MintedChain, at now: Instant = moment(0)
    ) throws -> DocumentContents {
        try ReceiptDecoder(.string(der.base64EncodedString()), checker: try checker(chain, at: now))
            .decoded(in: frame).contents
    }

    /// What a draft tells once it is signed.
    static func contents(_ draft: ReceiptDraft) throws -> DocumentContents {
        let chain = try MintedChain.goodRSA
        return try contents(try draft.signed(by: chain), trusting: chain)
    }

    /// A moment in the autumn of 2023, in days from the first.
    static func moment(_ days: Int64) -> Instant { Instant(milliseconds: 1_695_000_000_000) + .days(days) }

    private static var trial: ReceiptPurchaseDraft {
        var purchase = ReceiptPurchaseDraft("7000", at: moment(0))
        (purchase.isTrial, purchase.lineItem, purchase.expiresAt) = (true, 9001, moment(7))
        return purchase
    }

    private static var renewal: ReceiptPurchaseDraft {
        var purchase = ReceiptPurchaseDraft("7001", of: "7000", at: moment(7))
        (purchase.lineItem, purchase.originalPurchasedAt) = (2_000_000_104_007_725, moment(0))
        (purchase.isIntroductoryOffer, purchase.promotionalOffer) = (true, "SPRING")
        return purchase
    }

    private static var coins: ReceiptPurchaseDraft {
        var purchase = ReceiptPurchaseDraft("7100", at: moment(3))
        (purchase.product, purchase.quantity, purchase.expiresAt) = ("coins_100", 5, nil)
        return purchase
    }

    private static var refunded: ReceiptPurchaseDraft {
        var purchase = ReceiptPurchaseDraft("7200", at: moment(4))
        (purchase.product, purchase.lineItem, purchase.cancelledAt) = ("tea.yearly", 9100, moment(9))
        return purchase
    }
}
