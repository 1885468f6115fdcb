public import Purchases

extension SimulatedAppStore {
    /// Gives the money of a charge back.
    ///
    /// The running period of a subscription ends with it, and so does its renewal.
    ///
    /// - Parameter share: how much is given back, in thousandths of a per cent; less than all of it is prorated.
    /// - Throws: `ActProblem`.
    public mutating func refund(_ id: TransactionID, reason: Int = 0, share: Int = 100_000) throws {
        guard var transaction = transactions[id], !transaction.isFamilyShared else {
            throw ActProblem.unknownTransaction(id.rawValue)
        }
        guard transaction.revocation == nil else { throw ActProblem.notPossible("it was refunded already") }
        transaction.revocation = SimulatedRevocation(
            at: second, reason: reason, kind: share == 100_000 ? .full : .prorated, share: share)
        keep(transaction)
        if var subscription = subscriptions[transaction.original], subscription.current == id {
            subscription.phase = .revoked
            subscription.renews = false
            subscription.intent = 1
            subscription.turn += 1
            keep(subscription)
        }
        transaction.modifiedAt = now
        tell(transaction.kind == .autoRenewable ? .subscriptionRefunded : .refunded, transaction)
        revokeShares(of: transaction)
    }

    /// Undoes a refund after a dispute: what was bought counts again.
    ///
    /// - Throws: `ActProblem`.
    public mutating func reverseRefund(_ id: TransactionID) throws {
        guard var transaction = transactions[id], transaction.revocation != nil else {
            throw ActProblem.notPossible("it was not refunded")
        }
        transaction.revocation = nil
        keep(transaction)
        if var subscription = subscriptions[transaction.original], subscription.current == id {
            subscription.phase = subscription.expiresAt > now ? .active : .expired
            subscription.turn += 1
            agenda.add(
                .renewal(subscription.original, turn: subscription.turn), at: max(now, subscription.expiresAt)
            )
            keep(subscription)
        }
        tell(.refundReversed, transactions[id])
    }

    /// Declines a refund that a customer asked for.
    ///
    /// - Throws: `ActProblem`.
    public mutating func declineRefund(_ id: TransactionID) throws {
        guard let transaction = transactions[id] else { throw ActProblem.unknownTransaction(id.rawValue) }
        tell(.refundDeclined, transaction)
    }

    /// A customer asks for money back, and Apple asks the app what was used.
    ///
    /// - Parameter reason: Apple's `consumptionRequestReason`.
    /// - Throws: `ActProblem`.
    public mutating func requestRefund(_ id: TransactionID, reason: String = "UNINTENDED_PURCHASE") throws {
        guard let transaction = transactions[id] else { throw ActProblem.unknownTransaction(id.rawValue) }
        guard transaction.kind == .consumable || transaction.kind == .autoRenewable else {
            throw ActProblem.notPossible("Apple asks about consumables and subscriptions only")
        }
        tell(.consumptionAsked, transaction, detail: .consumption(reason: reason))
    }

    /// An account leaves its family: what the others shared with it, and it with them, is taken back.
    ///
    /// - Throws: `ActProblem`.
    public mutating func leaveFamily(_ name: AccountID) throws {
        guard let family = accounts[name]?.family else {
            throw ActProblem.notPossible("\(name) is in no family")
        }
        try change(name) { $0.family = nil }
        for transaction in transactions(of: name) where transaction.isFamilyShared { revoke(transaction) }
        let members = accounts.values.filter { $0.family == family }.map(\.id).sorted()
        let own = Set(subscriptions.values.filter { $0.account == name }.flatMap { $0.shares.values })
        for member in members {
            for transaction in transactions(of: member) where own.contains(transaction.original) {
                revoke(transaction)
            }
        }
        for chain in subscriptions.keys.sorted() where subscriptions[chain]?.account == name {
            subscriptions[chain]?.shares = [:]
        }
        for chain in subscriptions.keys { subscriptions[chain]?.shares[name] = nil }
    }

    /// Takes what the family had of a charge that was refunded.
    private mutating func revokeShares(of transaction: SimulatedTransaction) {
        let chains = subscriptions[transaction.original]?.shares ?? [:]
        for (member, chain) in chains.sorted(by: { $0.key < $1.key }) {
            for shared in transactions(of: member)
            where shared.original == chain && shared.purchasedAt == transaction.purchasedAt {
                revoke(shared)
            }
        }
    }

    private mutating func revoke(_ shared: SimulatedTransaction) {
        guard shared.revocation == nil, shared.expiresAt.map({ $0 > now }) ?? true else { return }
        var shared = shared
        shared.revocation = SimulatedRevocation(at: second, kind: .family)
        keep(shared)
        tell(.revoked, shared)
    }
}
