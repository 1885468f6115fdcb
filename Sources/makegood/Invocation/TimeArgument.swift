import ArgumentParser
import Purchases

/// A time on the command line: RFC 3339, a bare date for 00:00Z, or words such as `yesterday` and `3d ago`.
struct TimeArgument: Hashable {
    private let phrase: TimePhrase

    /// Reads a time that may be said in words.
    static func words(_ text: String) throws -> TimeArgument {
        guard let phrase = TimePhrase(text) else {
            throw ValidationError("'\(text)' is no time: write it as \(TimePhrase.examples).")
        }
        return TimeArgument(phrase: phrase)
    }

    /// The moment that is meant in a run.
    func instant(in invocation: Invocation) -> Instant { phrase.instant(at: invocation.now) }

    /// The moment that a text names exactly: RFC 3339, or a bare date for 00:00Z.
    ///
    /// For times that change something, and for the present itself, which words would be measured from.
    static func parse(_ text: String) throws -> Instant {
        guard let instant = Instant(text) else {
            throw ValidationError(
                "'\(text)' is no time: write RFC 3339 such as 2021-08-10T00:00:00Z, or a date.")
        }
        return instant
    }
}
