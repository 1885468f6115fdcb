public import Purchases

/// A chain that more than one customer claims: a warning on the pages of all of them.
public struct ChainDispute: Hashable, Sendable {
    /// The chain.
    public let chain: OriginalTransactionID
    /// Who claims it, by name.
    public let claimants: [AppUserID]
    /// Whose it is.
    public let owner: AppUserID?

    /// The warning in words.
    public var sentence: String {
        let names = claimants.map(\.rawValue).joined(separator: " and ")
        return "chain \(chain) is claimed by \(names)" + (owner.map { ", it is \($0)'s" } ?? "")
    }
}
