import ArgumentParser
import Purchases

/// Reads times from the command line.
enum TimeArgument {
    /// The moment that a text names: RFC 3339, or a bare date for 00:00Z.
    static func parse(_ text: String) throws -> Instant {
        guard let instant = Instant(text) else {
            throw ValidationError(
                "'\(text)' is no time: write RFC 3339 such as 2021-08-10T00:00:00Z, or a date.")
        }
        return instant
    }
}
