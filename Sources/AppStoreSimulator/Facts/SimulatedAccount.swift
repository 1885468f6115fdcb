public import Purchases

/// Names an account of the simulated App Store: a customer's Apple id. The shop's app knows its customer by the same name.
public struct AccountID: StringIdentifier {
    /// The name.
    public let rawValue: String
    /// Wraps a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Somebody who buys: an Apple id.
public struct SimulatedAccount: Sendable {
    /// Its name.
    public let id: AccountID
    /// Where its purchases are made: a tester's in the sandbox.
    public let environment: AppStoreEnvironment
    /// What the app gives to StoreKit with a purchase, so that the App Store can tell whose it is.
    public var token: String?
    /// The storefront, three letters.
    public var storefront = "DEU"
    /// The currency of the storefront.
    public var currency = "EUR"
    /// Whether charges go through.
    public var canPay = true
    /// Whether somebody else must approve what it buys (Ask to Buy).
    public var asksToBuy = false
    /// Whether its next purchase is interrupted: it fails first, and is charged when the customer has done what was asked.
    public var isInterrupted = false
    /// Whether its receipt lists nothing, though it has bought: as happens while an invoice is late.
    public var hasEmptyReceipt = false
    /// Whether it was deleted: verifyReceipt says 21010, the Server API 4040001.
    public var isDeleted = false
    /// Who shares with it: whoever has the same name here is of one family.
    public var family: String?
    /// The app's own transaction: that it was got at all.
    public let appTransactionID: String
    /// When the app was got.
    public let since: Instant
    /// Its transactions, oldest first.
    var transactions: [TransactionID] = []
    /// Its subscriptions by group.
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
public struct WaitingPurchase: Hashable, Sendable {
    /// Its number.
    public let number: Int
    /// Who wants it.
    public let account: AccountID
    /// What.
    public let product: ProductID
    /// At which offer.
    public let offer: String?
    /// How many.
    public let quantity: Int
}

/// What became of a purchase.
public enum SaleOutcome: Sendable {
    /// It was charged.
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
public enum ActProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownAccount(AccountID)
    case unknownProduct(ProductID)
    case unknownTransaction(String)
    case unknownOffer(String)
    case alreadySubscribed(ProductID)
    case notWaiting(Int)
    case notPossible(String)

    /// What is wrong, in words.
    public var description: String {
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
