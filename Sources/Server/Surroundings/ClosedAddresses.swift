import Foundation
import NIOCore
import NIOPosix

/// Addresses that webhooks and alarms do not reach unless the operator allows it: this machine, its neighbours, and
/// all that is no address of one machine on the internet. Else a URL could make the server call what only it can
/// reach.
///
/// Sources: IANA IPv4 and IPv6 Special-Purpose Address Registries; the Standard Webhooks convention, "Server side request
/// forgery". Ranges that lead to others in disguise (mapped, NAT64, 6to4, Teredo) are closed as a whole†.
enum ClosedAddresses {
    private static let networks = AddressNetworks(
        known: [
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
            "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
            "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
            "::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23",
            "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10",
            "ff00::/8",
        ])

    /// The space from which addresses of machines on the internet are given; of version 4 all of it, less the list
    /// above.
    private static let global = AddressNetworks(known: ["0.0.0.0/0", "2000::/3"])

    /// Whether nothing is sent to an address; true as well for what is none.
    static func holds(_ address: String) -> Bool { !global.holds(address) || networks.holds(address) }

    /// The address at which a host is called. One closed address among those of its name closes the host. Of several
    /// open ones it is the first at which somebody listens, since another may be out of reach from here, as IPv6 often
    /// is.
    ///
    /// - Throws: `CallError`.
    static func address(
        of host: String, port: Int, allowsPrivate: Bool
    ) async throws(CallError) -> String {
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let found: [String]
        if AddressNetworks.bytes(bare) != nil {
            found = [bare]
        } else {
            do { found = try await NIOThreadPool.singleton.runIfActive { resolve(bare) } } catch {
                throw .unknownHost
            }
        }
        guard let first = found.first else { throw .unknownHost }
        guard allowsPrivate || !found.contains(where: holds) else { throw .closedAddress }
        guard found.count > 1 else { return first }
        for address in found where await isReached(address, port: port) { return address }
        return first
    }

    /// How long it is waited for somebody who listens†.
    private static let patience = TimeAmount.seconds(3)

    private static func isReached(_ address: String, port: Int) async -> Bool {
        guard let place = try? SocketAddress(ipAddress: address, port: port) else { return false }
        let client = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connectTimeout(patience)
        guard let channel = try? await client.connect(to: place).get() else { return false }
        try? await channel.close()
        return true
    }

    /// All addresses of a name; it blocks.
    private static func resolve(_ host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var (found, next): ([String], UnsafeMutablePointer<addrinfo>?) = ([], list)
        while let entry = next {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let isText = getnameinfo(
                entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0,
                NI_NUMERICHOST)
            if isText == 0 {
                let end = text.firstIndex(of: 0) ?? text.endIndex
                found.append(String(decoding: text[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self))
            }
            next = entry.pointee.ai_next
        }
        return found
    }
}
