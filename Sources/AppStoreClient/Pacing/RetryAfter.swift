import Foundation
package import Purchases

/// Reads from a `Retry-After` header when Apple, or the receiver of a webhook, may be asked again.
///
/// Source: Apple, Identifying rate limits: `Retry-After` is a UNIX time in **milliseconds**. Proxies on the way write
/// seconds or a date; all are understood, and none may stop the server for longer than the hour in which limits are
/// counted†.
package enum RetryAfter {
    /// The longest wait that is believed.
    package static let longest = TimeLength.hours(1)
    /// The shortest: nothing spins.
    package static let shortest = TimeLength.seconds(1)

    /// The moment that a header names; nil when it names none.
    ///
    /// - Parameter longest: the longest wait that is believed; Apple's unless said otherwise.
    package static func moment(
        _ header: String?, at now: Instant, longest: TimeLength = longest
    ) -> Instant? {
        guard let text = header?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        let named: Instant
        if let number = Int64(text) {
            switch number {
            case ..<0: return nil
            // As RFC 9110 has it: seconds from now.
            case 0..<100_000_000: named = now + .seconds(number)
            // A time in seconds.
            case 100_000_000..<100_000_000_000: named = Instant(milliseconds: number * 1000)
            default: named = Instant(milliseconds: number)
            }
        } else if let date = HTTPDate.moment(text) {
            named = date
        } else {
            return nil
        }
        return min(max(named, now + shortest), now + longest)
    }
}

/// Reads the dates of HTTP headers: `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// Source: RFC 9110, 5.6.7; the two older forms are not read.
package enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The moment of a date; nil when it is none.
    package static func moment(_ text: String) -> Instant? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", parts[1].count == 2, parts[3].count == 4,
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return Instant("\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }
}
