import Purchases

/// Names a chain within its environment: Sandbox may use a name of Production again.
struct ChainKey: Hashable, Sendable {
    /// The chain.
    let id: OriginalTransactionID
    /// Where it was bought.
    let environment: AppStoreEnvironment
}
