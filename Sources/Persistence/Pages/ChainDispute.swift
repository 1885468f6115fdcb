public import Purchases

/// A chain that more than one customer claims: a warning on the pages of all of them.
public struct ChainDispute: Hashable, Sendable {
    /// The chain.
    public let chain: OriginalTransactionID
    /// Who claims it, by name.
    public let claimants: [AppUserID]
    /// Whose it is.
    public let owner: AppUserID?

    /// A chain with the claims on it; nil when at most one customer is behind them.
    init?(_ chain: OriginalTransactionID, _ claims: [OwnerClaim]) {
        guard OwnerRule.isDisputed(claims) else { return nil }
        self.chain = chain
        claimants = Set(claims.compactMap(\.customer)).sorted()
        owner = OwnerRule.holding(claims)?.customer
    }

    /// The warning in words.
    public var sentence: String {
        let names = claimants.map(\.rawValue).joined(separator: " and ")
        return "chain \(chain) is claimed by \(names)" + (owner.map { ", it is \($0)'s" } ?? "")
    }
}
