package import Purchases

/// What is to be new and is there already. Its code is `conflict`.
package enum TakenName: Hashable, Sendable {
    case path(String)
    case secret
    /// The name of an API key.
    case keyName(String)
    case customer(AppUserID)
    /// The key of a request, which was used for something else.
    case requestKey(String)
}
