package import Purchases

/// As whom, about what, and where the App Store is asked.
package struct AppStoreAccess: Sendable {
    package let bundleID: BundleID
    /// The key of App Store Connect; nil where only receipts can be verified.
    package let key: AppStoreKey?
    /// The app's shared secret; nil where only the App Store Server API can be asked.
    package let sharedSecret: Secret?
    /// The environments that are asked by themselves: those that the store serves. Production is asked first; what is known
    /// in the other alone is found there, too.
    package let environments: [AppStoreEnvironment]
    /// Where Apple answers.
    package let addresses: AppStoreAddresses

    /// Access to the App Store; a key, a secret, both, or neither.
    package init(
        bundleID: BundleID, key: AppStoreKey? = nil, sharedSecret: Secret? = nil,
        environments: [AppStoreEnvironment] = [.production], addresses: AppStoreAddresses = .apple
    ) {
        (self.bundleID, self.key, self.sharedSecret) = (bundleID, key, sharedSecret)
        // Apple's advice: production first, the sandbox where production does not know it.
        self.environments = [AppStoreEnvironment.production, .sandbox].filter(environments.contains)
        self.addresses = addresses
    }

    /// Whether an interface can be asked: what it needs is there.
    package func canAsk(_ interface: AppStorePlace.Interface) -> Bool {
        guard !environments.isEmpty else { return false }
        return switch interface {
        case .receipts: sharedSecret != nil
        case .server: key != nil
        }
    }
}
