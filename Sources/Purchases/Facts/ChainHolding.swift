/// Whose the time of a chain is: its owner's, but for what others paid for.
///
/// Apple signs the account into each transaction, so a chain can be bought under one account in January and under another
/// in June. A charge and the time that it paid for are of the customer whose token it carries; the chain's present and
/// future are its owner's. An attachment decides over tokens from its moment on; time before it stays where it was.
///
/// Source: Apple, `appAccountToken` and Set App Account Token.
package struct ChainHolding: Hashable, Sendable {
    /// The customer who owns the chain; nil when none does.
    package var owner: AppUserID?
    /// The others whose tokens its charges carry.
    package var payers: [String: AppUserID]
    /// When an agent attached the chain to its owner; nil where a token or a claim decides.
    package var attachedAt: Instant?

    package init(owner: AppUserID?, payers: [String: AppUserID] = [:], attachedAt: Instant? = nil) {
        self.owner = owner
        self.payers = payers.filter { $0.value != owner }
        self.attachedAt = attachedAt
    }

    /// The chain as far as it is a customer's; nil where nothing of it is.
    package func share(of customer: AppUserID, in chain: Chain) -> Chain? {
        var chain = chain
        let others = chain.transactions.filter { transaction in
            let payer = payer(of: transaction)
            return customer == owner ? payer != nil : payer != customer
        }
        guard customer == owner || others.count < chain.transactions.count else { return nil }
        let isWhole = customer == owner && others.isEmpty
        chain.share =
            isWhole
            ? nil
            : ChainShare(
                isOwners: customer == owner, others: Set(others.map { $0.ids[0] }), attachedAt: attachedAt)
        return chain
    }

    /// Who paid for a transaction, where its token is another's than the owner's.
    private func payer(of transaction: Transaction) -> AppUserID? {
        transaction.values.appAccountToken.flatMap { payers[$0.whole] }
    }
}

/// What of a chain is one customer's, where it is not all.
package struct ChainShare: Hashable, Sendable {
    /// Whether the customer is the chain's owner.
    package let isOwners: Bool
    /// The first id of each transaction that others paid for.
    let others: Set<TransactionID>
    /// When the chain was attached to its owner.
    let attachedAt: Instant?

    /// When what a transaction paid for is the customer's; nil when never.
    func window(of transaction: Transaction) -> Span? {
        let isOthers = others.contains(transaction.ids[0])
        if isOwners {
            guard isOthers else { return Span(from: .earliest, until: nil) }
            return attachedAt.flatMap { Span(from: $0, until: nil) }
        }
        return isOthers ? nil : Span(from: .earliest, until: attachedAt)
    }
}
