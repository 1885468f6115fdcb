import Foundation

/// The proxies whose `X-Forwarded-For` is believed: addresses, and networks such as `10.0.0.0/8`. `FrontDoor` finds
/// with them the client's address, by which requests are rationed.
package struct TrustedProxies: Hashable, Sendable {
    /// No proxy is believed.
    package static let none = TrustedProxies(networks: AddressNetworks(known: []))

    private let networks: AddressNetworks

    private init(networks: AddressNetworks) { self.networks = networks }

    /// Proxies by address or network; nil where one of them is neither.
    package init?(_ texts: [String]) {
        guard let networks = AddressNetworks(texts) else { return nil }
        self.init(networks: networks)
    }

    /// Whether a proxy at an address is trusted.
    func trusts(_ address: String) -> Bool { networks.holds(address) }

    /// Whom a request is from: who is at the other end, or whom a trusted proxy there names.
    ///
    /// Of `X-Forwarded-For` the last address counts that no trusted proxy has: what stands before it anybody can write.
    package func client(peer: String, forwarded: String?) -> String {
        guard trusts(peer), let forwarded else { return peer }
        for part in forwarded.split(separator: ",").reversed() {
            let address = part.trimmingCharacters(in: .whitespaces)
            guard AddressNetworks.bytes(address) != nil else { return peer }
            if !trusts(address) { return address }
        }
        return peer
    }
}
