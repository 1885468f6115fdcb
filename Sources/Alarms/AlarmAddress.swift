import Foundation

/// The address that alarms are posted to, judged by its text alone: whether it may be on the internet.
///
/// `settings set` and `check` ask it. Only the server looks a name up, each time that it calls (`OutsideReceiver`).
package struct AlarmAddress: Hashable, Sendable {
    private let scheme: String
    private let host: String

    /// Reads an address of http or https; nil for anything else.
    package init?(_ text: String) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host?.lowercased(), !host.isEmpty
        else { return nil }
        (self.scheme, self.host) = (scheme, host)
    }

    /// Whether it is https and a name that may be on the internet: not a number, of which most are written for a machine
    /// inside†, and not a name that is used inside alone.
    ///
    /// Sources: RFC 6761 (`localhost`), RFC 6762 (`local`), RFC 8375 (`home.arpa`), ICANN's `internal` of 2024; WHATWG URL,
    /// "ends in a number".
    package var isOpen: Bool {
        guard scheme == "https", !host.contains(":") else { return false }
        let labels = host.split(separator: ".").map(String.init)
        guard labels.count > 1, let last = labels.last else { return false }
        let isNumber = last.allSatisfy { $0.isASCII && $0.isNumber } || last.hasPrefix("0x")
        return !isNumber && !AlarmAddress.insideNames.contains(last) && labels.suffix(2) != ["home", "arpa"]
    }

    private static let insideNames: Set = ["localhost", "local", "internal", "lan", "intranet"]
}
