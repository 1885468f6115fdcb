package import Foundation
import JSONValues
package import Purchases

/// A small App Store: it sells, renews, fails, refunds, signs and notifies, and its clock stands until a call turns
/// it. What people do is in `Acts`, what Apple answers in `Answers`, what it sends in `Telling.swift`.
///
/// Everything random follows from the seed of its terms: the same acts at the same moments give the same facts. Only
/// keys, and so signatures, differ. It stands for Apple in what Apple documents; where the documents are silent it does
/// what real samples show.
///
/// ```swift
/// var apple = try SimulatedAppStore(ShopTerms(), at: start)
/// try apple.open("u_1")
/// try apple.buy("tea.monthly", by: "u_1")
/// for delivery in try apple.advance(to: start + .hours(1)) { /* POST delivery.body */ }
/// let answer = apple.respond(to: SimulatorRequest(…))
/// ```
package struct SimulatedAppStore: Sendable {
    /// What it sells, and how.
    package internal(set) var terms: ShopTerms
    /// What signs for it; its roots are what a practice store must trust.
    package let signer: StoreSigner
    /// What goes wrong.
    package var faults = FaultPlan()
    package internal(set) var now: Instant
    package internal(set) var accounts: [AccountID: SimulatedAccount] = [:]
    package internal(set) var transactions: [TransactionID: SimulatedTransaction] = [:]
    package internal(set) var subscriptions: [OriginalTransactionID: SimulatedSubscription] = [:]
    /// Purchases that nobody has paid yet.
    package internal(set) var waiting: [Int: WaitingPurchase] = [:]
    /// What consumption requests were answered, by transaction: the JSON as it came.
    package internal(set) var consumptionAnswers: [TransactionID: Data] = [:]
    /// The refunds that customers asked for and nothing is decided of, and since when.
    package internal(set) var openRefunds: [TransactionID: Instant] = [:]

    var random: SeededRandom
    /// Faults have numbers of their own, so that a plan does not change what is sold.
    var faultRandom: SeededRandom
    var agenda = Agenda<Plan>()
    var notices: [Notice] = []
    var outgoing: [Int: Outgoing] = [:]
    var orders: [OrderID: [TransactionID]] = [:]
    var receipts: [AccountID: MadeReceipt] = [:]
    /// Who a receipt was made for, by the SHA-256 of its bytes.
    var receiptOwners: [Data: AccountID] = [:]
    var uses: [String: EndpointUse] = [:]
    var massExtensions: [String: MassExtension] = [:]
    private var transactionCount: Int64 = 0
    private var lineItemCount: Int64 = 0
    private var outgoingCount = 0

    /// An App Store that begins at a moment, with nobody in it.
    ///
    /// - Throws: what the making of certificates throws.
    package init(_ terms: ShopTerms = ShopTerms(), at now: Instant, signer: StoreSigner? = nil) throws {
        self.terms = terms
        self.now = now
        self.signer = try signer ?? StoreSigner()
        random = SeededRandom(terms.seed)
        faultRandom = SeededRandom(terms.seed ^ 0xFA17)
    }

    /// Makes an account; one that exists stays as it is.
    ///
    /// - Parameter token: what the app gives to StoreKit as `appAccountToken`, a UUID.
    @discardableResult
    package mutating func open(
        _ name: AccountID, in environment: AppStoreEnvironment = .production, token: String? = nil
    ) -> SimulatedAccount {
        if let known = accounts[name] { return known }
        transactionCount += 1
        var account = SimulatedAccount(
            name, in: environment, appTransactionID: String(704_000_000_000_000 + transactionCount),
            since: second)
        account.token = token?.lowercased()
        accounts[name] = account
        return account
    }

    /// Changes what an account can do: whether it can pay, must ask, is interrupted, is deleted, with whom it shares.
    ///
    /// - Throws: `ActProblem` when there is none of the name.
    package mutating func change(_ name: AccountID, _ change: (inout SimulatedAccount) -> Void) throws {
        guard var account = accounts[name] else { throw ActProblem.unknownAccount(name) }
        change(&account)
        account.revision += 1
        accounts[name] = account
    }

    /// The transactions of an account, oldest first.
    package func transactions(of name: AccountID) -> [SimulatedTransaction] {
        (accounts[name]?.transactions ?? []).compactMap { transactions[$0] }
    }

    /// What an account may use at the present, by the App Store's own knowledge: paid, shared, or in grace.
    package func entitlements(of name: AccountID) -> Set<EntitlementID> {
        var held: Set<EntitlementID> = []
        for transaction in transactions(of: name) {
            let subscription = subscriptions[transaction.original]
            let isInGrace =
                subscription?.current == transaction.id && transaction.revocation == nil
                && (subscription?.graceUntil.map { now < $0 } ?? false) && subscription?.phase == .grace
            guard transaction.holds(at: now) || isInGrace else { continue }
            held.formUnion(terms.product(transaction.product)?.product.entitlements ?? [])
        }
        return held
    }

    /// The present without its milliseconds: charges are dated to the second.
    var second: Instant { Instant(milliseconds: now.milliseconds - now.milliseconds % 1000) }

    /// How long things last in an environment.
    func time(in environment: AppStoreEnvironment) -> ShopTime {
        ShopTime(speed: terms.speed, environment: environment)
    }

    var documents: SignedDocuments { SignedDocuments(terms: terms, signer: signer) }

    /// The next transaction id of an environment.
    mutating func nextTransactionID(in environment: AppStoreEnvironment) -> TransactionID {
        transactionCount += Int64.random(in: 1...9, using: &random)
        let base: Int64 = environment == .sandbox ? 2_000_000_000_000_000 : 230_001_000_000_000
        return TransactionID(String(base + transactionCount))
    }

    mutating func nextLineItem(in environment: AppStoreEnvironment) -> String {
        lineItemCount += Int64.random(in: 1...9, using: &random)
        return String((environment == .sandbox ? 2_000_000_000_000 : 230_000_400_000_000) + lineItemCount)
    }

    mutating func nextOrder() -> OrderID {
        let letters = Array("ABCDEFGHJKLMNPQRSTVWXYZ0123456789")
        return OrderID("M" + String((0..<10).map { _ in letters.randomElement(using: &random) ?? "A" }))
    }

    mutating func nextOutgoing() -> Int {
        outgoingCount += 1
        return outgoingCount
    }

    /// Keeps a transaction as it is now; what changed counts from now.
    mutating func keep(_ transaction: SimulatedTransaction) {
        var transaction = transaction
        transaction.modifiedAt = now
        if transactions.updateValue(transaction, forKey: transaction.id) == nil {
            accounts[transaction.account]?.transactions.append(transaction.id)
            orders[transaction.order, default: []].append(transaction.id)
        }
        accounts[transaction.account]?.revision += 1
    }

    /// Keeps a subscription as it is now.
    mutating func keep(_ subscription: SimulatedSubscription) {
        var subscription = subscription
        subscription.changedAt = now
        subscriptions[subscription.original] = subscription
        accounts[subscription.account]?.revision += 1
    }
}

/// What is to happen by itself.
enum Plan: Hashable, Sendable {
    /// A subscription's paid time ends, unless it has changed since.
    case renewal(OriginalTransactionID, turn: Int)
    case graceEnd(OriginalTransactionID, turn: Int)
    /// The App Store no longer tries to charge.
    case retryEnd(OriginalTransactionID, turn: Int)
    /// A notification is sent.
    case sending(Int)
    /// Apple decides about a refund that was asked for at a moment, unless it did before.
    case refundDecision(TransactionID, askedAt: Instant)
}

/// A receipt, and the account's revision at which it was made.
struct MadeReceipt: Sendable {
    let revision: Int
    let bytes: Data
}

/// How often an endpoint was called in an hour.
struct EndpointUse: Sendable {
    var hour: Int64
    var count: Int
}

/// An extension for all subscribers of a product.
struct MassExtension: Sendable {
    let product: ProductID
    let at: Instant
    let succeeded: Int
    let failed: Int
}
