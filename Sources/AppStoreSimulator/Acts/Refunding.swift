import JSONValues
package import Purchases

/// Refunds, what customers and Apple ask about them, and shares of a family that are taken back.
extension SimulatedAppStore {
    /// Gives the money of a charge back.
    ///
    /// The running period of a subscription ends with it, and so does its renewal.
    ///
    /// - Parameter share: how much is given back, in thousandths of a per cent; less than all of it is prorated.
    /// - Throws: `ActProblem`.
    package mutating func refund(_ id: TransactionID, reason: Int = 0, share: Int = 100_000) throws {
        guard var transaction = transactions[id], !transaction.isFamilyShared else {
            throw ActProblem.unknownTransaction(id.rawValue)
        }
        guard transaction.revocation == nil else { throw ActProblem.notPossible("it was refunded already") }
        openRefunds[id] = nil
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
    package mutating func reverseRefund(_ id: TransactionID) throws {
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
    package mutating func declineRefund(_ id: TransactionID) throws {
        guard let transaction = transactions[id] else { throw ActProblem.unknownTransaction(id.rawValue) }
        openRefunds[id] = nil
        tell(.refundDeclined, transaction)
    }

    /// Decides about a refund that was asked for as the app prefers; without a word of the app's, what it did not deliver
    /// is given back, and of the rest every second one by its number.
    ///
    /// Apple documents that the answer is one of several things that it looks at, and no rule: this one is the simulator's.
    mutating func decide(_ id: TransactionID, askedAt: Instant) {
        guard openRefunds[id] == askedAt, let transaction = transactions[id] else { return }
        openRefunds[id] = nil
        guard transaction.revocation == nil else { return }
        let answer = consumptionAnswers[id].flatMap { try? JSONValue(parsing: $0) }
        let isDelivered = answer.map { $0["deliveryStatus"]?.string == "DELIVERED" } ?? true
        let isEven = (id.rawValue.last?.wholeNumberValue ?? 0).isMultiple(of: 2)
        let share: Int? =
            switch answer?["refundPreference"]?.string {
            case "DECLINE"?: nil
            case "GRANT_FULL"?: 100_000
            case "GRANT_PRORATED"?: 50_000
            default: isDelivered && isEven ? nil : 100_000
            }
        guard let share else { return tell(.refundDeclined, transaction) }
        // It was looked at above whether it can be given back.
        try? refund(id, reason: 1, share: share)
    }

    /// A customer asks for money back, and Apple asks the app what was used, of any type of product; the same again is the
    /// same question once more.
    ///
    /// It decides an hour after the answer, and after twelve without one.
    ///
    /// - Parameter reason: Apple's `consumptionRequestReason`.
    /// - Throws: `ActProblem`.
    package mutating func requestRefund(_ id: TransactionID, reason: String = "UNINTENDED_PURCHASE") throws {
        guard let transaction = transactions[id] else { throw ActProblem.unknownTransaction(id.rawValue) }
        guard transaction.revocation == nil, !transaction.isFamilyShared else {
            throw ActProblem.notPossible("there is nothing to give back")
        }
        openRefunds[id] = now
        consumptionAnswers[id] = nil
        agenda.add(.refundDecision(id, askedAt: now), at: now + RefundRequest.patience)
        tell(.consumptionAsked, transaction, detail: .consumption(reason: reason))
    }

    /// An account leaves its family: what the others shared with it, and it with them, is taken back.
    ///
    /// - Throws: `ActProblem`.
    package mutating func leaveFamily(_ name: AccountID) throws {
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
