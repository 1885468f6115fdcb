import Testing

@testable import Alarms

/// What an address says itself of where it leads.
struct AlarmAddressTests {
    @Test(arguments: ["https://alarms.example.org/x", "https://Example.COM:8443/", "https://3com.example/a"])
    func isOpen(_ address: String) { #expect(AlarmAddress(address)?.isOpen == true) }

    @Test(arguments: [
        "http://alarms.example.org/x", "https://localhost/", "https://pager/", "https://nas.local/",
        "https://hook.internal./", "https://box.home.arpa/", "https://10.0.0.1/", "https://8.8.8.8/",
        "https://127.1/", "https://2130706433/", "https://1.0x7f/", "https://[::1]/",
        "https://[2606:4700::1]/",
    ])
    func isNotOpen(_ address: String) { #expect(AlarmAddress(address)?.isOpen == false) }

    @Test(arguments: ["ftp://example.org", "example.org", "https://", ""])
    func isNone(_ address: String) { #expect(AlarmAddress(address) == nil) }
}
