import Persistence
import Purchases
import TerminalCore

/// The room that a chain's transactions need for their moments and products, so that they stand in columns.
struct TransactionColumns: Hashable, Sendable {
    /// The width of the longest moment.
    let moment: Int
    /// The width of the longest product.
    let product: Int
    /// The width of the longest price.
    let price: Int

    /// The room for a chain.
    init(_ page: ChainPage, time: TimeText) {
        let all = page.chain.transactions
        let moments = all.flatMap { [$0.purchasedAt, $0.expiresAt].compactMap { $0 } }
        moment = max(9, moments.map { time.moment($0).count }.max() ?? 0)
        price = max(11, all.compactMap { $0.values.price?.shown.count }.max() ?? 0)
        product = min(36, all.map { DisplayText.columns(of: $0.productID.rawValue) }.max() ?? 0)
    }
}
