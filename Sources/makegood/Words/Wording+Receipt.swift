import AppStore
import Purchases

extension Wording {
    /// What a receipt says, and how far it can be trusted.
    ///
    /// `root` is the root that was trusted in place of Apple's.
    static func receipt(_ report: ReceiptReport, under root: String?) -> [String] {
        let receipt = report.receipt
        let dates = [
            receipt.createdAt.map { "made \($0)" }, receipt.originalPurchasedAt.map { "first got \($0)" },
            receipt.originalAppVersion.map { "as version \($0)" }, receipt.expiresAt.map { "ends \($0)" },
        ]
        let device = report.isOfDevice.map { "device: \($0 ? "made on it" : "made on another one")" }
        return [
            "app \(receipt.bundleID?.rawValue ?? "unknown") \(receipt.appVersion ?? "") · \(environment(receipt))",
            dates.compactMap { $0 }.joined(separator: " · "),
            report.problem.map { "checked: no, \($0.reason.rawValue)" }
                ?? "checked: signed \(root.map { "under \($0)" } ?? "by Apple")",
        ] + [device].compactMap { $0 } + purchases(receipt)
    }

    /// Apple's word for where it comes from, and what it means where that is another word.
    private static func environment(_ receipt: AppReceipt) -> String {
        let meaning = receipt.environment.rawValue
        guard let word = receipt.receiptType, word != meaning else { return meaning }
        return "\(meaning) (\(word))"
    }

    private static func purchases(_ receipt: AppReceipt) -> [String] {
        let purchases = receipt.purchases.sorted { age($0) < age($1) }
        guard !purchases.isEmpty else { return ["no purchases"] }
        let columns: [Table.Column] = [
            .decisive("bought (UTC)", nil), .useful("until", nil), .decisive("product", nil),
            .decisive("transaction", nil), .useful("chain", nil), .useful("which is", nil),
        ]
        let table = Table(columns: columns, rows: purchases.map(cells))
        return headed("purchases, oldest first", table.partOfPage)
    }

    /// As transactions are ordered everywhere: by purchase, expiry, length of the id, id.
    private static func age(_ purchase: ReceiptPurchase) -> (Instant, Instant, Int, String) {
        let id = purchase.transactionID?.rawValue ?? ""
        return (purchase.purchasedAt ?? .earliest, purchase.expiresAt ?? .earliest, id.utf8.count, id)
    }

    private static func cells(_ purchase: ReceiptPurchase) -> [Table.Cell] {
        let times = [purchase.purchasedAt, purchase.expiresAt].map { time in
            Table.Cell(time.map { Paper.current.words($0.description) })
        }
        return times + [
            .init(purchase.productID?.rawValue), .init(purchase.transactionID?.rawValue),
            .init(purchase.originalTransactionID?.rawValue), .init(remarks(purchase)),
        ]
    }

    private static func remarks(_ purchase: ReceiptPurchase) -> String {
        let quantity = purchase.quantity ?? 1
        let remarks = [
            purchase.isTrial == true ? "trial" : nil,
            purchase.isIntroductoryOffer == true ? "introductory offer" : nil,
            purchase.promotionalOfferID.map { "offer \($0)" }, quantity == 1 ? nil : "× \(quantity)",
            purchase.cancelledAt.map { "taken back \($0)" },
        ]
        return remarks.compactMap { $0 }.joined(separator: ", ")
    }
}
