package import Purchases

/// Names an account of the simulated App Store: a customer's Apple id. The shop's app knows its customer by the same name.
package struct AccountID: StringIdentifier {
    package let rawValue: String
    /// Wraps a name.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Somebody who buys: an Apple id.
package struct SimulatedAccount: Sendable {
    package let id: AccountID
    /// Where its purchases are made: a tester's in the sandbox.
    package let environment: AppStoreEnvironment
    /// What the app gives to StoreKit with a purchase, so that the App Store can tell whose it is.
    package var token: String?
    /// The storefront, three letters.
    package var storefront = "DEU"
    /// The currency of the storefront.
    package var currency = "EUR"
    /// Whether charges go through.
    package var canPay = true
    /// Whether somebody else must approve what it buys (Ask to Buy).
    package var asksToBuy = false
    /// Whether its next purchase is interrupted: it fails first, and is charged when the customer has done what was asked.
    package var isInterrupted = false
    /// Whether its receipt lists nothing, though it has bought: as happens while an invoice is late.
    package var hasEmptyReceipt = false
    /// Whether it was deleted: verifyReceipt says 21010, the Server API 4040001.
    package var isDeleted = false
    /// Its family: accounts with the same name here share with each other.
    package var family: String?
    /// The app's own transaction: that it was got at all.
    package let appTransactionID: String
    /// When the app was got.
    package let since: Instant
    /// Its transactions, oldest first.
    var transactions: [TransactionID] = []
    var subscriptions: [SubscriptionGroupID: OriginalTransactionID] = [:]
    /// The groups of which it has used an introductory offer.
    var introduced: Set<SubscriptionGroupID> = []
    /// Counts every change, so that a receipt is made again only when it would say something else.
    var revision = 0

    init(_ id: AccountID, in environment: AppStoreEnvironment, appTransactionID: String, since: Instant) {
        (self.id, self.environment, self.appTransactionID, self.since) = (
            id, environment, appTransactionID, since
        )
    }
}

/// A purchase that nobody has paid yet.
package struct WaitingPurchase: Hashable, Sendable {
    package let number: Int
    /// Who wants it.
    package let account: AccountID
    package let product: ProductID
    package let offer: String?
    package let quantity: Int
}

/// What became of a purchase.
package enum SaleOutcome: Sendable {
    case charged(SimulatedTransaction)
    /// Somebody must approve it first.
    case deferred(WaitingPurchase)
    /// It failed for now; the customer has to do something in Settings, and may be charged later.
    case interrupted(WaitingPurchase)
    /// Nothing is charged now: the plan changes with the next renewal.
    case scheduled(OriginalTransactionID)
    /// An earlier transaction of the same product is not finished: it is not sold again meanwhile.
    case blocked(by: TransactionID)
    /// It failed, with StoreKit's `SKError` code.
    case failed(code: Int)
}

/// Why an act is not possible.
package enum ActProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownAccount(AccountID)
    case unknownProduct(ProductID)
    case unknownTransaction(String)
    case unknownOffer(String)
    case alreadySubscribed(ProductID)
    case notWaiting(Int)
    case notPossible(String)

    /// What is wrong, in words.
    package var description: String {
        switch self {
        case .unknownAccount(let id): "there is no account \(id)"
        case .unknownProduct(let id): "no product \(id) is on sale"
        case .unknownTransaction(let id): "there is no transaction \(id)"
        case .unknownOffer(let id): "the product has no offer \(id)"
        case .alreadySubscribed(let id): "the account is subscribed to \(id) already"
        case .notWaiting(let number): "no purchase \(number) waits"
        case .notPossible(let reason): reason
        }
    }
}
