import Testing

@testable import Server

/// Nothing is sent inside because somebody wrote an address or a name that leads there.
struct ClosedAddressTests {
    @Test(arguments: [
        "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
        "169.254.169.254", "100.64.0.1", "192.0.0.8", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::",
        "::1",
        "fe80::1", "fc00::1", "fdff::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1",
        "2002:7f00:1::", "::ffff:0:7f00:1", "100:0:0:1::1", "4000::1", "2001::1", "2001:db8::1", "nonsense",
        "", "127.1", "0x7f000001",
    ])
    func isClosed(_ address: String) { #expect(ClosedAddresses.holds(address)) }

    @Test(arguments: [
        "8.8.8.8", "172.32.0.1", "172.15.255.255", "192.169.0.1", "100.128.0.1", "11.0.0.1", "1.1.1.1",
        "2606:4700:4700::1111", "2a00:1450:4001:831::200e",
    ])
    func isOpen(_ address: String) { #expect(!ClosedAddresses.holds(address)) }

    @Test func aNameOrAddressInsideIsNotCalled() async throws {
        for host in ["127.0.0.1", "[::1]", "localhost"] {
            await #expect(throws: CallError.closedAddress) {
                _ = try await ClosedAddresses.address(of: host, port: 9, allowsPrivate: false)
            }
        }
        #expect(
            try await ClosedAddresses.address(of: "127.0.0.1", port: 9, allowsPrivate: true) == "127.0.0.1")
        #expect(try await ClosedAddresses.address(of: "[::1]", port: 9, allowsPrivate: true) == "::1")
        await #expect(throws: CallError.unknownHost) {
            let name = String(repeating: "a", count: 64) + ".test"
            _ = try await ClosedAddresses.address(of: name, port: 9, allowsPrivate: true)
        }
    }
}
