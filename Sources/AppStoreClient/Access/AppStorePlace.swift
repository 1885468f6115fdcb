package import Foundation
package import Purchases

/// One of the places where Apple answers: an interface in an environment.
package struct AppStorePlace: Hashable, Sendable, CustomStringConvertible {
    /// What can be asked in a place.
    package enum Interface: String, Hashable, Sendable, CaseIterable {
        /// verifyReceipt.
        case receipts
        /// The App Store Server API.
        case server
    }

    /// What can be asked there.
    package let interface: Interface
    /// About whose purchases.
    package let environment: AppStoreEnvironment

    /// An interface in an environment.
    package init(_ interface: Interface, in environment: AppStoreEnvironment) {
        (self.interface, self.environment) = (interface, environment)
    }

    /// For logs and metrics: `server/Sandbox`.
    package var description: String { "\(interface.rawValue)/\(environment.rawValue)" }
}

/// Where the places are on the network.
package struct AppStoreAddresses: Hashable, Sendable {
    private let addresses: [AppStorePlace: URL]

    /// Apple's own addresses.
    ///
    /// Source: Apple, verifyReceipt; App Store Server API, whose hosts under storekit.apple.com are recommended since
    /// 2026-05-05.
    package static let apple = AppStoreAddresses(
        trusted: [
            (AppStorePlace(.receipts, in: .production), "https://buy.itunes.apple.com"),
            (AppStorePlace(.receipts, in: .sandbox), "https://sandbox.itunes.apple.com"),
            (AppStorePlace(.server, in: .production), "https://api.storekit.apple.com"),
            (AppStorePlace(.server, in: .sandbox), "https://api.storekit-sandbox.apple.com"),
        ])

    /// Apple's addresses, some of them replaced, for practice against a simulator.
    ///
    /// A path in an address comes before the path of every question.
    ///
    /// - Throws: `AppStoreAddressError` for an address that is neither https nor http on this machine.
    package init(replacing replaced: [AppStorePlace: URL]) throws(AppStoreAddressError) {
        for address in replaced.values where !AppStoreAddresses.isSafe(address) {
            throw AppStoreAddressError(address: address.absoluteString)
        }
        addresses = AppStoreAddresses.apple.addresses.merging(replaced) { _, new in new }
    }

    private init(trusted: [(AppStorePlace, String)]) {
        addresses = Dictionary(
            uniqueKeysWithValues: trusted.compactMap { place, text in URL(string: text).map { (place, $0) } })
    }

    /// The address of a place; nil for environments where Apple answers nothing (Xcode, local testing).
    package subscript(_ place: AppStorePlace) -> URL? { addresses[place] }

    /// Secrets never go over a network in the clear.
    private static func isSafe(_ address: URL) -> Bool {
        switch address.scheme {
        case "https": address.host?.isEmpty == false
        case "http": ["127.0.0.1", "::1", "[::1]", "localhost"].contains(address.host ?? "")
        default: false
        }
    }
}

/// An address at which nobody may be asked.
package struct AppStoreAddressError: Error, Hashable, Sendable {
    package let address: String
}
