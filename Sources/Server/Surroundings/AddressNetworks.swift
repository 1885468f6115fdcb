import Glibc
import NIOCore

/// A list of addresses and of networks such as `10.0.0.0/8`, in which an address is looked up: of `TrustedProxies`,
/// and of `ClosedAddresses`.
struct AddressNetworks: Hashable, Sendable {
    private struct Network: Hashable {
        let bytes: [UInt8]
        let bits: Int

        init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard let first = parts.first, let bytes = AddressNetworks.bytes(String(first)) else {
                return nil
            }
            let bits = parts.count == 2 ? Int(parts[1]) : parts.count == 1 ? bytes.count * 8 : nil
            guard let bits, (0...bytes.count * 8).contains(bits) else { return nil }
            (self.bytes, self.bits) = (bytes, bits)
        }

        func holds(_ address: [UInt8]) -> Bool {
            guard address.count == bytes.count else { return false }
            let whole = bits / 8
            guard address.prefix(whole) == bytes.prefix(whole) else { return false }
            guard bits % 8 > 0 else { return true }
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> (bits % 8))
            return address[whole] & mask == bytes[whole] & mask
        }
    }

    private let networks: [Network]

    /// Networks as they are written; nil where one of them is none.
    init?(_ texts: [String]) {
        networks = texts.compactMap(Network.init)
        guard networks.count == texts.count else { return nil }
    }

    /// Networks that are written in the program; what is none is left out.
    init(known texts: [String]) { networks = texts.compactMap(Network.init) }

    /// Whether an address is in one of them; false for what is no address.
    func holds(_ address: String) -> Bool {
        guard !networks.isEmpty, let bytes = AddressNetworks.bytes(address) else { return false }
        return networks.contains { $0.holds(bytes) }
    }

    /// The bytes of an address as it is written; nil for anything else.
    static func bytes(_ text: String) -> [UInt8]? {
        guard let address = try? SocketAddress(ipAddress: text, port: 0) else { return nil }
        switch address {
        case .v4(let address): return withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        case .v6(let address): return withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
        case .unixDomainSocket: return nil
        }
    }
}
