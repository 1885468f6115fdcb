/// Where a purchase was made.
///
/// Source: Apple, `environment`; notifications of version 1 write Production as `PROD`.
public struct AppStoreEnvironment: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// Apple's word, kept even when it is none we know.
    public let rawValue: String

    /// Takes Apple's word as it came; `PROD` is Production.
    public init(rawValue: String) { self.rawValue = rawValue == "PROD" ? "Production" : rawValue }

    /// Purchases by customers.
    public static let production = AppStoreEnvironment(rawValue: "Production")
    /// Purchases by testers and by App Review; nobody is charged.
    public static let sandbox = AppStoreEnvironment(rawValue: "Sandbox")
    /// Purchases in Xcode's StoreKit testing; not signed by Apple.
    public static let xcode = AppStoreEnvironment(rawValue: "Xcode")
    /// Purchases in local testing; not signed by Apple.
    public static let localTesting = AppStoreEnvironment(rawValue: "LocalTesting")

    /// The environments that Apple names.
    public static let known: [AppStoreEnvironment] = [.production, .sandbox, .xcode, .localTesting]

    /// Whether Apple stands behind what is told from here.
    public var isSignedByApple: Bool { self != .xcode && self != .localTesting }

    /// Orders environments by name.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
