package import Purchases

/// With which app, key and secret the App Store is asked, and at which addresses. `ServerSettings` in `Server/Settings`
/// makes it, `AppStoreAsker` uses it.
package struct AppStoreAccess: Sendable {
    package let bundleID: BundleID
    /// The key of App Store Connect; nil where only receipts can be verified.
    package let key: AppStoreKey?
    /// The app's shared secret; nil where only the App Store Server API can be asked.
    package let sharedSecret: Secret?
    /// The environments that the store serves, Production first. A question that names none goes to the first of them;
    /// what that one does not know is asked in the other, served or not (`AppStoreAsker.askAnywhere`).
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
