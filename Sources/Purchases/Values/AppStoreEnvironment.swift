/// Where a purchase was made.
///
/// Source: Apple, `environment`; notifications of version 1 write Production as `PROD`.
package struct AppStoreEnvironment: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// Apple's word, kept even when it is none we know.
    package let rawValue: String

    /// Takes Apple's word as it came; `PROD` is Production.
    package init(rawValue: String) { self.rawValue = rawValue == "PROD" ? "Production" : rawValue }

    /// Purchases by customers.
    package static let production = AppStoreEnvironment(rawValue: "Production")
    /// Purchases by testers and by App Review; nobody is charged.
    package static let sandbox = AppStoreEnvironment(rawValue: "Sandbox")
    /// Purchases in Xcode's StoreKit testing; not signed by Apple.
    package static let xcode = AppStoreEnvironment(rawValue: "Xcode")
    /// Purchases in local testing; not signed by Apple.
    package static let localTesting = AppStoreEnvironment(rawValue: "LocalTesting")

    /// The environments that Apple names.
    package static let known: [AppStoreEnvironment] = [.production, .sandbox, .xcode, .localTesting]

    /// Whether Apple stands behind what is told from here.
    package var isSignedByApple: Bool { self != .xcode && self != .localTesting }

    /// Orders environments by name.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
