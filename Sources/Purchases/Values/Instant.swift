public import Foundation

/// A moment in UTC, in whole milliseconds since 1970, the unit of every date that the App Store sends.
public struct Instant: Hashable, Comparable, Codable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    /// The moment that many milliseconds after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The moment nearest to a Foundation date.
    public init(_ date: Date) {
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }

    /// Reads a moment from its bare number of milliseconds.
    public init(from decoder: any Decoder) throws {
        self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// Writes the moment as its bare number of milliseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// The first moment that a document may speak of: the millisecond after 1970 began, since 0 means absent.
    public static let earliest = Instant(milliseconds: 1)

    /// The last moment that a document may speak of: the end of the year 9999.
    public static let latest = Instant(milliseconds: 253_402_300_799_999)

    /// Whether the moment lies in the years that a document may speak of (1970 to 9999).
    public var isPlausible: Bool { self >= .earliest && self <= .latest }

    /// The same moment as a Foundation date.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Orders moments by time.
    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    /// The moment a duration later.
    public static func + (instant: Instant, duration: TimeLength) -> Instant {
        Instant(milliseconds: instant.milliseconds &+ duration.count)
    }

    /// The moment a duration earlier.
    public static func - (instant: Instant, duration: TimeLength) -> Instant {
        Instant(milliseconds: instant.milliseconds &- duration.count)
    }

    /// The time between two moments.
    public static func - (left: Instant, right: Instant) -> TimeLength {
        TimeLength(left.milliseconds &- right.milliseconds)
    }
}
