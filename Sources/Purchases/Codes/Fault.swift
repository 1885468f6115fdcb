/// Whose fault it is that something did not work.
public enum Fault: String, Hashable, Sendable, CaseIterable {
    /// The customer's: a decision, an account, a device or a payment method.
    case customer
    /// Ours: the app, its server, or our settings.
    case app
    /// Apple's.
    case appStore = "app_store"
    /// The way between two machines.
    case network
    /// Nobody's: nothing went wrong.
    case nobody
    /// The code alone does not tell.
    case unknown

    /// The fault in words, to stand after "fault:".
    public var title: String {
        switch self {
        case .customer: "the customer's side"
        case .app: "our side: app, server or settings"
        case .appStore: "the App Store"
        case .network: "the network"
        case .nobody: "nobody"
        case .unknown: "not known from the code"
        }
    }
}
