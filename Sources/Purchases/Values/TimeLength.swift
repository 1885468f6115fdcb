/// A length of time in whole milliseconds; a day is always 24 hours.
public struct TimeLength: Hashable, Comparable, Codable, Sendable {
    /// How many milliseconds.
    public let count: Int64

    /// That many milliseconds.
    public init(_ count: Int64) { self.count = count }

    /// That many seconds.
    public static func seconds(_ count: Int64) -> TimeLength { TimeLength(count * 1000) }

    /// That many hours.
    public static func hours(_ count: Int64) -> TimeLength { .seconds(count * 3600) }

    /// That many days of 24 hours.
    public static func days(_ count: Int64) -> TimeLength { .hours(count * 24) }

    /// No time at all.
    public static let zero = TimeLength(0)

    /// How many whole days of 24 hours fit in.
    public var wholeDays: Int { Int(count / TimeLength.days(1).count) }

    /// How many whole seconds fit in.
    public var wholeSeconds: Int { Int(count / 1000) }

    /// Orders lengths of time, shorter first.
    public static func < (left: TimeLength, right: TimeLength) -> Bool { left.count < right.count }

    /// Both lengths one after the other.
    public static func + (left: TimeLength, right: TimeLength) -> TimeLength {
        TimeLength(left.count + right.count)
    }

    /// The first length without the second.
    public static func - (left: TimeLength, right: TimeLength) -> TimeLength {
        TimeLength(left.count - right.count)
    }
}
